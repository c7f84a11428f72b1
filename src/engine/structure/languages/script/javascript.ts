/**
 * JavaScript, and what TypeScript has in common with it.
 * @module
 */
import type { ParsedLanguage } from "../../language.ts";
import { declaredInScript } from "./script_declarations.ts";

/** The values that become definitions by the name they get. */
export const NAMED_VALUE = "[(arrow_function) (function_expression) (generator_function) (class)]";

/** The definitions that JavaScript and TypeScript write alike. Constants and variables count outside blocks. */
export const SCRIPT_QUERY = `
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

/** JavaScript. */
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
