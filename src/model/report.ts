/**
 * The engine's answers: plain data in path order, with more detail than any one output form needs. The caller may use
 * all paths in its next call.
 * @module
 */
import type { Definition } from "./definition.ts";
import type { EntryKind } from "./place.ts";
import type { FaultData } from "./messages/tool_error.ts";

/** Why files were skipped that should have been searched or listed. */
export const SKIP_KINDS = [
  "ignored",
  "hidden",
  "binary",
  "too_large",
  "unreadable",
  "outside_root",
  "special",
  "undecodable_name",
] as const;

/** A reason for skipping. */
export type SkipKind = typeof SKIP_KINDS[number];

/** Counts of skipped files by reason; reasons that did not occur are absent. */
export type Skipped = Partial<Record<SkipKind, number>>;

/** The sums of two counts, by kind. */
export function addSkipped(a: Skipped, b: Skipped): Skipped {
  const sum: Skipped = {};
  for (const kind of SKIP_KINDS) {
    const count = (a[kind] ?? 0) + (b[kind] ?? 0);
    if (count > 0) sum[kind] = count;
  }
  return sum;
}

/** Why an answer is incomplete. */
export type CutBy = "limit" | "token_budget" | "timeout" | "file_limit";

/** Notes on paths that the caller wrote and that were not taken literally. */
export interface PathNotes {
  /** Paths that no entry has, and the only entry that looks like each. */
  readonly lookAlikes: readonly { readonly given: string; readonly shown: string }[];
  /** Paths that don't exist, of several. */
  readonly missing: readonly string[];
  /** Paths that can't be read, of several. */
  readonly unreadable: readonly string[];
}

/** A report of a request that has paths. */
interface WithPathNotes {
  readonly pathNotes?: PathNotes;
}

/** The part of a report about its completeness. */
export interface Completeness extends WithPathNotes {
  /** Absent if everything was searched. */
  readonly cutBy?: "timeout" | "file_limit";
  readonly skipped: Skipped;
  /** A hash: equal for two answers to one request only if they found the same, with high probability. */
  readonly fingerprint?: number;
  /** This page does not continue the first one, because the tree has changed since. */
  readonly treeChanged?: boolean;
}

/** One listed entry. */
export interface ListedEntry {
  readonly path: string;
  readonly kind: EntryKind;
  /** Bytes; with `metadata`, or sorted by it. */
  readonly size?: number;
  /** UNIX seconds; with `metadata`, or sorted by it. */
  readonly mtime?: number;
}

/** A directory, with the count of entries below it at any depth. */
export interface CountedDirectory {
  readonly path: string;
  /** Entries that are not directories. */
  readonly files: number;
  readonly directories: number;
  /** Index of the directory above it in the tree; absent for a root. */
  readonly parent?: number;
  /** Count of directories in the tree that have this one as their parent. */
  readonly children: number;
}

/** The directories that hold the entries found. A directory without files and with a single child is left out. */
export interface DirectoryTree {
  /** The first ones, level by level; in each level those with most entries first. */
  readonly directories: readonly CountedDirectory[];
  /** Count of all directories of the tree. */
  readonly total: number;
}

/** Report of a ListRequest: the page [skip, skip + limit) and the count of all entries. */
export interface ListReport extends Completeness {
  readonly op: "list";
  readonly entries: readonly ListedEntry[];
  readonly tree?: DirectoryTree;
  readonly total: number;
  /** Count of entries inspected. */
  readonly searched: number;
}

/** Report of a GlobRequest. */
export interface GlobReport extends Completeness {
  readonly op: "glob";
  readonly paths: readonly string[];
  readonly total: number;
  /** Count of entries inspected. */
  readonly searched: number;
}

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
  /** Matches in files whose definitions are not known, and the count of these files. */
  readonly unknownMatches: number;
  readonly unknownFiles: number;
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

/** The texts that matched. */
export interface ValueCounts {
  /** Those on the page; most matches first, then in the order of their bytes. */
  readonly page: readonly ValueCount[];
  readonly distinct: number;
  /** There are more values than `LIMITS.values` allows; those that came later are not counted. */
  readonly isCut?: true;
}

/** Report of a SearchRequest. */
export interface SearchReport extends Completeness {
  readonly op: "search";
  /** Files with matches, in order; empty if need=total. */
  readonly files: readonly FileHits[];
  /**
   * The files with the most matches (at most `LIMITS.summaryFiles`; with need=samples, from `skip` on), each with its
   * first `LIMITS.summarySamples` hits, in the order of `compareFullest`; empty unless need is samples or lines.
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
  /** UTF-16 units of the lines on the page: see `LIMITS.pageText`. */
  readonly pageUnits: number;
  /**
   * If the query is not ASCII: files in another encoding, whose bytes for the query may differ. At most
   * `LIMITS.nonUtf8Files`; if something was found, only those that could be detected in a short time.
   */
  readonly nonUtf8Paths?: readonly string[];
  /** Lines on which the pattern took too long; if there are any, `cutBy` is `timeout`. */
  readonly timedOutLines: number;
  /** Count of searched files. */
  readonly searched: number;
  /** Count of files read from disk; the others were in the cache. */
  readonly reads?: number;
  /** Present with `definitions`. */
  readonly uncounted?: UncountedMatches;
  /** With `enclosing`: files of the page whose lines come without it, since their definitions are not known. */
  readonly filesWithoutDefinitions?: number;
  /** Bytes of the files with matches, which a caller without a search would have to read. */
  readonly matchedBytes?: number;
  /** Milliseconds of the two phases: finding files and searching them. */
  readonly findMs: number;
  readonly searchMs: number;
}

