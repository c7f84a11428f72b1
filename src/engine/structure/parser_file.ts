/**
 * The files of tree-sitter's packages. Nothing of them is loaded before it is asked for.
 * @module
 */

/** The grammars: tables as WebAssembly, one file each. */
export const GRAMMARS = [
  "bash",
  "c",
  "c_sharp",
  "cpp",
  "go",
  "java",
  "javascript",
  "kotlin",
  "php",
  "python",
  "ruby",
  "rust",
  "swift",
  "tsx",
  "typescript",
] as const;

/** A grammar's name. */
export type Grammar = typeof GRAMMARS[number];

/** tree-sitter's JavaScript module and its WebAssembly, or a grammar's WebAssembly. */
export type ParserFile = "module" | "runtime" | Grammar;

/**
 * Reads one of the files.
 * @throws Error if the runtime can't import files as bytes
 */
export type ReadParserFile = (file: ParserFile) => Promise<Uint8Array<ArrayBuffer>>;
