/**
 * Loads files in batches and scans them.
 * @module
 */
import type { HitSink } from "./hit_sink.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { SkipKind } from "../../model/completeness.ts";
import { BlockScanner } from "./block_scanner.ts";
import { type Haystack, type LoadOptions, type OpenedFile, openFile } from "./haystack.ts";
import { type BatchOptions, type CachedContents, FileLoader } from "./file_loader.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { CountOptions } from "./line_counter.ts";
import type { Matcher } from "../matcher/matcher.ts";
import type { CachedFile } from "../cache/cached_file.ts";
import type { CachedFileList, PrefilterQuery } from "../cache/cached_file_list.ts";
import type { ScanResult } from "./scan.ts";
import { type InspectBytes, LargeFileReader } from "./large_file.ts";

/** No required bytes: every text may have a match. */
const NO_REQUIRED_BYTES = {};
/** Marks a file that must be read again. */
const MUST_BE_READ = 2;

/** One pass over files in order. Results go to the sink. */
export class FileScanner {
  readonly #loader: FileLoader;
  readonly #blocks: BlockScanner;

  constructor(readonly job: Job, readonly matcher: Matcher, readonly options: LoadOptions, readonly sink: HitSink) {
    this.#loader = new FileLoader(job, options, matcher.requiredBytes);
    this.#blocks = new BlockScanner(job, matcher, sink);
  }

  /** Scans the files; false if time ran out. */
  *scanFiles(files: readonly WalkEntry[]): Operation<boolean> {
    const list = this.job.cache.listOf(files);
    if (list === undefined || !this.#canUseList(list)) return yield* this.#scanInBatches(this.#loader, files);
    const prefiltered = yield* this.#prefilterList(list);
    if (prefiltered === undefined) return false;
    if (!list.isInMemory) return yield* this.#scanInBatches(this.#loader, files);
    const loader = new FileLoader(this.job, this.options, NO_REQUIRED_BYTES);
    const counted = this.#addCountedFiles(list, prefiltered, loader);
    const { hits } = prefiltered, rest = markedIndices(hits);
    const cachedFiles = rest.map((i) => hits[i] === MUST_BE_READ ? undefined : list.cachedFiles[i]);
    this.sink.addMisses(list, files.length - rest.length - counted);
    const isComplete = yield* this.#scanInBatches(loader, rest.map((i) => files[i]), { cachedFiles });
    if (counted > 0 && rest.length > 0) this.sink.sortFiles(files);
    return isComplete;
  }

  /** Adds the files whose lines were counted and that are unchanged. @returns how many */
  #addCountedFiles(
    { files, cachedFiles }: CachedFileList,
    { counts, hits }: PrefilterQuery,
    loader: FileLoader,
  ): number {
    let added = 0;
    for (const [i, count] of counts.entries()) {
      const file = count === 0 ? undefined : cachedFiles[i];
      if (file === undefined) continue;
      if (loader.isUnchanged(files[i], file)) {
        this.sink.addCountedFile(files[i], file, count);
        added++;
      } else hits[i] = MUST_BE_READ;
    }
    return added;
  }