/** Report of a ReadRequest. */
export interface ReadReport extends WithPathNotes {
  readonly op: "read";
  readonly path: string;
  readonly content: string;
  readonly size: number;
  /** The range of `content`. */
  readonly given:
    | { readonly type: "bytes"; readonly offset: number; readonly length: number }
    | {
      readonly type: "lines";
      /** From 1; negative (-1: the last line) in a file that is too large to count its lines. */
      readonly start: number;
      readonly count: number;
      /** `content` is only the beginning of a line, which is longer than the requested bytes. */
      readonly lineCut: boolean;
      /** With `lineCut`: the byte offset where the rest of the line begins. */
      readonly rest?: number;
    };
  /**
   * Byte offset of the content's first character. Present if the first line of the content has the same bytes in the
   * file, so that offsets in the line can be converted to offsets in the file.
   */
  readonly contentAt?: number;
  /** The file continues after `content`. */
  readonly more: boolean;
  /** Absent if unknown without further reading. */
  readonly totalLines?: number;
  /** The WHATWG label of the likely encoding of a file that is not UTF-8. */
  readonly likelyEncoding?: string;
}

/** Report of an OutlineRequest. */
export interface OutlineReport extends WithPathNotes {
  readonly op: "outline";
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Absent if unknown without further reading. */
  readonly totalLines?: number;
  /** Absent if no grammar knows the file. */
  readonly language?: string;
  /** If no grammar knows the file: the languages that have one. */
  readonly supported?: readonly string[];
  /** In order; with `symbol`, those of that name. */
  readonly definitions: readonly Definition[];
  /** Time or size did not allow for the whole file. */
  readonly isPartial?: true;
  /** Some of the file does not parse: definitions there are missing. */
  readonly hasErrors?: true;
  /** With `symbol`, if there is no such definition: the nearest qualified names. */
  readonly nearest?: readonly string[];
  /** With `symbol`, if there is one such definition: its lines, with the comment before it. */
  readonly read?: ReadReport;
}

/** A file that may be sent to a model. */
export interface ConsultFile {
  readonly path: string;
  readonly bytes: number;
  readonly estimatedTokens: number;
  /** If requested: the very text that was searched for secrets, without a byte-order mark. */
  readonly text?: string;
  /** `text` is only the beginning of the file. */
  readonly textCut?: boolean;
}

/** Report of a ConsultRequest: the manifest. */
export interface ConsultReport extends WithPathNotes {
  readonly op: "consult";
  readonly files: readonly ConsultFile[];
  /** Entries as the caller wrote them, or files by their path, and why they are not sent. */
  readonly leftOut: readonly { readonly path: string; readonly fault: FaultData }[];
}

/** Report of a NearestRequest: the best path first. */
export interface NearestReport extends WithPathNotes {
  readonly op: "nearest";
  readonly paths: readonly string[];
}

/** The result of an alternative of an ExplainZeroRequest. */
export interface AlternativeResult {
  /** The total that its own call would find; with `cutBy` a lower bound. */
  readonly total: number;
  readonly cutBy?: "timeout" | "file_limit";
  /** The first paths; of a search, the first files with matches, unless need=total. */
  readonly paths: readonly string[];
  /** The first text that a search matches, if need=lines. */
  readonly text?: string;
}

/** Report of an ExplainZeroRequest: a row for each alternative of each stage that ran. */
export interface ExplainZeroReport extends WithPathNotes {
  readonly op: "explain_zero";
  readonly stages: readonly (readonly AlternativeResult[])[];
}

/** Report of a WarmRequest. */
export interface WarmReport extends WithPathNotes {
  readonly op: "warm";
  /** Count of cached files, and the size of their contents. */
  readonly files: number;
  readonly bytes: number;
}

/** The place of a caller's path. */
export interface LocatedPath {
  /** The path as the caller may pass it again. */
  readonly shown: string;
  /** The real path, after all links. If it does not exist: that of the nearest existing directory above it. */
  readonly real: string;
  readonly kind: EntryKind | "missing";
}

/** Report of a LocateRequest: one place for each path, in order; null if it is outside the roots. */
export interface LocateReport extends WithPathNotes {
  readonly op: "locate";
  readonly places: readonly (LocatedPath | null)[];
}

/** The report for each kind of request. */
export interface ReportOf {
  list: ListReport;
  glob: GlobReport;
  search: SearchReport;
  read: ReadReport;
  outline: OutlineReport;
  consult: ConsultReport;
  nearest: NearestReport;
  explain_zero: ExplainZeroReport;
  locate: LocateReport;
  warm: WarmReport;
}

/** Any report. */
export type Report = ReportOf[keyof ReportOf];

/**
 * The report, typed for a request of kind `op`.
 * @throws Error if it is the report of another kind
 */
export function reportFor<K extends keyof ReportOf>(op: K, report: Report): ReportOf[K] {
  if (!isReportFor(op, report)) throw new Error(`a ${report.op} report can't answer a ${op} request`);
  return report;
}

function isReportFor<K extends keyof ReportOf>(op: K, report: Report): report is ReportOf[K] {
  return report.op === op;
}
