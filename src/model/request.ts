/**
 * What the engine can be asked. Tools turn arguments into these; they are plain data, so they cross
 * threads as they are. Paths are still the caller's text: only the door may say what they mean.
 * @module
 */
import type { Need } from "./output_form.ts";

/** How letters compare: `smart` ignores case unless the query has an upper-case letter. */
export type CaseRule = "smart" | "insensitive" | "sensitive";

/** Which files count at all. Shared by every walk. */
export interface Scope {
  /** Directories or files to start from, as the caller wrote them. */
  readonly roots: readonly string[];
  /** ripgrep's `-g`: later ones win, `!` excludes; they override ignore rules. */
  readonly globs: readonly string[];
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  readonly followSymlinks: boolean;
  /** Directory levels below a root; 1 = its direct entries. */
  readonly depth?: number;
  /** A directory that no including glob matches is gone into, but is itself no result. */
  readonly dirsMustMatch?: boolean;
}

/** The project as most questions have it. */
export const DEFAULT_SCOPE: Scope = {
  roots: ["."],
  globs: [],
  hidden: false,
  noIgnore: false,
  followSymlinks: false,
};

/** fd's tests on a single entry; all that are given must hold. */
export interface EntryTests {
  readonly name?: NameTest;
  readonly types: readonly EntryType[];
  /** Without the dot, compared case-insensitively. */
  readonly extensions: readonly string[];
  /** Globs of entries to leave out (fd's -E). */
  readonly exclude: readonly string[];
  readonly sizes: readonly SizeTest[];
  /** UNIX milliseconds: modified at or after / before. */
  readonly changedAfter?: number;
  readonly changedBefore?: number;
}

/** `f`ile, `d`irectory, `l`ink, e`x`ecutable file, `e`mpty file or directory. */
export type EntryType = "f" | "d" | "l" | "x" | "e";

/** A test of the name (or of the whole path below the root). */
export interface NameTest {
  readonly pattern: string;
  readonly syntax: "regex" | "glob";
  readonly fullPath: boolean;
}

/** `+` at least, `-` at most, `=` exactly so many bytes. */
export interface SizeTest {
  readonly sign: "+" | "-" | "=";
  readonly bytes: number;
}

/** What is common to all requests. */
interface WithTimeout {
  /** Milliseconds from the moment the engine takes the request. */
  readonly timeoutMs: number;
}

/** A rule by which a scope leaves out entries: ignore files, a leading dot, its globs; links are not followed. */
export type ExclusionRule = "ignored" | "hidden" | "globs" | "links";

/** Such a rule that decides about an entry by its name. */
export type NameExclusionRule = Exclude<ExclusionRule, "links">;

/** list_files. */
export interface ListRequest extends WithTimeout {
  readonly op: "list";
  readonly scope: Scope;
  readonly tests: EntryTests;
  /** Not what the scope covers is listed, but what takes all of these rules off to be covered. */
  readonly excludedBy?: readonly ExclusionRule[];
  readonly metadata: boolean;
  readonly skip: number;
  readonly limit: number;
}

/** glob_files: files matching one glob below `root`, or the directories that hold them. */
export interface GlobRequest extends WithTimeout {
  readonly op: "glob";
  readonly root: string;
  readonly pattern: string;
  readonly mode: "files" | "directories";
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  /** At most so many files are kept; all are counted. */
  readonly limit: number;
}

/** What to look for in a line. */
export interface Query {
  readonly pattern: string;
  readonly fixed: boolean;
  readonly word: boolean;
  readonly caseRule: CaseRule;
  readonly multiline: boolean;
}

/** search_content, and find_and_grep when `find` is there. */
export interface SearchRequest extends WithTimeout {
  readonly op: "search";
  readonly scope: Scope;
  /** find_and_grep: only files that pass, at most `fileLimit`, in this order. */
  readonly find?: {
    readonly tests: EntryTests;
    readonly fileLimit: number;
    readonly sort: "path" | "mtime" | "size";
  };
  /** Not what the scope covers is searched, but what takes all of these rules off to be covered. */
  readonly excludedBy?: readonly ExclusionRule[];
  readonly query: Query;
  /** WHATWG label; absent: UTF-8 or what the byte-order mark says. */
  readonly encoding?: string;
  /** Bytes; larger files are skipped and counted. */
  readonly maxFileSize: number;
  /** At most so many matching lines of one file. */
  readonly maxCount?: number;
  readonly contextBefore: number;
  readonly contextAfter: number;
  /** How much the answer's form can use: the engine collects no more. */
  readonly need: Need;
  /** Lines of the page are wanted: those with index in [skip, skip + limit). Of samples, `skip` counts files. */
  readonly skip: number;
  readonly limit: number;
}

/** read_file. */
export interface ReadRequest extends WithTimeout {
  readonly op: "read";
  readonly path: string;
  readonly encoding?: string;
  readonly range: ReadRange;
}

/** What of a file is read. */
export type ReadRange = ByteRange | LineRange;

/** Bytes [offset, offset + max), widened or narrowed to whole characters. */
export interface ByteRange {
  readonly type: "bytes";
  readonly offset: number;
  readonly max: number;
  /**
   * The page has exactly the characters that begin in the range, the last one whole: so pages at offsets
   * that the caller counts by itself, `max` apart, lose nothing and repeat nothing.
   */
  readonly widen?: boolean;
}

/** Lines from 1; a negative start counts from the end (-1 = the last line). */
export interface LineRange {
  readonly type: "lines";
  readonly start: number;
  readonly max: number;
  /** No more bytes of content than this, whole lines where one fits. */
  readonly maxBytes: number;
  /** A start after the last line is the last line; so the lines of any file are counted, if there is the time. */
  readonly isClamped?: boolean;
}

/** consult_files: which files would go to the model. */
export interface ConsultRequest extends WithTimeout {
  readonly op: "consult";
  readonly files: readonly string[];
  /** Globs of files that may go though their names or contents look secret (`--consult-allow`). */
  readonly allow?: readonly string[];
  /** The files' text is wanted too, at most `LIMITS.consult.totalBytes` of it. */
  readonly text?: boolean;
}

/** Existing paths that a path which does not exist may have meant. */
export interface NearestRequest extends WithTimeout {
  readonly op: "nearest";
  readonly path: string;
  /** At most so many. */
  readonly limit: number;
}

/** A question that is counted to explain why another one found nothing. */
export type CountedRequest = ListRequest | GlobRequest | SearchRequest | NearestRequest;

/** One thing that a call which found nothing may have been meant as. */
export interface Alternative {
  readonly request: CountedRequest;
  /** Of the readings of a stage with the same key only the first that finds something is needed. */
  readonly onceKey?: string;
  /** Its result only serves to write another request: the stages after it are read too. */
  readonly isProbe?: true;
}

/** What else a call that found nothing would have found. */
export interface ExplainZeroRequest extends WithTimeout {
  readonly op: "explain_zero";
  /** The likeliest first. A stage is read where no stage before it found anything, probes aside. */
  readonly stages: readonly (readonly Alternative[])[];
}

/** Where paths that callers wrote really lead. */
export interface LocateRequest extends WithTimeout {
  readonly op: "locate";
  readonly paths: readonly string[];
}

/** Takes the files of a scope into memory before anybody asks for them. */
export interface WarmRequest extends WithTimeout {
  readonly op: "warm";
  readonly scope: Scope;
}

/** Anything the engine can be asked. */
export type Request =
  | ListRequest
  | GlobRequest
  | SearchRequest
  | ReadRequest
  | ConsultRequest
  | NearestRequest
  | ExplainZeroRequest
  | LocateRequest
  | WarmRequest;
