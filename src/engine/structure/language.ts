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
 * Its query is in tree-sitter's notation. A capture called like a kind (`@function`, `@class`) is the extent of a
 * definition; `@import` in place of a kind says that a name is none of this file. If several patterns find the same name,
 * the widest extent and the kind of the last pattern count. `@comment` captures a comment, and `@decorator` what belongs
 * to the definition that follows it. `patternRules` says what else a pattern has.
 */
export interface ParsedLanguage extends LanguageFiles {
  readonly grammar: string;
  /** The files of its query, one after another. */
  readonly queries: readonly string[];
  /** The name in a node that stands where a name is looked for; undefined if there is none. */
  readonly declared?: (node: Node, kind: FoundKind) => Declared | undefined;
  /** The type of a node around a definition with which the definition begins, such as that with its decorators. */
  readonly wrapper?: string;
  /** Makes the text that is parsed instead: each line and column stays where it is. */
  readonly prepare?: (text: string, clock: Clock) => Operation<string> | string;
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

/** The definitions of a text, in order: with fields and flags, which `isLeftOut` tells from the others. */
export interface Outline {
  readonly definitions: readonly Definition[];
  /** There was not enough time or memory for all of it. */
  readonly isPartial?: true;
  /** Lines that could not be parsed, if there are any: definitions there may be missing. */
  readonly unparsedLines?: number;
}

/** tree-sitter's JavaScript module and its WebAssembly, that of a grammar, or a query. */
export type ParserFile = "module" | "runtime" | `${string}.wasm` | `${string}.scm`;

/** The files of a language: its grammar, and those of its query. */
export function parserFilesOf({ grammar, queries }: ParsedLanguage): [ParserFile, ...ParserFile[]] {
  return [`${grammar}.wasm`, ...queries.map((name) => `${name}.scm` as const)];
}

/**
 * Reads one of the files.
 * @throws Error if the runtime can't import files as bytes
 */
export type ReadParserFile = (file: ParserFile) => Promise<Uint8Array<ArrayBuffer>>;
