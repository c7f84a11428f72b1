/**
 * What JavaScript and TypeScript declare with `const`, `let` and `var`, and the functions and classes that get a name by
 * assignment.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { DefinitionKind } from "../../../../model/definition.ts";
import type { Declared } from "../../language.ts";

/** The fields of the nodes that give a name to a value. */
const FIELDS: ReadonlyMap<string, readonly [name: string, value: string]> = new Map([
  ["variable_declarator", ["name", "value"]],
  ["assignment_expression", ["left", "right"]],
  ["pair", ["key", "value"]],
  ["field_definition", ["property", "value"]],
  ["public_field_definition", ["name", "value"]],
]);

/**
 * The definition that is made at a node.
 * @param outer the declaration outside functions that it stands in
 */
export function declaredInScript(node: Node, outer: Node | undefined): Declared[] {
  const [nameField, valueField] = FIELDS.get(node.type) ?? ["name", "value"];
  const target = node.childForFieldName(nameField), value = node.childForFieldName(valueField);
  if (target === null) return [];
  if (outer !== undefined) return isImport(value) ? [] : variable(node, target, outer);
  return value === null ? [] : assigned(node, target, value);
}

/** A constant or a variable, unless it is taken apart: `const { a } = b`. */
function variable(node: Node, name: Node, outer: Node): Declared[] {
  const kind: DefinitionKind = outer.childForFieldName("kind")?.text === "const" ? "constant" : "variable";
  return name.type === "identifier" ? [{ kind, name, owner: undefined, extent: node }] : [];
}

/** `require("a")`, or a part of it. */
function isImport(value: Node | null): boolean {
  const call = value?.type === "member_expression" ? value.childForFieldName("object") : value;
  return call?.type === "call_expression" && call.childForFieldName("function")?.text === "require";
}

/** A function or class that gets a name: none if that is computed, or a class has a name of its own. */
function assigned(node: Node, target: Node, value: Node): Declared[] {
  const name = targetName(target, value), owner = prototypeOwner(target), isClass = value.type === "class";
  if (name === undefined || (isClass && value.childForFieldName("name") !== null)) return [];
  const isMethod = owner !== undefined || node.type === "pair" || node.type.endsWith("field_definition");
  const kind: DefinitionKind = isClass ? "class" : isMethod ? "method" : "function";
  return [{ kind, owner, extent: node, name }];
}

/** The last name of what is assigned to; of `exports` rather the value's own. */
function targetName(target: Node, value: Node): Node | undefined {
  const last = target.type === "member_expression" ? target.childForFieldName("property") : target;
  const name = last?.type === "string" ? last.firstNamedChild : last;
  if (name === null || !/(?:identifier|string_fragment)$/.test(name.type)) return undefined;
  return name.text === "exports" ? value.childForFieldName("name") ?? name : name;
}

/** `A` of `A.prototype.method`. */
function prototypeOwner(target: Node): Node | undefined {
  const object = target.childForFieldName("object");
  if (object?.childForFieldName("property")?.text !== "prototype") return undefined;
  return object.childForFieldName("object") ?? undefined;
}
