/**
 * The engine's answers: plain data in path order, with more detail than any one output form needs. The caller may use
 * all paths in its next call.
 * @module
 */
import type { Completeness, WithPathNotes } from "./completeness.ts";
import type { Definition } from "./definition.ts";
import type { Explanation } from "./explanation.ts";
import type { EntryKind } from "./place.ts";
import type { FaultData } from "./messages/tool_error.ts";
import type { SearchReport } from "./search_report.ts";

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
  /** If nothing was found. */
  readonly why?: Explanation;
}

export interface GlobReport extends Completeness {
  readonly op: "glob";
  readonly paths: readonly string[];
  readonly total: number;
  /** Count of entries inspected. */
  readonly searched: number;
  /** If nothing was found. */
  readonly why?: Explanation;
}

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
   * file. Offsets in the line can then be converted to offsets in the file.
   */
  readonly contentAt?: number;
  /** The file continues after `content`. */
  readonly more: boolean;
  /** Absent if unknown without further reading. */
  readonly totalLines?: number;
  /** The WHATWG label of the likely encoding of a file that is not UTF-8. */
  readonly likelyEncoding?: string;
}

export interface OutlineReport extends WithPathNotes {
  readonly op: "outline";
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Absent if unknown without further reading. */
  readonly totalLines?: number;
  /** Absent if there is no grammar for the file. */
  readonly language?: string;
  /** If there is no grammar for the file: the languages that have one. */
  readonly supported?: readonly string[];
  /** In order; with `symbol`, those of that name: several with their qualified names. */
  readonly definitions: readonly Definition[];
  /** Time or size did not allow for the whole file. */
  readonly isPartial?: true;
  /** Lines that could not be parsed, if there are any: definitions there may be missing. */
  readonly unparsedLines?: number;
  /** Fields, members of enums and flags, if the outline leaves some out. */
  readonly leftOut?: number;
  /** With `symbol`, if there is no such definition: the nearest qualified names. */
  readonly nearest?: readonly string[];
  /** With `symbol`, if there is one such definition: its lines, with the comment before it. */
  readonly read?: ReadReport;
}

/** A file that may be sent to a model. */
export interface ConsultFile {
  readonly path: string;
  /** Bytes of the whole file. */
  readonly bytes: number;
  /** The very text that was searched for keys. */
  readonly text: string;
  /** `text` is only the beginning of the file. */
  readonly textCut: boolean;
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

export interface WarmReport extends WithPathNotes {
  readonly op: "warm";
  /** Count of cached files, and the size of their contents. */
  readonly files: number;
  readonly bytes: number;
}

/** Report of a LocateRequest: what is at each path, in order. */
export interface LocateReport extends WithPathNotes {
  readonly op: "locate";
  readonly kinds: readonly (EntryKind | "missing" | "outside")[];
}

export interface ReportOf {
  list: ListReport;
  glob: GlobReport;
  search: SearchReport;
  read: ReadReport;
  outline: OutlineReport;
  consult: ConsultReport;
  nearest: NearestReport;
  locate: LocateReport;
  warm: WarmReport;
}

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
