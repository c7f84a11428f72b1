/**
 * Loads files in batches and scans them under the guard.
 * @module
 */
import type { HitSink, PendingCounts } from "./hit_sink.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { SkipKind } from "../../model/report.ts";
import { guardedScan } from "./guarded_scan.ts";
import { TimeAllowance } from "../run/time_allowance.ts";
import { type Haystack, type LoadOptions, type OpenedFile, openFile } from "./haystack.ts";
import { type BatchOptions, type CachedContents, FileLoader } from "./file_loader.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { CountOptions } from "./line_counter.ts";
import type { Matcher } from "../matcher/matcher.ts";
import type { CachedFile } from "../cache/cached_file.ts";
import type { CachedFileList, PrefilterQuery } from "../cache/cached_file_list.ts";
import { type Block, MultilineScan, scanBlock, type ScanResult } from "./scan.ts";
import { type FilePart, type InspectBytes, LargeFileReader } from "./large_file.ts";
import { splitBlock } from "./split_block.ts";

/** No required bytes: every text may have a match. */
const NO_REQUIRED_BYTES = {};
/** Marks a file that must be read again. */
const MUST_BE_READ = 2;
/** UTF-16 units scanned at a time; fewer while hits are made, which takes some 10 ms if every line is one. */
const BLOCK_UNITS = 128 * 1024, BLOCK_UNITS_WITH_HITS = 32 * 1024;

/** One pass over files in order. Results go to the sink. */
export class FileScanner {
  readonly #loader: FileLoader;
  readonly #allowance: TimeAllowance;

  constructor(
    readonly job: Job,
    readonly matcher: Matcher,
    readonly options: LoadOptions,
    readonly sink: HitSink,
  ) {
    this.#loader = new FileLoader(job, options, matcher.requiredBytes);
    this.#allowance = new TimeAllowance(job);
  }

  /** Scans the files; false if time ran out. */
  *scanFiles(files: readonly WalkEntry[]): Operation<boolean> {
    const roll = this.job.cache.listOf(files);
    if (roll === undefined || !this.#canUseList(roll)) return yield* this.#scanInBatches(this.#loader, files);
    const sifted = yield* this.#prefilterList(roll);
    if (sifted === undefined) return false;
    if (!roll.isInMemory) return yield* this.#scanInBatches(this.#loader, files);
    const intake = new FileLoader(this.job, this.options, NO_REQUIRED_BYTES),
      counted = this.#addCountedFiles(roll, sifted, intake);
    const { hits } = sifted, rest = markedIndices(hits);
    const known = rest.map((i) => hits[i] === MUST_BE_READ ? undefined : roll.cachedFiles[i]);
    this.sink.addMisses(roll, files.length - rest.length - counted);
    const isWhole = yield* this.#scanInBatches(intake, rest.map((i) => files[i]), { cachedFiles: known });
    if (counted > 0 && rest.length > 0) this.sink.sortFiles(files);
    return isWhole;
  }

  /** Adds the files whose lines were counted and that are unchanged. @returns how many */
  #addCountedFiles(
    { files, cachedFiles: residents }: CachedFileList,
    { counts, hits }: PrefilterQuery,
    intake: FileLoader,
  ): number {
    let taken = 0;
    for (const [i, count] of counts.entries()) {
      const file = count === 0 ? undefined : residents[i];
      if (file === undefined) continue;
      if (intake.isUnchanged(files[i], file)) {
        this.sink.addCountedFile(files[i], file, count);
        taken++;
      } else hits[i] = MUST_BE_READ;
    }
    return taken;
  }

