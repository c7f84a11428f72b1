/**
 * The reason for each package that fossick depends on directly. A package without one fails the audit.
 * @module
 */

/** Reasons by package name, as in `deno.json` (or in a typed re-export of @std). */
export const REASONS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/server": "the protocol, both generations",
  "zod": "one definition of a tool's arguments, for validation, schema and flags",
  "eventsource-parser": "parses the events of a model's streamed answer",
  "deno-std": "paths, edits and waits; in tests assertions and a second judge of globs (the code of @std, from npm)",
  "web-tree-sitter": "parses source code, to find what it defines",
  "@vscode/tree-sitter-wasm": "tree-sitter's grammars of eleven languages",
  "@repomix/tree-sitter-wasms": "tree-sitter's grammars of C, C++ and Swift",
  "@cursorless/tree-sitter-wasms": "tree-sitter's grammar of Kotlin",
  "@modelcontextprotocol/client": "in tests: a real client of the SDK's second generation",
  "@modelcontextprotocol/sdk": "in tests: a real client of the SDK's first generation",
  "@vscode/ripgrep": "in tests and benches: the judge of searches and listings",
  "gpt-tokenizer": "in tests and benches: the judge of what answers cost",
  "smol-toml": "in tests: reads the configurations of hosts that the README shows",
  "markdown-it": "in tests: parses the README and docs/, to count their words and find their sentences",
  "flesch": "in tests: the formula for how easily a page is read",
  "syllable": "in tests: counts syllables, for that formula",
  "yaml": "in tests: reads the CI workflows",
  "wabt": "makes the search kernel's bytes from its text, and checks that they match",
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
