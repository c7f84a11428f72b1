/**
 * Rust: an implementation is named with its trait, `Display for Shop`, and as long as it stands in the text.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { Declared, FoundKind } from "./language.ts";

export function declaredInRust(name: Node, kind: FoundKind): Declared {
  if (kind !== "implementation") return { name, kind };
  const type = plainName(name), trait = name.parent?.childForFieldName("trait");
  return { name: trait ? plainName(trait) : type, nameEnd: type.endIndex, kind };
}

/** `A` of `&'a x::A<T>`. */
function plainName(type: Node): Node {
  const inner = type.childForFieldName("type") ?? type.childForFieldName("name");
  return inner === null || type.type === "array_type" ? type : plainName(inner);
}