  #canUseList(roll: CachedFileList): boolean {
    const { encoding, keepsCrlf, maxFileSize } = this.options;
    const isAsRead = encoding === undefined && !(keepsCrlf && roll.hasCrlf);
    return isAsRead && roll.largestBytes <= maxFileSize && this.sink.cachedList === undefined;
  }

  /** Undefined if time ran out. */
  *#prefilterList(roll: CachedFileList): Operation<PrefilterQuery | undefined> {
    const { length } = roll.files, { requiredBytes: needles } = this.matcher, counting = this.#countOptions();
    const blank = { needles, hits: new Uint8Array(length), counts: new Int32Array(length) };
    const sifting = { ...blank, maxCount: counting?.maxLines ?? 0, ...counting && { lines: counting.decidingBytes } };
    for (const i of roll.nonTextIndices) sifting.hits[i] = 1;
    for (const _ of roll.prefilter(sifting, this.job.epoch.number)) {
      if (this.job.remainingMs() <= 0) return undefined;
      if (this.job.shouldYield()) yield;
    }
    return sifting;
  }

  /** Scans files with the content that an earlier pass saw, as far as it is still in memory. */
  *scanAsRead(files: readonly WalkEntry[], asRead: ReadonlyMap<string, CachedFile>): Operation<boolean> {
    return yield* this.#scanInBatches(this.#loader, files, { asRead });
  }

  *#scanInBatches(intake: FileLoader, files: readonly WalkEntry[], recalled: CachedContents = {}): Operation<boolean> {
    for (let at = 0; at < files.length;) {
      if (this.job.remainingMs() <= 0) return false;
      const before = intake.filesRead, batch = intake.loadBatch(files, at, this.#batchOptions(recalled));
      this.sink.reads += intake.filesRead - before;
      if (!(yield* this.#scanBatch(batch, files, at))) return false;
      at += batch.length;
      this.job.progress(at, files.length);
      if (this.job.shouldYield()) yield;
    }
    return true;
  }

  #batchOptions(recalled: CachedContents): BatchOptions {
    const counting = this.#countOptions(), { multiline, decidingBytes: lines } = this.matcher;
    if (counting !== undefined) return { ...recalled, counting };
    return multiline ? recalled : { ...recalled, decidingBytes: lines };
  }

  /** How lines are counted, if only counts are needed and lines match one by one. */
  #countOptions(): CountOptions | undefined {
    const most = this.sink.countableLines;
    const { multiline, decidingBytes: lines, requiredBytes: needles, lineDfa: automaton } = this.matcher;
    if (most === undefined || multiline) return undefined;
    return { decidingBytes: lines, requiredBytes: needles, dfa: automaton, maxLines: most };
  }

  /** @param from index of the batch's first file in `files` */
  *#scanBatch(batch: readonly Haystack[], files: readonly WalkEntry[], from: number): Operation<boolean> {
    for (let at = 0; at < batch.length;) {
      for (const found of this.#scanBlocks(batch, at)) this.#addHaystack(files[from + at], batch[at++], found);
      if (at === batch.length) return true;
      if (this.job.remainingMs() <= 0) return false;
      if (!(yield* this.#scanAlone(files[from + at], batch[at++]))) return false;
      // All files may be in one batch if they are in memory.
      this.job.progress(from + at, files.length);
    }
    return true;
  }

  /**
   * Scans `batch[at]` and the following texts in one run of the guard. Returns the finished results: it ends before a
   * file that must be opened, before a long text and before a block on which the run was stopped.
   */
  #scanBlocks(batch: readonly (Haystack | FilePart)[], at: number): (ScanResult | undefined)[] {
    const done: (ScanResult | undefined)[] = [];
    const work = () => {
      const seen = { records: total(done, "records"), units: total(done, "units"), inFile: 0 };
      for (let i = at + done.length; i < batch.length; i++) {
        const haystack = batch[i];
        if (haystack.kind === "aside" || this.#isLong(haystack)) return;
        if (haystack.kind === "lines" && !haystack.text.isInMemory) return;
        const found = this.#foundIn(haystack, seen);
        seen.records += found?.records ?? 0;
        seen.units += found?.units ?? 0;
        done.push(found);
      }
    };
    const size = units(batch, at);
    if (size < 0 || this.#isLiteralQuery) work();
    else this.job.guard.runWithTimeout(work, this.#allowance.msFor(size), this.job.remainingMs());
    return done;
  }

  /** A search for plain letters can't take long. */
  get #isLiteralQuery(): boolean {
    return this.matcher.literal !== undefined;
  }

  /** Whether a text is scanned in parts, so that other tasks can run between them. */
  #isLong(haystack: Haystack | FilePart): boolean {
    return haystack.kind === "block" && !this.matcher.multiline && size(haystack.block) > this.#maxBlockUnits;
  }

  get #maxBlockUnits(): number {
    return this.sink.countableLines === undefined ? BLOCK_UNITS_WITH_HITS : BLOCK_UNITS;
  }

  #foundIn(haystack: Haystack | FilePart, seen: PendingCounts): ScanResult | undefined {
    switch (haystack.kind) {
      case "block":
        return this.#scanRest(haystack, seen);
      case "count":
        return counted(haystack.count);
      case "lines":
        return haystack.text.scanLines(this.matcher, this.sink.scanOptions(seen));
    }
  }

  /** Scans a text, or its undecided part. */
  #scanRest({ block, counted: count }: Extract<FilePart, { kind: "block" }>, seen: PendingCounts): ScanResult {
    if (count === undefined) return this.#scan(block, seen);
    const rest = this.#scan(block, { ...seen, inFile: count });
    return { ...rest, count: rest.count + count, records: rest.records + count };
  }

  #scan(block: Block, seen?: PendingCounts): ScanResult {
    return scanBlock(this.matcher, block, this.sink.scanOptions(seen));
  }

  #addHaystack(file: WalkEntry, haystack: Haystack, found: ScanResult | undefined): void {
    if (haystack.kind === "gone") return;
    if (haystack.kind === "miss") return this.sink.addMiss(file, haystack.file);
    this.sink.beginFile(file);
    if (found !== undefined) this.sink.addResult(found);
    this.#end(haystack.file, haystack.kind === "skip" ? haystack.why : undefined);
  }

  /** Scans a file that must be opened, a long text, or a block on which a run was stopped; false if time ran out. */
  *#scanAlone(file: WalkEntry, haystack: Haystack): Operation<boolean> {
    if (haystack.kind === "gone") return true;
    const opened = haystack.kind === "aside" || haystack.kind === "lines" ? this.#open(file) : haystack;
    if (opened.kind === "gone") return true;
    this.sink.beginFile(file);
    try {
      // A run can also be stopped on work that takes no time.
      this.sink.addResult(counted(countIn(haystack)));
      if (opened.kind === "series") return yield* this.#scanLargeFile(opened);
      return opened.kind !== "block" || (yield* this.#scanInPieces(opened.block));
    } finally {
      const { file } = haystack;
      this.#end(file, opened.kind === "skip" ? opened.why : undefined);
    }
  }

  #open(file: WalkEntry): OpenedFile {
    this.sink.reads++;
    return this.job.door.proveBatch(() => openFile(this.job.door, file, this.options));
  }

  #end(file: CachedFile | undefined, skip: SkipKind | undefined): void {
    this.sink.endFile({ bytes: file?.size ?? 0, file: file, ...(skip && { skip }) });
  }

  *#scanLargeFile({ file, from }: Extract<OpenedFile, { kind: "series" }>): Operation<boolean> {
    try {
      const series = new LargeFileReader(file, from, this.options, this.job.cache.arena);
      const look: InspectBytes = (from, to) => this.#loader.inspectBytes(from, to, this.#countOptions());
      for (let parts = series.nextParts(look); parts !== undefined; parts = series.nextParts(look)) {
        if (this.job.remainingMs() <= 0 || !(yield* this.#scanParts(parts))) return false;
        if (this.sink.fileIsFull) return true;
        if (this.job.shouldYield()) yield;
      }
      return true;
    } finally {
      file.close();
    }
  }

  /** Scans parts of one file; false if time ran out. */
  *#scanParts(parts: readonly FilePart[]): Operation<boolean> {
    // In one run, unless each part's count is needed before the next.
    const done = this.sink.request.maxCount === undefined ? this.#scanBlocks(parts, 0) : [];
    for (const found of done) if (found !== undefined) this.sink.addResult(found);
    for (const part of parts.slice(done.length)) {
      if (this.sink.fileIsFull) return true;
      this.sink.addResult(counted(Math.min(countIn(part), this.sink.scanOptions().maxLines)));
      if (part.kind === "block" && !(yield* this.#scanInPieces(part.block))) return false;
    }
    return true;
  }

  /** Scans a text of one file, split if it is long; false if time ran out. */
  *#scanInPieces(block: Block): Operation<boolean> {
    if (this.matcher.multiline) return yield* this.#scanInSteps(block);
    for (const part of splitBlock(block, this.#maxBlockUnits)) {
      if (this.job.shouldYield()) yield;
      if (this.job.remainingMs() <= 0) return false;
      const found = this.#scanGuarded(part);
      if (found === undefined) yield* this.#addGuardedScan(part);
      else this.sink.addResult(found);
      if (this.sink.fileIsFull) return true;
    }
    return true;
  }

  /** Scans a text that can't be split; false if time ran out. */
  *#scanInSteps(block: Block): Operation<boolean> {
    const stepwise = new MultilineScan(this.matcher, block, this.sink.scanOptions());
    while (stepwise.result === undefined) {
      if (this.job.shouldYield()) yield;
      if (this.job.remainingMs() <= 0) return false;
      if (this.#finishes(() => stepwise.step(), block)) continue;
      yield* this.#addGuardedScan(block);
      return true;
    }
    this.sink.addResult(stepwise.result);
    return true;
  }

  #scanGuarded(block: Block): ScanResult | undefined {
    let found: ScanResult | undefined;
    return this.#finishes(() => found = this.#scan(block), block) ? found : undefined;
  }

  /** Whether work on a block was finished in time. */
  #finishes(work: () => void, block: Block): boolean {
    if (!this.#isLiteralQuery) {
      return this.job.guard.runWithTimeout(work, this.#allowance.msFor(size(block)), this.job.remainingMs());
    }
    work();
    return true;
  }

  *#addGuardedScan(block: Block): Operation<void> {
    yield;
    const found = yield* guardedScan(this.job, this.#allowance, this.matcher, block, this.sink.scanOptions());
    this.sink.addResult(found);
    this.sink.hardLines += found.hardLines;
  }
}

