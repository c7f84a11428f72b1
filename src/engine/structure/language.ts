/**
 * The form in which a language is described.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { Definition, DefinitionKind } from "../../model/definition.ts";
import type { Clock, Operation } from "../task/operation.ts";

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
 * Its query is in tree-sitter's notation. `@name` captures a definition's name, and a capture called like a kind
 * (`@function`, `@class`) its extent, both in one pattern; `@import` in place of a kind says that the name is none of
 * this file. If several patterns capture the same name, the widest extent and the kind of the last pattern count.
 * `@owner`, in the same pattern, is what the definition belongs to without standing in it. In patterns of their own,
 * `@comment` captures a comment, and `@decorator` what belongs to the definition that follows it.
 *
 * Patterns of one node with its fields are cheap to compile. A condition on what is around it is therefore written
 * `(#has-parent? @capture type …)`, and a name behind any number of nodes is captured as `@declarator`.
 */
export interface ParsedLanguage extends LanguageFiles {
  readonly grammar: Grammar;
  /** The files of its query, one after another. */
  readonly queries: readonly QueryName[];
  /** What a node that was captured as `@declarator` names; undefined if nothing. */
  readonly declared?: (declarator: Node, kind: FoundKind) => Declared | undefined;
  /** The type of a node around a definition with which the definition begins, such as that with its decorators. */
  readonly wrapper?: string;
  /** Makes the text that is parsed instead: each line and column stays where it is. */
  readonly prepare?: (text: string, clock: Clock) => Operation<string>;
}

/** A kind of definition, or a name from elsewhere. */
export type FoundKind = DefinitionKind | "import";

/** The name in a declarator. */
export interface Declared {
  readonly name: Node;
  /** Where the name ends, if not with its node. */
  readonly nameEnd?: number;
  readonly kind: FoundKind;
  readonly owner?: Node | null;
}

/** A language whose definitions are found without a grammar, in time that grows linearly with the text. */
export interface ScannedLanguage extends LanguageFiles {
  /** The definitions in order, with their depth; of as much as there is time for. */
  readonly scan: (text: string, clock: Clock) => Operation<Outline>;
}

export type Language = ParsedLanguage | ScannedLanguage;

/** The definitions of a text, in order. */
export interface Outline {
  readonly definitions: readonly Definition[];
  /** There was not enough time or memory for all of it. */
  readonly isPartial?: true;
  /** Some of it does not parse: definitions there are missing. */
  readonly hasErrors?: true;
}

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

/** The files in `queries/`. */
export const QUERIES = [
  "bash",
  "c",
  "cpp",
  "csharp",
  "go",
  "java",
  "javascript",
  "kotlin",
  "php",
  "python",
  "ruby",
  "rust",
  "script",
  "swift",
  "typescript",
] as const;

type QueryName = typeof QUERIES[number];

/** tree-sitter's JavaScript module and its WebAssembly, a grammar's WebAssembly, or a query. */
export type ParserFile = "module" | "runtime" | Grammar | `${QueryName}.scm`;

/**
 * Reads one of the files.
 * @throws Error if the runtime can't import files as bytes
 */
export type ReadParserFile = (file: ParserFile) => Promise<Uint8Array<ArrayBuffer>>;
