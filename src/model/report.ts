/**
 * What the engine answers: plain data in path order, richer than any one form, so that several forms
 * can be made of it. Paths are already as the caller may use them again.
 * @module
 */
import type { EntryKind } from "./place.ts";
import type { FaultData } from "./messages/tool_error.ts";

/** Why files that should have counted did not. */
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

/** Files skipped, by reason; reasons that did not occur are absent. */
export type Skipped = Partial<Record<SkipKind, number>>;

/** What cut an answer short. */
export type CutBy = "limit" | "token_budget" | "timeout" | "file_limit";

/** What became of paths that the caller wrote, where they were not taken as they stand. */
export interface PathNotes {
  /** Nothing has that very name, but one thing looks like it. */
  readonly lookAlikes: readonly { readonly given: string; readonly shown: string }[];
  /** Those of several that are not there. */
  readonly missing: readonly string[];
  /** Those of several that can't be read. */
  readonly unreadable: readonly string[];
}

/** A report on what paths lead to. */
interface WithPathNotes {
  readonly pathNotes?: PathNotes;
}

/** What every report says of its own completeness. */
export interface Completeness extends WithPathNotes {
  /** Absent when everything asked for was looked at. */
  readonly cutBy?: "timeout" | "file_limit";
  readonly skipped: Skipped;
  /** Equal for two answers to one question exactly when they found the same (as good as always). */
  readonly fingerprint?: number;
  /** This page does not continue the first one: the tree has changed since. */
  readonly treeChanged?: boolean;
}

/** One listed entry. */
export interface ListedEntry {
  readonly path: string;
  readonly kind: EntryKind;
  /** Bytes; with `metadata`. */
  readonly size?: number;
  /** UNIX seconds; with `metadata`. */
  readonly mtime?: number;
}

/** Answer to a ListRequest: the page [skip, skip + limit) and the count of all. */
export interface ListReport extends Completeness {
  readonly op: "list";
  readonly entries: readonly ListedEntry[];
  readonly total: number;
  /** Entries looked at. */
  readonly searched: number;
}

/** Answer to a GlobRequest. */
export interface GlobReport extends Completeness {
  readonly op: "glob";
  readonly paths: readonly string[];
  readonly total: number;
  /** Entries looked at. */
  readonly searched: number;
}

