/**
 * Functions and classes that JavaScript and TypeScript give a name by assignment. As patterns they would take the query
 * 100 ms to compile.
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

/** The names assigned at a node: none if the name is computed, or a class has a name of its own. */
export function declaredInScript(node: Node): Declared[] {
  const [nameField, valueField] = FIELDS.get(node.type) ?? ["name", "value"];
  const target = node.childForFieldName(nameField), value = node.childForFieldName(valueField);
  if (target === null || value === null) return [];
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
