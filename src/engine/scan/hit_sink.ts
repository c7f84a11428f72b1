/**
 * Gathers what a search finds, in the order of the files, no more than the answer's form can use.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { comparePaths } from "../../model/place.ts";
import type { FileHits, Hit, Skipped } from "../../model/report.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type SearchTallies, TallyMap } from "../cache/search_cache.ts";
import type { CachedFile, Tally } from "../cache/cached_file.ts";
import { addToFingerprint } from "../walk/path_hash.ts";
import type { CachedFileList } from "../cache/cached_file_list.ts";
import type { ScanResult, Wanted } from "./scan.ts";

/** The hits of one search so far. */
export class HitSink {
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
  /** Files read from the disk. */
  reads = 0;
  readonly skipped: Skipped = {};
  /** Files with matches; none when only the total is needed. */
  readonly files: FileWithHits[] = [];
  /** Every file looked at by itself. */
  readonly tallies = new TallyMap();
  /** Files that were looked at together: those of them without a tally have no match. */
  cachedList?: CachedFileList;
  /** UTF-16 units of the hits. */
  units = 0;
  /** Hits are missing that would have been too much. */
  isFull = false;
  #open: { entry: WalkEntry; count: number; records: number; hits: Hit[] | undefined } | undefined;

  constructor(readonly request: SearchRequest) {}

  /** What was found in which file. */
  get fileTallies(): SearchTallies {
    return { byPath: this.tallies, ...(this.cachedList && { fileList: this.cachedList }) };
  }

  /** A file is about to be scanned. */
  beginFile(entry: WalkEntry): void {
    this.#open = { entry, count: 0, records: 0, hits: undefined };
  }

  /** What is wanted of the next block, when `seen` counts and records are not added yet. */
  scanOptions(seen: PendingCounts = NOTHING): Wanted {
    const { need, skip, limit, contextBefore, contextAfter } = this.request;
    const first = this.records + seen.records;
    return {
      firstRecord: need === "lines" ? Math.max(0, skip - first) : 0,
      endRecord: need === "lines" ? Math.max(0, skip + limit - first) : 0,
      maxLines: this.#left(seen.inFile),
      maxUnits: LIMITS.pageText - this.units - seen.units,
      before: contextBefore,
      after: contextAfter,
    };
  }

  /** How many more lines of a file are counted, once they are only counted; undefined while some may be shown. */
  get countableLines(): number | undefined {
    const { need, skip, limit } = this.request;
    return need === "lines" && !this.isFull && this.records < skip + limit ? undefined : this.#left();
  }

  /** Matching lines that a file may have beside those in it so far. */
  #left(inFile = this.#open?.count ?? 0): number {
    return (this.request.maxCount ?? Infinity) - inFile;
  }

  /** Adds what a block of the open file has. */
  addResult(found: ScanResult): void {
    const { firstRecord: from, endRecord: to } = this.scanOptions();
    if (found.hits.length < Math.min(found.records, to) - from) this.isFull = true;
    this.records += found.records;
    this.units += found.units;
    if (this.#open === undefined) return;
    this.#open.count += found.count;
    this.#open.records += found.records;
    if (found.hits.length > 0) (this.#open.hits ??= []).push(...found.hits);
  }

  /** Whether the open file has as many matching lines as one file may. */
  get fileIsFull(): boolean {
    return this.#left() <= 0;
  }

  /** The open file is done. */
  endFile(state: Pick<Tally, "bytes" | "file" | "skip">): void {
    if (this.#open === undefined) return;
    const { entry, count, records, hits } = this.#open;
    this.#open = undefined;
    this.#count(entry, { file: state.file, bytes: state.bytes, count, records, skip: state.skip }, hits ?? NO_HITS);
  }

  /** A file that is known to hold no match. */
  addMiss(entry: WalkEntry, file: CachedFile): void {
    this.searched++;
    this.tallies.addWithoutMatch(entry.shown, file);
  }

  /** A file in memory whose lines were counted, and no more is wanted of it. */
  addCountedFile(entry: WalkEntry, mark: CachedFile, count: number): void {
    this.records += count;
    this.#count(entry, { file: mark, bytes: mark.size, count, records: count, skip: undefined }, NO_HITS);
  }

  /** Files that came in two series, each in the order of `files`, as one. */
  sortFiles(files: readonly WalkEntry[]): void {
    const { sort = "path" } = this.request.find ?? {};
    if (sort === "path") return void this.files.sort((a, b) => comparePaths(a.path, b.path));
    const order = new Map(files.map(({ shown }, i) => [shown, i])),
      place = ({ path }: FileHits) => order.get(path) ?? -1;
    this.files.sort((a, b) => place(a) - place(b));
  }

  /** All files of a roll but those that are given one by one are known to hold no match. */
  addMisses(roll: CachedFileList, count: number): void {
    this.cachedList = roll;
    this.searched += count;
  }

  /** Takes a file as an earlier search found it, without its hits. */
  addReplayed(entry: WalkEntry, tally: Tally): void {
    this.records += tally.records;
    this.#count(entry, tally, NO_HITS);
  }

  /** Gives files that were replayed the hits of another pass over them. */
  takeHits({ files, units, isFull: full }: HitSink): void {
    this.units = units;
    this.isFull = full;
    const hits = new Map(files.map((file) => [file.path, file.hits]));
    for (const file of this.files) file.hits = hits.get(file.path) ?? NO_HITS;
  }

  #count(entry: WalkEntry, tally: Tally, hits: readonly Hit[]): void {
    const path = entry.shown, { count, skip } = tally;
    this.tallies.add(path, tally);
    if (skip !== undefined) this.skipped[skip] = (this.skipped[skip] ?? 0) + 1;
    else this.searched++;
    if (count === 0) return;
    this.total += count;
    this.filesMatched++;
    this.matchedBytes += tally.bytes;
    this.fingerprint = addToFingerprint(this.fingerprint, path, count);
    if (this.request.need !== "total") this.files.push({ entry, path, count, hits });
  }
}

/** A file with matches, and where it is. */
export interface FileWithHits extends FileHits {
  readonly entry: WalkEntry;
  hits: readonly Hit[];
}

/** The same for all files, as most have none that are shown. */
const NO_HITS: readonly Hit[] = [];

/** What is in blocks that were scanned but not added yet. */
export interface PendingCounts {
  readonly records: number;
  /** UTF-16 units of their hits. */
  readonly units: number;
  /** Matching lines of the file at hand; absent: those added so far. */
  readonly inFile?: number;
}

const NOTHING: PendingCounts = { records: 0, units: 0 };

/** A page of the files with the most matches, most first, ties in path order. */
export function topFiles<F extends FileHits>(files: readonly F[], skip: number): F[] {
  const order = files.map((_, i) => i).sort((a, b) => files[b].count - files[a].count || a - b);
  return order.slice(skip, skip + LIMITS.summaryFiles).map((i) => files[i]);
}
