/**
 * Ruby.
 * @module
 */
import type { ParsedLanguage } from "../language.ts";

const QUERY = `
(comment) @comment

(module name: [(constant) @name (scope_resolution name: (constant) @name)]) @module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name)) @module
(class name: [(constant) @name (scope_resolution name: (constant) @name)]) @class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name)) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(alias name: [(identifier) (setter) (operator)] @name) @method

(program (assignment left: (constant) @name) @constant)
(body_statement (assignment left: (constant) @name) @constant)
(assignment left: (constant) @name right: (call
  receiver: (constant) @_struct method: (identifier) @_new block: (_)) (#eq? @_struct "Struct")) @class
`;

export const RUBY: ParsedLanguage = {
  name: "ruby",
  extensions: ["rb", "rake", "gemspec", "ru", "podspec", "thor", "rbi"],
  fileNames: ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile", "Brewfile", "Capfile"],
  interpreters: ["ruby"],
  grammar: "ruby",
  query: QUERY,
};