  #canUseList(list: CachedFileList): boolean {
    const { encoding, keepsCrlf, maxFileSize } = this.options;
    const isCachedAsWanted = encoding === undefined && !(keepsCrlf && list.hasCrlf);
    return isCachedAsWanted && list.largestBytes <= maxFileSize && this.sink.cachedList === undefined;
  }

  /** Undefined if time ran out. */
  *#prefilterList(list: CachedFileList): Operation<PrefilterQuery | undefined> {
    const { length } = list.files, counting = this.#countOptions();
    const query = {
      needles: this.matcher.requiredBytes,
      ...counting && { lines: counting.decidingBytes },
      maxCount: counting?.maxLines ?? 0,
      hits: new Uint8Array(length),
      counts: new Int32Array(length),
    };
    for (const i of list.nonTextIndices) query.hits[i] = 1;
    for (const _ of list.prefilter(query, this.job.epoch.number)) {
      if (this.job.remainingMs() <= 0) return undefined;
      if (this.job.shouldYield()) yield;
    }
    return query;
  }

  /** Scans files with the content that an earlier pass saw, as far as it is still in memory. */
  *scanAsRead(files: readonly WalkEntry[], asRead: ReadonlyMap<string, CachedFile>): Operation<boolean> {
    return yield* this.#scanInBatches(this.#loader, files, { asRead });
  }

  *#scanInBatches(loader: FileLoader, files: readonly WalkEntry[], contents: CachedContents = {}): Operation<boolean> {
    for (let at = 0; at < files.length;) {
      if (this.job.remainingMs() <= 0) return false;
      const before = loader.filesRead, batch = loader.loadBatch(files, at, this.#batchOptions(contents));
      this.sink.reads += loader.filesRead - before;
      if (!(yield* this.#scanBatch(batch, files, at))) return false;
      at += batch.length;
      this.job.progress(at, files.length);
      if (this.job.shouldYield()) yield;
    }
    return true;
  }

  #batchOptions(contents: CachedContents): BatchOptions {
    const counting = this.#countOptions(), { multiline, decidingBytes } = this.matcher;
    if (counting !== undefined) return { ...contents, counting };
    const { counter, request: { need } } = this.sink, isShownAndCounted = counter !== undefined && need === "lines";
    return multiline || isShownAndCounted ? contents : { ...contents, decidingBytes };
  }

  /** How lines are counted, if only counts are needed and lines match one by one. */
  #countOptions(): CountOptions | undefined {
    const maxLines = this.sink.countableLines;
    const { multiline, decidingBytes, requiredBytes, lineDfa: dfa } = this.matcher;
    return maxLines === undefined || multiline ? undefined : { decidingBytes, requiredBytes, dfa, maxLines };
  }

  /** @param from index of the batch's first file in `files` */
  *#scanBatch(batch: readonly Haystack[], files: readonly WalkEntry[], from: number): Operation<boolean> {
    for (let at = 0; at < batch.length;) {
      for (const result of this.#blocks.scanBatch(batch, at)) this.#addHaystack(files[from + at], batch[at++], result);
      if (at === batch.length) return true;
      if (this.job.remainingMs() <= 0) return false;
      if (!(yield* this.#scanAlone(files[from + at], batch[at++]))) return false;
      // All files may be in one batch if they are in memory.
      this.job.progress(from + at, files.length);
    }
    return true;
  }

  #addHaystack(entry: WalkEntry, haystack: Haystack, result: ScanResult | undefined): void {
    if (haystack.kind === "gone") return;
    if (haystack.kind === "miss") return this.sink.addMiss(entry, haystack.file);
    this.sink.beginFile(entry);
    if (result !== undefined) this.sink.addResult(result);
    this.#endFile(haystack.file, haystack.kind === "skip" ? haystack.why : undefined);
  }

  /** Scans a file that must be opened, a long text, or a block on which a run was stopped; false if time ran out. */
  *#scanAlone(entry: WalkEntry, haystack: Haystack): Operation<boolean> {
    if (haystack.kind === "gone") return true;
    const opened = haystack.kind === "unopened" || haystack.kind === "lines" ? this.#open(entry) : haystack;
    if (opened.kind === "gone") return true;
    this.sink.beginFile(entry);
    try {
      // A run can also be stopped on work that takes no time.
      this.#blocks.addCount(haystack);
      if (opened.kind === "large") return yield* this.#scanLargeFile(opened);
      return opened.kind !== "block" || (yield* this.#blocks.addBlock(opened.block));
    } finally {
      this.#endFile(haystack.file, opened.kind === "skip" ? opened.why : undefined);
    }
  }

  #open(entry: WalkEntry): OpenedFile {
    this.sink.reads++;
    return this.job.door.proveBatch(() => openFile(this.job.door, entry, this.options));
  }

  #endFile(file: CachedFile | undefined, skip: SkipKind | undefined): void {
    this.sink.endFile({ bytes: file?.size ?? 0, file, ...(skip && { skip }) });
  }

  *#scanLargeFile({ file, from }: Extract<OpenedFile, { kind: "large" }>): Operation<boolean> {
    try {
      const reader = new LargeFileReader(file, from, this.options, this.job.cache.arena);
      const inspect: InspectBytes = (from, to) => this.#loader.inspectBytes(from, to, this.#countOptions());
      for (let parts = reader.nextParts(inspect); parts !== undefined; parts = reader.nextParts(inspect)) {
        if (this.job.remainingMs() <= 0 || !(yield* this.#blocks.addParts(parts))) return false;
        if (this.sink.fileIsFull) return true;
        if (this.job.shouldYield()) yield;
      }
      return true;
    } finally {
      file.close();
    }
  }
}

/** The indices of marked files, in order. */
function markedIndices(hits: Uint8Array): number[] {
  const indices: number[] = [];
  for (let i = 0; i < hits.length; i++) if (hits[i] !== 0) indices.push(i);
  return indices;
}