/** A matching line (in multiline mode: the lines a match spans). */
export interface Hit {
  /** From 1; the first line of a multiline match. */
  readonly lineNumber: number;
  /**
   * Without its line break; cut around the match when over `LIMITS.lineChars`. Of a match over lines these, with LF between
   * them, at most `LIMITS.matchLines`.
   */
  readonly line: string;
  readonly cut: boolean;
  /** How many lines the match is over, where not all of them are shown. */
  readonly lines?: number;
  /** [start, end) of each match, in UTF-8 bytes of `line`. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  /** 1-based column of the first match in the uncut line, in characters. */
  readonly column: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** One file with at least one match. */
export interface FileHits {
  readonly path: string;
  /** Matching lines in it, shown or not. */
  readonly count: number;
  /** In `files`: those of the page (need = lines), else none. In `top`: the first few. */
  readonly hits: readonly Hit[];
}

/** Answer to a SearchRequest. */
export interface SearchReport extends Completeness {
  readonly op: "search";
  /** Files with matches, in order; empty when only the total was needed. */
  readonly files: readonly FileHits[];
  /**
   * The files with the most matches (at most `LIMITS.summaryFiles`; where `need` is samples, from its `skip` on),
   * most first, each with its first `LIMITS.summarySamples` hits; empty unless `need` is samples or lines.
   */
  readonly top: readonly FileHits[];
  readonly filesMatched: number;
  /** Matching lines; in multiline mode, matches (as `rg -c` counts). */
  readonly total: number;
  /** What paging goes by: matching lines; in multiline mode, groups of touching lines. */
  readonly records: number;
  /** UTF-16 units of the lines on the page, see `LIMITS.pageText`. */
  readonly pageUnits: number;
  /**
   * Files that are no UTF-8, if the query is not ASCII, so that they may spell it otherwise; at most
   * `LIMITS.nonUtf8Files`, and where something was found those that a short time tells.
   */
  readonly nonUtf8Paths?: readonly string[];
  /** Lines given up because the pattern took too long on them; more than 0 means cutBy timeout. */
  readonly timedOutLines: number;
  /** Files whose content was looked at. */
  readonly searched: number;
  /** Files that were read from the disk for it; the others were in memory. */
  readonly reads?: number;
  /** Bytes of the files with matches: what a reader without a search would have had to take in. */
  readonly matchedBytes?: number;
  /** Milliseconds of the finding and of the searching phase. */
  readonly findMs: number;
  readonly searchMs: number;
}

/** Answer to a ReadRequest. */
export interface ReadReport extends WithPathNotes {
  readonly op: "read";
  readonly path: string;
  readonly content: string;
  readonly size: number;
  /** What was really given. */
  readonly given:
    | { readonly type: "bytes"; readonly offset: number; readonly length: number }
    | {
      readonly type: "lines";
      /** From 1; negative, from the end (-1 = the last), in a file too large to count its lines. */
      readonly start: number;
      readonly count: number;
      /** The only line given is longer than was asked for, and only its beginning is given. */
      readonly lineCut: boolean;
      /** With `lineCut`: the byte offset where the rest of the line begins. */
      readonly rest?: number;
    };
  /**
   * Byte offset of the content's first character, where the first line of the content has the bytes that it has in the
   * file: so a place in that line is a place in the file.
   */
  readonly contentAt?: number;
  /** Something of the file lies behind what was given. */
  readonly more: boolean;
  /** Where it is known without reading on. */
  readonly totalLines?: number;
  /** The WHATWG label of the encoding in which a file that is no UTF-8 likely is. */
  readonly likelyEncoding?: string;
}

/** A file that may go to a model. */
export interface ConsultFile {
  readonly path: string;
  readonly bytes: number;
  readonly estimatedTokens: number;
  /** Where it was asked for: the text, without a byte-order mark; just as it was searched for secrets. */
  readonly text?: string;
  /** `text` is only the beginning of the file. */
  readonly textCut?: boolean;
}

/** Answer to a ConsultRequest: the manifest. */
export interface ConsultReport extends WithPathNotes {
  readonly op: "consult";
  readonly files: readonly ConsultFile[];
  /** Entries as the caller wrote them, or files by their path, and why they don't go. */
  readonly leftOut: readonly { readonly path: string; readonly fault: FaultData }[];
}

/** Answer to a NearestRequest: the best first. */
export interface NearestReport extends WithPathNotes {
  readonly op: "nearest";
  readonly paths: readonly string[];
}

/** What a reading of an ExplainZeroRequest finds. */
export interface AlternativeResult {
  /** What its own call would find; with `cutBy` at least so much. */
  readonly total: number;
  readonly cutBy?: "timeout" | "file_limit";
  /** The first paths: of a search, files with matches, if its `need` is more than the total. */
  readonly paths: readonly string[];
  /** The first text that a search matches, where lines are needed. */
  readonly text?: string;
}

/** Answer to an ExplainZeroRequest: a row for each reading, as far as stages were read. */
export interface ExplainZeroReport extends WithPathNotes {
  readonly op: "explain_zero";
  readonly stages: readonly (readonly AlternativeResult[])[];
}

/** Answer to a WarmRequest. */
export interface WarmReport extends WithPathNotes {
  readonly op: "warm";
  /** Files remembered, and the memory for their contents. */
  readonly files: number;
  readonly bytes: number;
}

/** Where a caller's path leads. */
export interface LocatedPath {
  /** As the caller may name it again. */
  readonly shown: string;
  /** Its own path, behind all links; of what does not exist, that of the nearest directory above it that does. */
  readonly real: string;
  readonly kind: EntryKind | "missing";
}

/** Answer to a LocateRequest: for each path in turn; null for what lies outside the roots. */
export interface LocateReport extends WithPathNotes {
  readonly op: "locate";
  readonly places: readonly (LocatedPath | null)[];
}

/** The report that answers each kind of request. */
export interface ReportOf {
  list: ListReport;
  glob: GlobReport;
  search: SearchReport;
  read: ReadReport;
  consult: ConsultReport;
  nearest: NearestReport;
  explain_zero: ExplainZeroReport;
  locate: LocateReport;
  warm: WarmReport;
}

/** Any report. */
export type Report = ReportOf[keyof ReportOf];

/** The report as what answers a request of kind `op`. */
export function reportFor<K extends keyof ReportOf>(op: K, report: Report): ReportOf[K] {
  if (!isReportFor(op, report)) throw new Error(`a ${report.op} report can't answer a ${op} request`);
  return report;
}

function isReportFor<K extends keyof ReportOf>(op: K, report: Report): report is ReportOf[K] {
  return report.op === op;
}
