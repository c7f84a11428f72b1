/**
 * The report of a search: lines that match, by file, and what was counted.
 * @module
 */
import type { Completeness } from "./completeness.ts";
import type { Definition } from "./definition.ts";
import type { Explanation } from "./explanation.ts";

/** A matching line (in multiline mode: the lines of a match). */
export interface Hit {
  /** From 1; the first line of a multiline match. */
  readonly lineNumber: number;
  /**
   * Without its line break; cut around the match if longer than `LIMITS.lineChars`. A match of several lines has these
   * with LF between them, at most `LIMITS.matchLines`.
   */
  readonly line: string;
  readonly cut: boolean;
  /** The count of the match's lines, if not all of them are shown. */
  readonly lines?: number;
  /** [start, end) of each match, in UTF-8 bytes of `line`. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  /** 1-based column of the first match in the uncut line, in characters. */
  readonly column: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The innermost definition around it, if the request asks for it and there is one. */
  readonly enclosing?: EnclosingDefinition;
  /** With `definitions`: the first definition that it names. */
  readonly definition?: Definition;
}

/** A definition that a line stands in. */
export interface EnclosingDefinition {
  /** With that of the class or module around it: `Class.method`. */
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** With `definitions`: what was not counted. */
export interface UncountedMatches {
  /** Matches that name no definition. */
  readonly otherMatches: number;
  /** Matches in files whose definitions are not known. */
  readonly unknownMatches: number;
}

/** Files whose definitions were asked for and are not known, or not all. */
export interface DefinitionGaps {
  /** Files without a grammar, and those that are too large. */
  readonly unknownFiles: number;
  /** Files for which time or memory ran out. */
  readonly lateFiles: readonly string[];
  /** Lines that could not be parsed, and the count of their files. */
  readonly unparsedLines: number;
  readonly unparsedFiles: number;
}

/** A definition that a search found, with its text or its members. */
export interface FoundDefinition {
  readonly path: string;
  readonly hit: Hit;
  readonly name: string;
  /** Its lines, the comment before it included. */
  readonly startLine: number;
  readonly endLine: number;
  /** The whole text; absent if it is longer than any answer shows. */
  readonly lines?: readonly string[];
  /** The definitions that stand in it, in order. */
  readonly members: readonly Definition[];
  /** No other definition of the file is known to have its name. */
  readonly isAlone: boolean;
}

/** One file with at least one match. */
export interface FileHits {
  readonly path: string;
  /** All matching lines, shown or not. */
  readonly count: number;
  /** In `files`: those on the page, if need=lines. In `top`: the first few. */
  readonly hits: readonly Hit[];
  /** With need=samples: it defines the name that is searched for. */
  readonly defines?: true;
}

/** The order of a summary: files that define what is searched for, then by the number of matches, most first. */
export function compareFullest(a: FileHits, b: FileHits): number {
  return Number(b.defines ?? false) - Number(a.defines ?? false) || b.count - a.count;
}

/** A text that matched (or that group 1 matched), with its counts. */
export interface ValueCount {
  /** Its first `LIMITS.lineChars` characters. */
  readonly value: string;
  /** The value is longer. */
  readonly isCut?: true;
  /** Matches, of which a line may have several. */
  readonly count: number;
  readonly files: number;
}

export interface ValueCounts {
  /** Those on the page; most matches first, then in the order of their bytes. */
  readonly page: readonly ValueCount[];
  readonly distinct: number;
  /** There are more values than `LIMITS.values` allows; those that came later are not counted. */
  readonly isCut?: true;
}

export interface SearchReport extends Completeness {
  readonly op: "search";
  /** Files with matches, in order; empty if need=total. */
  readonly files: readonly FileHits[];
  /**
   * The files with the most matches, each with its first `LIMITS.summarySamples` hits, in the order of
   * `compareFullest`. They are at most `LIMITS.summaryFiles`, with need=samples from `skip` on. Empty unless need is
   * samples or lines.
   */
  readonly top: readonly FileHits[];
  readonly filesMatched: number;
  /** Matching lines; in multiline mode, matches (as `rg -c` counts). */
  readonly total: number;
  /** The count of records for paging: matching lines; in multiline mode, groups of adjacent lines. */
  readonly records: number;
  /** With a breakdown by values. */
  readonly values?: ValueCounts;
  /** With a breakdown by patterns: the matching lines of each pattern, in order; in multiline mode, its matches. */
  readonly patternTotals?: readonly number[];
  /**
   * If the query is not ASCII: files in another encoding, whose bytes for the query may differ. At most
   * `LIMITS.nonUtf8Files`.
   */
  readonly nonUtf8Paths?: readonly string[];
  /** Files in UTF-16 without a byte-order mark, which are skipped as binary: their count, and the first of them. */
  readonly unmarked?: { readonly count: number; readonly path: string; readonly encoding: string };
  /** Lines on which the pattern took too long; if there are any, `cutBy` is `timeout`. */
  readonly timedOutLines: number;
  /** Count of searched files. */
  readonly searched: number;
  /** Count of files read from disk; the others were in the cache. */
  readonly reads?: number;
  /** With `texts`: the definitions found, if they are few. */
  readonly definitions?: readonly FoundDefinition[];
  /** Present with `definitions`. */
  readonly uncounted?: UncountedMatches;
  /** With `definitions`: in the files with other matches. With `enclosing`: in the files of the page. */
  readonly gaps?: DefinitionGaps;
  /** If nothing was found, or nothing in files of another encoding. */
  readonly why?: Explanation;
  /** Bytes of the files with matches, which a caller without a search would have to read. */
  readonly matchedBytes?: number;
  /** Milliseconds of the two phases: finding files and searching them. */
  readonly findMs: number;
  readonly searchMs: number;
}
