/**
 * TypeScript, with and without JSX.
 * @module
 */
import type { ParsedLanguage } from "../../language.ts";
import { NAMED_VALUE, SCRIPT_QUERY } from "./javascript.ts";
import { declaredInScript } from "./script_declarations.ts";

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

/** TypeScript. */
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
