/**
 * TypeScript, TSX and JavaScript: the name that a value gets.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { Declared, FoundKind } from "./language.ts";

/**
 * The last name of what is assigned to, or the text of a key; of `exports` rather the value's own name. A function of
 * `A.prototype.f` is a method of `A`.
 */
export function declaredInScript(target: Node, kind: FoundKind): Declared | undefined {
  const last = target.type === "member_expression" ? target.childForFieldName("property") : target;
  const name = last?.type === "string" ? last.firstNamedChild : last;
  if (!name || !/(?:identifier|string_fragment)$/.test(name.type)) return undefined;
  const owner = prototypeOwner(target), isMethod = owner !== null && kind === "function";
  return { name: ownName(target, name) ?? name, owner, kind: isMethod ? "method" : kind };
}

/** `A` of `A.prototype.f`. */
function prototypeOwner(target: Node): Node | null {
  const object = target.childForFieldName("object");
  const isPrototype = object?.childForFieldName("property")?.text === "prototype";
  return isPrototype ? object.childForFieldName("object") : null;
}

/** `f` of `exports = function f() {}`. */
function ownName(target: Node, { text }: Node): Node | null | undefined {
  return text === "exports" ? target.parent?.childForFieldName("right")?.childForFieldName("name") : null;
}