function total(found: readonly (ScanResult | undefined)[], what: "records" | "units"): number {
  return found.reduce((sum, one) => sum + (one?.[what] ?? 0), 0);
}

/** Matching lines of a text that are already counted. */
function countIn(haystack: Haystack | FilePart): number {
  return haystack.kind === "count" ? haystack.count : haystack.kind === "block" ? haystack.counted ?? 0 : 0;
}

function counted(count: number): ScanResult {
  return { count, records: count, hits: [], units: 0 };
}

function size(block: Block): number {
  return block.end - block.start;
}

/** The UTF-16 units to scan; -1 if no text is to be scanned. */
function units(batch: readonly (Haystack | FilePart)[], at: number): number {
  let sum = 0, blocks = 0;
  for (let i = at; i < batch.length; i++) {
    const haystack = batch[i];
    if (haystack.kind !== "block" && haystack.kind !== "lines") continue;
    sum += haystack.kind === "block" ? size(haystack.block) : haystack.file.size;
    blocks++;
  }
  return blocks === 0 ? -1 : sum;
}

/** The indices of marked files, in order. */
function markedIndices(hits: Uint8Array): number[] {
  const places: number[] = [];
  for (let i = 0; i < hits.length; i++) if (hits[i] !== 0) places.push(i);
  return places;
}
