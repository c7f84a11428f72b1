/**
 * Gathers what a search finds, in path order, no more than the answer's form can use.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { FileHits, Hit, SkipKind, Skipped } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";
import type { FoundEntry } from "./find.ts";
import { withPath } from "./path_hash.ts";
import type { Found, Wanted } from "./scan.ts";

/** The hits of one search so far. */
export class Collector {
  total = 0;
  records = 0;
  filesMatched = 0;
  /** Bytes of the files with matches. */
  matchedBytes = 0;
  /** Files whose content was looked at. */
  searched = 0;
  /** Of the files with matches and their counts. */
  fingerprint = 0;
  /** Lines on which the pattern took too long. */
  hardLines = 0;
  readonly skipped: Skipped = {};
  readonly files: FileHits[] = [];
  readonly #entries = new Map<FileHits, FoundEntry>();
  #open: { entry: FoundEntry; bytes: number; count: number; hits: Hit[] } | undefined;

  constructor(readonly request: SearchRequest) {}

  /** The content of a file of `bytes` is about to be scanned. */
  begin(entry: FoundEntry, bytes: number): void {
    this.searched++;
    this.#open = { entry, bytes, count: 0, hits: [] };
  }

  /** What is wanted of the next block, when `seen` counts and records are not added yet. */
  wanted(seen: Seen = NOTHING): Wanted {
    const { need, skip, limit, maxCount, contextBefore, contextAfter } = this.request;
    const first = this.records + seen.records;
    return {
      from: need === "lines" ? Math.max(0, skip - first) : 0,
      to: need === "lines" ? Math.max(0, skip + limit - first) : 0,
      max: (maxCount ?? Infinity) - (seen.inFile ?? this.#open?.count ?? 0),
      before: contextBefore,
      after: contextAfter,
    };
  }

  /** Adds what a block of the open file has. */
  add(found: Found): void {
    this.total += found.count;
    this.records += found.records;
    if (this.#open === undefined) return;
    this.#open.count += found.count;
    this.#open.hits.push(...found.hits);
  }

  /** Whether the open file has as many matching lines as one file may. */
  get fileIsFull(): boolean {
    return (this.#open?.count ?? 0) >= (this.request.maxCount ?? Infinity);
  }

  /** The open file is done. */
  end(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || open.count === 0) return;
    this.filesMatched++;
    this.matchedBytes += open.bytes;
    this.fingerprint = withPath(this.fingerprint, open.entry.shown, open.count);
    if (this.request.need === "total") return;
    const file = { path: open.entry.shown, count: open.count, hits: open.hits };
    this.files.push(file);
    this.#entries.set(file, open.entry);
  }

  /** Where a collected file is. */
  entryOf(file: FileHits): FoundEntry {
    const entry = this.#entries.get(file);
    if (entry === undefined) throw new Error(`not a file of this search: ${file.path}`);
    return entry;
  }

  skip(kind: SkipKind, count = 1): void {
    this.skipped[kind] = (this.skipped[kind] ?? 0) + count;
  }
}

/** Counts of blocks that were scanned but not added yet. */
export interface Seen {
  readonly records: number;
  /** Matching lines of the file at hand; absent: those added so far. */
  readonly inFile?: number;
}

const NOTHING: Seen = { records: 0 };

/** The files with the most matches, most first, ties in path order. */
export function topFiles(files: readonly FileHits[]): FileHits[] {
  const order = files.map((_, i) => i).sort((a, b) => files[b].count - files[a].count || a - b);
  return order.slice(0, LIMITS.summaryFiles).map((i) => files[i]);
}
