/**
 * TypeScript, with and without JSX.
 * @module
 */
import type { ParsedLanguage } from "../language.ts";

const QUERY = `
(comment) @comment
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(function_signature name: (identifier) @name) @function
(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(interface_declaration name: (type_identifier) @name) @interface
(type_alias_declaration name: (type_identifier) @name) @type
(enum_declaration name: (identifier) @name) @enum
(internal_module name: (_) @name) @module
(module name: (_) @name) @module
(method_definition name: (_) @name) @method
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(program (lexical_declaration (variable_declarator name: (identifier) @name)) @constant)
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name)) @constant))
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)])) @function
(export_statement (function_declaration name: (identifier) @name)) @function
(export_statement (class_declaration name: (type_identifier) @name)) @class
(export_statement (abstract_class_declaration name: (type_identifier) @name)) @class
`;

/** TypeScript. */
export const TYPESCRIPT: ParsedLanguage = {
  name: "typescript",
  extensions: ["ts", "mts", "cts"],
  grammar: "typescript",
  query: QUERY,
};

/** TypeScript with JSX. */
export const TSX: ParsedLanguage = { name: "tsx", extensions: ["tsx"], grammar: "tsx", query: QUERY };
