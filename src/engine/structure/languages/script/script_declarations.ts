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

/** What is assigned at a node: nothing if the name is computed, or a class has a name of its own. */
export function declaredInScript(node: Node): Declared[] {
  const [nameField, valueField] = FIELDS.get(node.type) ?? ["name", "value"];
  const target = node.childForFieldName(nameField), value = node.childForFieldName(valueField);
  const name = target?.type === "member_expression" ? target.childForFieldName("property") : target;
  if (target === null || name === null || value === null || !/(?:identifier|string)$/.test(name.type)) return [];
  const owner = prototypeOwner(target), isClass = value.type === "class";
  if (isClass && value.childForFieldName("name") !== null) return [];
  const isMethod = owner !== undefined || node.type === "pair" || node.type.endsWith("field_definition");
  const kind: DefinitionKind = isClass ? "class" : isMethod ? "method" : "function";
  return [{ kind, owner, extent: node, name: name.type === "string" ? name.firstNamedChild ?? name : name }];
}

/** `A` of `A.prototype.method`. */
function prototypeOwner(target: Node): Node | undefined {
  const object = target.childForFieldName("object");
  if (object?.childForFieldName("property")?.text !== "prototype") return undefined;
  return object.childForFieldName("object") ?? undefined;
}
