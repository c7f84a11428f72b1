/**
 * Collects the results of a search, in the order of the files, and at most as many hits as the answer can use.
 * @module
 */
import type { Skipped } from "../../model/completeness.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SearchRequest } from "../../model/request.ts";
import { compareFullest, type FileHits, type Hit, type SearchReport } from "../../model/search_report.ts";
import type { CachedFile } from "../cache/cached_file.ts";
import { addToFingerprint } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { KeyCounter, KeyCounts } from "./block.ts";
import type { MatchedBlock } from "./guarded_matcher.ts";
import { HitMaker, hitUnits } from "./hit_maker.ts";
import { KeyTable } from "./key_table.ts";
import type { SkipReason } from "./open_file.ts";

/** What was found in a part of a file. */
export interface FoundPart {
  readonly count: number;
  readonly records: number;
  readonly hits: readonly Hit[];
  readonly keys?: KeyCounts;
}

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
  unmarked: SearchReport["unmarked"];
  /** Searched files whose bytes are not UTF-8. */
  nonUtf8Paths: string[] = [];
  /** Files with matches; empty if only the total is needed. */
  readonly files: FileWithHits[] = [];
  /** UTF-16 units of the hits. */
  units = 0;
  /** Hits are missing because the page was full. */
  isFull = false;
  /** The counts of something beside lines. */
  readonly keys: KeyTable | undefined;
  /** The most matching lines of a file. */
  readonly maxCount: number;
  readonly #maker: HitMaker;
  #entry: WalkEntry | undefined;
  /** Matching lines of the open file, and its hits. */
  #count = 0;
  #hits: Hit[] | undefined;

  /** @param counter counts something else beside lines */
  constructor(readonly request: SearchRequest, readonly counter?: KeyCounter) {
    this.keys = counter && new KeyTable();
    this.maxCount = request.maxCount ?? Infinity;
    this.#maker = new HitMaker(request.contextBefore, request.contextAfter);
  }

  /** Whether the page has room for further hits. */
  get wantsHits(): boolean {
    return this.request.need === "lines" && !this.isFull && this.pageRoom > 0;
  }

  /** Records from here to the end of the page. */
  get pageRoom(): number {
    return Math.max(0, this.request.skip + this.request.limit - this.records);
  }

  /** Whether so many records are all before the page. */
  isBeforePage(records: number): boolean {
    return this.records + records <= this.request.skip;
  }

  /** How many more matching lines the open file may have. */
  get linesLeft(): number {
    return this.maxCount - this.#count;
  }

  /** Whether the open file has as many matching lines as one file may have. */
  get fileIsFull(): boolean {
    return this.linesLeft <= 0;
  }

  /** Starts a file. */
  beginFile(entry: WalkEntry): void {
    this.#entry = entry;
    this.keys?.beginFile();
  }

  /** Adds matching lines that are not shown. */
  addCount(lines: number): void {
    const count = Math.min(lines, this.linesLeft);
    if (count > 0) this.addFound({ count, records: count, hits: NO_HITS });
  }

  /** Adds a block's matches, with the hits of those on the page. */
  addMatches({ matches: { count, records, groups, keys }, block }: MatchedBlock): void {
    if (count === 0 || this.fileIsFull) return;
    const hits = block === undefined ? NO_HITS : this.takePage(groups, (group) => this.#maker.make(block, group));
    this.addFound({ count, records, hits, keys });
  }

  /** The hits of what the page has room for, of what is found next. It ends at the first that has no room. */
  takePage<Found>(found: readonly Found[], make: (found: Found) => Hit): readonly Hit[] {
    const hits: Hit[] = [], before = Math.max(0, this.request.skip - this.records);
    for (const one of this.wantsHits ? found.slice(before, this.pageRoom) : []) {
      this.isFull = this.units >= LIMITS.pageText;
      if (this.isFull) break;
      const hit = make(one);
      this.units += hitUnits(hit);
      hits.push(hit);
    }
    return hits;
  }

  /** Adds a part of the open file. */
  addFound({ count, records, hits, keys }: FoundPart): void {
    this.records += records;
    if (keys !== undefined) this.keys?.add(keys);
    this.#count += count;
    if (hits.length > 0) (this.#hits ??= []).push(...hits);
  }

  /**
   * Finishes the open file.
   * @param content in which it was searched, if that is cached
   * @returns the number of its matching lines
   */
  endFile(content: CachedFile | undefined): number {
    const entry = this.#entry, count = this.#count, hits = this.#hits ?? NO_HITS;
    this.#entry = undefined;
    this.#count = 0;
    this.#hits = undefined;
    this.searched++;
    if (entry === undefined || count === 0) return 0;
    const path = entry.shown;
    this.total += count;
    this.filesMatched++;
    this.matchedBytes += content?.size ?? 0;
    this.fingerprint = addToFingerprint(this.fingerprint, path, count);
    if (this.request.need !== "total") this.files.push({ entry, content, path, count, hits });
    return count;
  }

  /** Adds a file whose content was not searched. */
  addSkipped(why: SkipReason, path: string): void {
    const isUnmarked = why === "utf-16le" || why === "utf-16be", kind = isUnmarked ? "binary" : why;
    this.skipped[kind] = (this.skipped[kind] ?? 0) + 1;
    if (!isUnmarked) return;
    this.unmarked = { path, encoding: why, ...this.unmarked, count: (this.unmarked?.count ?? 0) + 1 };
  }
}

/** A file with matches, and its entry. */
export interface FileWithHits extends FileHits {
  readonly entry: WalkEntry;
  /** In which it was searched, if that is cached. */
  readonly content: CachedFile | undefined;
  hits: readonly Hit[];
  defines?: true;
}

/** Shared, since most files have no hits that are shown. */
const NO_HITS: readonly Hit[] = [];

/** A page of the files with the most matches, ties in path order. */
export function topFiles<F extends FileHits>(files: readonly F[], skip: number): F[] {
  const order = files.map((_, i) => i).sort((a, b) => compareFullest(files[a], files[b]) || a - b);
  return order.slice(skip, skip + LIMITS.summaryFiles).map((i) => files[i]);
}
