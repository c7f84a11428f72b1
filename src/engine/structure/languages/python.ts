/**
 * Python.
 * @module
 */
import type { ParsedLanguage } from "../language.ts";

const QUERY = `
(comment) @comment
(module (expression_statement (assignment left: (identifier) @name)) @variable)
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name) @class
(decorated_definition definition: (function_definition name: (identifier) @name)) @function
(decorated_definition definition: (class_definition name: (identifier) @name)) @class
(class_definition body: (block (function_definition name: (identifier) @name) @method))
(class_definition body: (block (decorated_definition definition: (function_definition name: (identifier) @name)) @method))
`;

/** Python. */
export const PYTHON: ParsedLanguage = {
  name: "python",
  extensions: ["py", "pyi"],
  interpreters: ["python", "python3"],
  grammar: "python",
  query: QUERY,
};
