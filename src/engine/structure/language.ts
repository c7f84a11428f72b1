/**
 * The form in which a language is described.
 * @module
 */
import type { Definition, DefinitionKind } from "../../model/definition.ts";
import type { Node } from "web-tree-sitter";

/** A definition that a node makes. */
export interface Declared {
  readonly kind: DefinitionKind;
  readonly name: Node;
  /** The node before which the name ends, where it does not end with its own node. */
  readonly nameBefore?: Node;
  readonly owner: Node | undefined;
  /** The node, or one around it that belongs to the definition. */
  readonly extent: Node;
}

interface LanguageFiles {
  /** As reports name it: `typescript`. */
  readonly name: string;
  /** Without the dot, in lower case. */
  readonly extensions: readonly string[];
  /** Whole names of files, such as `Rakefile`. */
  readonly fileNames?: readonly string[];
  /** Programs of a `#!` line, for files without a known name. */
  readonly interpreters?: readonly string[];
}

/**
 * A language that tree-sitter parses.
 *
 * The query's captures: `@name` is a definition's name and a capture called like a kind (`@function`, `@class`) its
 * extent, both in one pattern. If several patterns capture the same name, the widest extent and the kind of the last
 * pattern count. `@owner`, in the same pattern, is what the definition belongs to without standing in it. In patterns
 * of their own, `@comment` captures a comment, and `@decorator` what belongs to the definition that follows it.
 * `@declaration` captures a node of which `declaredBy` tells what it defines.
 */
export interface ParsedLanguage extends LanguageFiles {
  readonly grammar: Grammar;
  readonly query: string;
  /** What a node defines that the query captured as `@declaration`, in one that it captured as `@outer`. */
  readonly declaredBy?: (node: Node, outer: Node | undefined) => readonly Declared[];
  /** Makes the text that is parsed instead: each line and column stays where it is. */
  readonly prepare?: (text: string) => string;
}

/** A language whose definitions are found without a grammar, in time that grows linearly with the text. */
export interface ScannedLanguage extends LanguageFiles {
  /** The definitions in order, with their depth. */
  readonly definitionsIn: (text: string) => readonly Definition[];
}

export type Language = ParsedLanguage | ScannedLanguage;

type CaptureName = "name" | "owner" | "comment" | "decorator" | "declaration" | "outer" | DefinitionKind;

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

type Grammar = typeof GRAMMARS[number];

/** tree-sitter's JavaScript module and its WebAssembly, or a grammar's WebAssembly. */
export type ParserFile = "module" | "runtime" | Grammar;

/**
 * Reads one of the files.
 * @throws Error if the runtime can't import files as bytes
 */
export type ReadParserFile = (file: ParserFile) => Promise<Uint8Array<ArrayBuffer>>;
