/**
 * The engine's requests, which tools make from their arguments: plain data that crosses threads. Paths are still the
 * caller's text; only the door decides which places they mean.
 * @module
 */
import type { Changeable } from "./explanation.ts";
import type { Need } from "./output_form.ts";

/** How letter case is compared: `smart` ignores it unless the query has an upper-case letter. */
export type CaseRule = "smart" | "insensitive" | "sensitive";

/** Which files are considered, in every walk. */
export interface Scope {
  /** Directories or files from which the walk starts, as the caller wrote them. */
  readonly roots: readonly string[];
  /** Like ripgrep's `-g`: later globs take precedence, `!` excludes; they override ignore rules. */
  readonly globs: readonly string[];
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  readonly followSymlinks: boolean;
  /** Maximum directory levels below a root; 1: only its direct entries. */
  readonly depth?: number;
  /** A directory that no including glob matches is walked, but is not itself a result. */
  readonly dirsMustMatch?: boolean;
}

/** The scope of most requests: the project. */
export const DEFAULT_SCOPE: Scope = {
  roots: ["."],
  globs: [],
  hidden: false,
  noIgnore: false,
  followSymlinks: false,
};

/** Tests of a single entry, as in fd; all given tests must hold. */
export interface EntryTests {
  readonly name?: NameTest;
  readonly types: readonly EntryType[];
  /** Without the dot, compared case-insensitively. */
  readonly extensions: readonly string[];
  /** Globs of excluded entries. */
  readonly exclude: readonly string[];
  readonly sizes: readonly SizeTest[];
  /** UNIX milliseconds: modified at or after / before. */
  readonly changedAfter?: number;
  readonly changedBefore?: number;
}

/** `f`ile, `d`irectory, `l`ink, e`x`ecutable file, `e`mpty file or directory. */
export type EntryType = "f" | "d" | "l" | "x" | "e";

/** A test of the name, or of the whole path below the root. */
export interface NameTest {
  readonly pattern: string;
  readonly syntax: "regex" | "glob";
  readonly fullPath: boolean;
}

/** `+`: at least `bytes`, `-`: at most, `=`: exactly. */
export interface SizeTest {
  readonly sign: "+" | "-" | "=";
  readonly bytes: number;
}

interface WithTimeout {
  /** Milliseconds from when the engine receives the request. */
  readonly timeoutMs: number;
}

interface WithExplanation extends WithTimeout {
  /** The changes to try where nothing is found; absent: none. */
  readonly explain?: Changeable;
}

/** An order of entries: by path or name, by size (largest first) or by time (newest first). */
export type EntrySort = "path" | "name" | "size" | "mtime";

export interface ListRequest extends WithExplanation {
  readonly op: "list";
  readonly scope: Scope;
  readonly tests: EntryTests;
  /** Default: path. Entries that are equal in it are in path order. */
  readonly sort?: EntrySort;
  readonly metadata: boolean;
  /** Also counts all entries found by directory. */
  readonly tree?: TreeRequest;
  readonly skip: number;
  readonly limit: number;
}

/** Which directories of a tree are reported: levels below a root, and how many. Entries at any depth are counted. */
export interface TreeRequest {
  readonly depth?: number;
  readonly limit: number;
}

/** Request of glob_files: the files below `root` that match a glob, or the directories that contain them. */
export interface GlobRequest extends WithExplanation {
  readonly op: "glob";
  readonly root: string;
  readonly pattern: string;
  readonly mode: "files" | "directories";
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  /** Maximum number of files in the report; all are counted. */
  readonly limit: number;
}

/** The pattern to search for, and how to match it. */
export interface Query {
  readonly pattern: string;
  /** The further patterns of a list, none twice: a line matches if it matches one of the list. */
  readonly morePatterns?: readonly string[];
  readonly fixed: boolean;
  readonly word: boolean;
  readonly caseRule: CaseRule;
  readonly multiline: boolean;
}

/** All patterns of a query, in order. */
export function patternsOf({ pattern, morePatterns = [] }: Pick<Query, "pattern" | "morePatterns">): readonly string[] {
  return [pattern, ...morePatterns];
}

