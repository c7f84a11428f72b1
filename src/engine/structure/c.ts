/**
 * C and C++: the name in a declarator.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { Declared, FoundKind } from "./language.ts";

/** Words that the grammar takes for names where it has lost the thread. */
const NO_NAMES: ReadonlySet<string> = new Set(["if", "else", "for", "while", "switch", "return", "do", "sizeof"]);

/**
 * Looks for the name in pointers, arrays, brackets and scopes. The declarator next to it says whether it is a function.
 * A query would need a pattern for each depth: 365 for C++, which take seconds to compile.
 */
export function declaredInC(declarator: Node, kind: FoundKind): Declared | undefined {
  let name = declarator, owner: Node | null = null, isFunction = false;
  for (let node: Node | null = declarator; node !== null; node = innerOf(node)) {
    name = node;
    if (isOneOf(node, "function_declarator", "operator_cast")) isFunction = true;
    else if (isOneOf(node, "pointer_declarator", "array_declarator")) isFunction = false;
    else if (node.type === "qualified_identifier") owner = scopeOf(node) ?? owner;
  }
  const isValue = kind === "variable" || kind === "field";
  if (isValue && !isFunction) return name.type === "primitive_type" ? undefined : { name, owner, kind };
  if (!isValue && kind !== "function") return { name, owner, kind };
  if (NO_NAMES.has(name.text)) return undefined;
  const ownKind = owner ? "method" : isConstructor(declarator, name) ? "constructor" : "function";
  return { name, owner, kind: ownKind, ...(name.type === "operator_cast" && { nameEnd: parametersIn(name) }) };
}

/** The part of a declarator or name that holds the plain name; null for a plain name. */
function innerOf(node: Node): Node | null {
  if (node.type === "operator_cast") return null;
  if (isOneOf(node, "parenthesized_declarator", "reference_declarator")) return node.firstNamedChild;
  const isName = isOneOf(node, "qualified_identifier", "template_type", "template_function");
  return node.childForFieldName(isName ? "name" : "declarator");
}

/** Where the brackets of `operator T*()` begin. */
function parametersIn(conversion: Node): number {
  let node = conversion.childForFieldName("declarator");
  while (node !== null && node.type !== "abstract_function_declarator") node = innerOf(node) ?? node.lastNamedChild;
  return node?.startIndex ?? conversion.endIndex;
}

function isOneOf({ type }: Node, ...types: readonly string[]): boolean {
  return types.includes(type);
}

/** The class in `A<T>::f`. */
function scopeOf(node: Node): Node | null {
  const scope = node.childForFieldName("scope");
  return scope?.childForFieldName("name") ?? scope;
}

/** Whether it is a member with a plain name and no type. */
function isConstructor({ parent }: Node, name: Node): boolean {
  return name.type === "identifier" && parent?.parent?.type === "field_declaration_list" &&
    parent.childForFieldName("type") === null;
}
