/**
 * Collects the results of a search, in the order of the files, and at most as many hits as the answer can use.
 * @module
 */
import type { Skipped } from "../../model/completeness.ts";
import { LIMITS } from "../../model/limits.ts";
import { comparePaths } from "../../model/place.ts";
import type { SearchRequest } from "../../model/request.ts";
import { compareFullest, type FileHits, type Hit } from "../../model/search_report.ts";
import type { CachedFile, Tally } from "../cache/cached_file.ts";
import type { CachedFileList } from "../cache/cached_file_list.ts";
import { type SearchTallies, TallyMap } from "../cache/search_cache.ts";
import { addToFingerprint } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { KeyCounter, ScanOptions } from "./block.ts";
import { KeyTable } from "./key_table.ts";
import type { ScanResult } from "./scan.ts";

/** The results of one search so far. */
export class HitSink {
  total = 0;
  records = 0;
  filesMatched = 0;
  /** Total bytes of the files with matches. */
  matchedBytes = 0;
  /** Files whose content was searched. */
  searched = 0;
  /** A hash of the files with matches and their counts. */
  fingerprint = 0;
  /** Lines that were given up because the pattern took too long. */
  hardLines = 0;
  /** Files read from the disk. */
  reads = 0;
  readonly skipped: Skipped = {};
  /** Files with matches; empty if only the total is needed. */
  readonly files: FileWithHits[] = [];
  /** The result of every file that was scanned individually. */
  readonly tallies = new TallyMap();
  /** Files that were prefiltered together: those without a tally have no match. */
  cachedList?: CachedFileList;
  /** UTF-16 units of the hits. */
  units = 0;
  /** Hits are missing because the page was full. */
  isFull = false;
  #open: { entry: WalkEntry; count: number; records: number; hits: Hit[] | undefined } | undefined;

  /** The counts of something beside lines. */
  keys: KeyTable | undefined;

  /** @param counter counts something else beside lines */
  constructor(readonly request: SearchRequest, readonly counter?: KeyCounter) {
    this.keys = counter && new KeyTable();
  }

  get fileTallies(): SearchTallies {
    return { byPath: this.tallies, ...(this.cachedList && { fileList: this.cachedList }) };
  }

  /** The contents in which files were searched, by path, as far as these were cached. */
  contentsOf(files: readonly FileHits[]): Map<string, CachedFile> {
    return new Map(files.flatMap(({ path }) => {
      const file = this.tallies.get(path)?.file;
      return file === undefined ? [] : [[path, file]];
    }));
  }

  /** Starts a file. */
  beginFile(entry: WalkEntry): void {
    this.#open = { entry, count: 0, records: 0, hits: undefined };
    this.keys?.beginFile();
  }

  /** The options for the next block, if `pending` counts are still to be added. */
  scanOptions(pending: PendingCounts = NOTHING): ScanOptions {
    const { need, skip, limit, contextBefore, contextAfter } = this.request;
    const first = this.records + pending.records;
    return {
      firstRecord: need === "lines" ? Math.max(0, skip - first) : 0,
      endRecord: need === "lines" ? Math.max(0, skip + limit - first) : 0,
      maxLines: this.#remainingLines(pending.inFile),
      maxUnits: LIMITS.pageText - this.units - pending.units,
      before: contextBefore,
      after: contextAfter,
      counter: this.counter,
    };
  }

  /** How many lines of a file are still counted; undefined while lines may be shown, or something in them is counted. */
  get countableLines(): number | undefined {
    const { need, skip, limit } = this.request;
    if (this.counter !== undefined) return undefined;
    return need === "lines" && !this.isFull && this.records < skip + limit ? undefined : this.#remainingLines();
  }

  /** How many more matching lines a file may have. */
  #remainingLines(inFile = this.#open?.count ?? 0): number {
    return (this.request.maxCount ?? Infinity) - inFile;
  }

  /** Adds a block of the open file. */
  addResult(result: ScanResult): void {
    const { firstRecord, endRecord } = this.scanOptions();
    if (result.hits.length < Math.min(result.records, endRecord) - firstRecord) this.isFull = true;
    this.records += result.records;
    this.units += result.units;
    if (result.keys !== undefined) this.keys?.add(result.keys);
    if (this.#open === undefined) return;
    this.#open.count += result.count;
    this.#open.records += result.records;
    if (result.hits.length > 0) (this.#open.hits ??= []).push(...result.hits);
  }

  /** Whether the open file has as many matching lines as one file may have. */
  get fileIsFull(): boolean {
    return this.#remainingLines() <= 0;
  }

  /** Finishes the open file. */
  endFile({ file, bytes, skip }: Pick<Tally, "bytes" | "file" | "skip">): void {
    if (this.#open === undefined) return;
    const { entry, count, records, hits } = this.#open;
    this.#open = undefined;
    this.#count(entry, { file, bytes, count, records, skip }, hits ?? NO_HITS);
  }

  /** Adds a file without a match. */
  addMiss(entry: WalkEntry, file: CachedFile): void {
    this.searched++;
    this.tallies.addWithoutMatch(entry.shown, file);
  }

  /** Adds a cached file of which only the count is needed. */
  addCountedFile(entry: WalkEntry, file: CachedFile, count: number): void {
    this.records += count;
    this.#count(entry, { file, bytes: file.size, count, records: count, skip: undefined }, NO_HITS);
  }

  /** Sorts files that were added in two passes, each in the order of `files`. */
  sortFiles(files: readonly WalkEntry[]): void {
    const { sort = "path" } = this.request.find ?? {};
    if (sort === "path") return void this.files.sort((a, b) => comparePaths(a.path, b.path));
    const indices = new Map(files.map(({ shown }, i) => [shown, i]));
    const indexOf = ({ path }: FileHits) => indices.get(path) ?? -1;
    this.files.sort((a, b) => indexOf(a) - indexOf(b));
  }

  /** Adds the files of a list that have no match, without the ones added individually. */
  addMisses(list: CachedFileList, count: number): void {
    this.cachedList = list;
    this.searched += count;
  }

  /** Adds a file with its result from an earlier search, without hits. */
  addReplayed(entry: WalkEntry, tally: Tally): void {
    this.records += tally.records;
    this.#count(entry, tally, NO_HITS);
  }

  /** Gives replayed files the hits of another pass, and what else it counted. */
  takeHits({ files, units, isFull, keys, hardLines }: HitSink): void {
    this.keys = keys;
    this.hardLines = hardLines;
    this.units = units;
    this.isFull = isFull;
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

/** A file with matches, and its entry. */
export interface FileWithHits extends FileHits {
  readonly entry: WalkEntry;
  hits: readonly Hit[];
  defines?: true;
}

/** Shared, since most files have no hits that are shown. */
const NO_HITS: readonly Hit[] = [];

/** Totals of blocks that were scanned but not added yet. */
export interface PendingCounts {
  readonly records: number;
  /** UTF-16 units of their hits. */
  readonly units: number;
  /** Matching lines of the current file; absent: those added so far. */
  readonly inFile?: number;
}

const NOTHING: PendingCounts = { records: 0, units: 0 };

/** A page of the files with the most matches, ties in path order. */
export function topFiles<F extends FileHits>(files: readonly F[], skip: number): F[] {
  const order = files.map((_, i) => i).sort((a, b) => compareFullest(files[a], files[b]) || a - b);
  return order.slice(skip, skip + LIMITS.summaryFiles).map((i) => files[i]);
}
