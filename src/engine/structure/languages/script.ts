/**
 * TypeScript, TSX and JavaScript.
 * @module
 */
import type { DefinitionKind } from "../../../model/definition.ts";
import type { Declared, ParsedLanguage } from "../language.ts";
import type { Node } from "web-tree-sitter";

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
function declaredInScript(node: Node, outer: Node | undefined): Declared[] {
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

/** The values that become definitions by the name they get. */
const NAMED_VALUE = "[(arrow_function) (function_expression) (generator_function) (class)]";

/** The definitions that JavaScript and TypeScript write alike. Constants and variables count outside blocks. */
const SCRIPT_QUERY = `
(comment) @comment
(decorator) @decorator

(program (lexical_declaration (variable_declarator) @declaration) @outer)
(program (variable_declaration (variable_declarator) @declaration) @outer)
(export_statement (lexical_declaration (variable_declarator) @declaration) @outer)
(export_statement (variable_declaration (variable_declarator) @declaration) @outer)

(variable_declarator value: ${NAMED_VALUE}) @declaration
(assignment_expression right: ${NAMED_VALUE}) @declaration
(pair value: ${NAMED_VALUE}) @declaration
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)] @function)
(export_statement "default" @name value: (class !name) @class)

(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(arguments (function_expression name: (identifier) @name) @function)
(return_statement (function_expression name: (identifier) @name) @function)
(class_declaration name: (_) @name) @class
(class name: (_) @name) @class
(method_definition name: [(property_identifier) (private_property_identifier) (computed_property_name)] @name) @method
(method_definition name: (string (string_fragment) @name)) @method
`;

export const JAVASCRIPT: ParsedLanguage = {
  name: "javascript",
  extensions: ["js", "jsx", "mjs", "cjs"],
  interpreters: ["node"],
  grammar: "javascript",
  query: `${SCRIPT_QUERY}
(field_definition value: ${NAMED_VALUE}) @declaration
`,
  declaredBy: declaredInScript,
};

const QUERY = `${SCRIPT_QUERY}
(ambient_declaration (lexical_declaration (variable_declarator) @declaration) @outer)
(ambient_declaration (variable_declaration (variable_declarator) @declaration) @outer)

(function_signature name: (identifier) @name) @function
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(type_alias_declaration name: (_) @name) @type
(internal_module name: (_) @name) @module
(module name: (identifier) @name) @module
(module name: (string (string_fragment) @name)) @module

(public_field_definition value: ${NAMED_VALUE}) @declaration
(abstract_method_signature name: (_) @name) @method
(class_body (method_signature name: (_) @name) @method)
(interface_body (method_signature name: (_) @name) @method)
`;

export const TYPESCRIPT: ParsedLanguage = {
  name: "typescript",
  extensions: ["ts", "mts", "cts"],
  interpreters: ["deno", "bun", "tsx", "ts-node"],
  grammar: "typescript",
  query: QUERY,
  declaredBy: declaredInScript,
};

/** TypeScript with JSX. */
export const TSX: ParsedLanguage = {
  name: "tsx",
  extensions: ["tsx"],
  grammar: "tsx",
  query: QUERY,
  declaredBy: declaredInScript,
};
