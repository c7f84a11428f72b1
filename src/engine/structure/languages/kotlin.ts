/**
 * Kotlin.
 * @module
 */
import type { ParsedLanguage } from "../language.ts";

const QUERY = `
[(line_comment) (multiline_comment)] @comment

(source_file (property_declaration
  (binding_pattern_kind "val") (variable_declaration . (simple_identifier) @name)) @constant)
(source_file (property_declaration
  (binding_pattern_kind "var") (variable_declaration . (simple_identifier) @name)) @variable)
(class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @property)
((class_body (property_declaration (modifiers (property_modifier) @_modifier)
  (variable_declaration . (simple_identifier) @name)) @constant) (#eq? @_modifier "const"))

(class_declaration (type_identifier) @name) @class
(class_declaration "interface" (type_identifier) @name) @interface
(class_declaration "enum" (type_identifier) @name) @enum
(object_declaration (type_identifier) @name) @class
(type_alias (type_identifier) @name) @type

(function_declaration (simple_identifier) @name) @function
(function_declaration (user_type . (type_identifier) @owner) . (simple_identifier) @name) @function
(secondary_constructor "constructor" @name) @constructor
`;

export const KOTLIN: ParsedLanguage = {
  name: "kotlin",
  extensions: ["kt", "kts"],
  grammar: "kotlin",
  query: QUERY,
};
