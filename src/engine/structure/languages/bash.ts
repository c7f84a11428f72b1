/**
 * Bash and other shells.
 * @module
 */
import type { ParsedLanguage } from "../language.ts";

const QUERY = `
(comment) @comment

(function_definition name: (word) @name) @function
(program (variable_assignment name: (variable_name) @name) @variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @variable)
`;

/** Bash and other shells. */
export const BASH: ParsedLanguage = {
  name: "bash",
  extensions: ["sh", "bash", "bats", "ebuild"],
  fileNames: [".bashrc", ".bash_profile", ".bash_aliases", ".bash_logout", ".profile", "PKGBUILD"],
  interpreters: ["sh", "bash", "dash", "ash"],
  grammar: "bash",
  query: QUERY,
};
