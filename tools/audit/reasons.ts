/**
 * The reason for each package that fossick depends on directly. A package without one fails the audit.
 * @module
 */

/** Reasons by package name, as in `deno.json` (or in a typed re-export of @std). */
export const REASONS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/server": "MCP, in all revisions from 2024-11-05 to 2026-07-28",
  "zod": "one definition of a tool's arguments, for check, schema and flags",
  "eventsource-parser": "parses the events of a model's streamed answer",
  "deno-std": "@std from npm: paths, edit distances, delays; in tests assertions and files",
  "web-tree-sitter": "parses source code to find definitions",
  "@vscode/tree-sitter-wasm": "eleven of tree-sitter's grammars",
  "@repomix/tree-sitter-wasms": "tree-sitter's grammars of C, C++ and Swift",
  "@cursorless/tree-sitter-wasms": "tree-sitter's grammar of Kotlin",
  "@modelcontextprotocol/client": "in tests: a real client of the SDK's second generation",
  "@modelcontextprotocol/sdk": "in tests: a real client of the SDK's first generation",
  "@vscode/ripgrep": "in tests and benches: ripgrep, to compare searches and listings with",
  "gpt-tokenizer": "in tests and benches: counts the tokens of answers",
  "recheck": "in tests: proves that our expressions are linear",
  "smol-toml": "in tests: reads the configuration of hosts",
  "markdown-it": "in tests: finds the links of the README and docs/",
  "yaml": "in tests: reads the CI workflows",
  "wabt": "builds the WebAssembly kernel, and checks in tests that it is current",
};

/** Licences that allow use and redistribution. */
export const LICENCES: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "PSF-2.0",
  "Unlicense",
];