/** Request of search_content, or of find_and_grep if it has `find`. */
export interface SearchRequest extends WithExplanation {
  readonly op: "search";
  readonly scope: Scope;
  /** Searches only files that pass the tests, at most `fileLimit`, in this order. */
  readonly find?: {
    readonly tests: EntryTests;
    readonly fileLimit: number;
    readonly sort: Exclude<EntrySort, "name">;
  };
  readonly query: Query;
  /** WHATWG label; default: the encoding of the byte-order mark, otherwise UTF-8. */
  readonly encoding?: string;
  /** Bytes; larger files are skipped and counted. */
  readonly maxFileSize: number;
  /** Maximum number of matching lines per file. */
  readonly maxCount?: number;
  readonly contextBefore: number;
  readonly contextAfter: number;
  /** The level of detail that the output form needs; the engine collects nothing beyond it. */
  readonly need: Need;
  /** Also counts the texts that matched, or the lines of each pattern of a list. */
  readonly breakdown?: "values" | "patterns";
  /** The page. Both count lines; files with need=samples (`skip` alone); values with that breakdown. */
  readonly skip: number;
  readonly limit: number;
  /** Only matches that overlap the name of a definition, on the line that defines it. */
  readonly definitions?: true;
  /** With `definitions`: those found come with their text or their members, if they are few. */
  readonly texts?: true;
  /**
   * UTF-16 units of the hits from which an answer may become a summary: the report has its samples in the order of one,
   * as with need=samples.
   */
  readonly summaryUnits?: number;
  /** The hits of the page have the definition that they stand in. */
  readonly enclosing?: true;
}

export interface ReadRequest extends WithTimeout {
  readonly op: "read";
  readonly path: string;
  readonly encoding?: string;
  readonly range: ReadRange;
}

export type ReadRange = ByteRange | LineRange;

/** Bytes [offset, offset + max), adjusted to whole characters. */
export interface ByteRange {
  readonly type: "bytes";
  readonly offset: number;
  readonly max: number;
  /**
   * The page has exactly the characters that begin in the range, the last one whole. So pages at offsets that the caller
   * computes, `max` apart, neither lose nor repeat a character.
   */
  readonly widen?: boolean;
}

/** Lines from 1; a negative start counts from the end (-1 = the last line). */
export interface LineRange {
  readonly type: "lines";
  readonly start: number;
  readonly max: number;
  /** Maximum bytes of content; only whole lines, if the first one fits. */
  readonly maxBytes: number;
  /** A start after the last line means the last line. So the lines of any file are counted, if time allows. */
  readonly isClamped?: boolean;
}

/** Request of the definitions in a file, or of one definition's text. */
export interface OutlineRequest extends WithTimeout {
  readonly op: "outline";
  readonly path: string;
  readonly encoding?: string;
  /** `method`, `Class.method`, `Class::method` or `Class#method`; and the most bytes of its text. */
  readonly symbol?: { readonly name: string; readonly maxBytes: number };
}

/** Request of consult_files: which files may be sent to the model. */
export interface ConsultRequest extends WithTimeout {
  readonly op: "consult";
  readonly files: readonly string[];
  /** Globs of files that may be sent although they look secret (`--consult-allow`). */
  readonly allow?: readonly string[];
}

/** Asks for at most `limit` existing paths that a path that does not exist may mean. */
export interface NearestRequest extends WithTimeout {
  readonly op: "nearest";
  readonly path: string;
  readonly limit: number;
}

/** Asks what is at paths that callers wrote. */
export interface LocateRequest extends WithTimeout {
  readonly op: "locate";
  readonly paths: readonly string[];
}

/** Loads the files of a scope into the cache before other requests need them. */
export interface WarmRequest extends WithTimeout {
  readonly op: "warm";
  readonly scope: Scope;
}

export type Request =
  | ListRequest
  | GlobRequest
  | SearchRequest
  | ReadRequest
  | OutlineRequest
  | ConsultRequest
  | NearestRequest
  | LocateRequest
  | WarmRequest;
