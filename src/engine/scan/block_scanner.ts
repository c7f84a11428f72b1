/**
 * Scans loaded texts under the guard, and adds the results to the sink.
 * @module
 */
import type { Block } from "./block.ts";
import type { HitSink, PendingCounts } from "./hit_sink.ts";
import { guardedScan } from "./guarded_scan.ts";
import type { Haystack } from "./haystack.ts";
import type { FilePart } from "./large_file.ts";
import type { Job } from "../run/job.ts";
import { TimeAllowance } from "../run/time_allowance.ts";
import type { Operation } from "../task/operation.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { scanBlock, type ScanResult, SteppedScan } from "./scan.ts";
import { splitBlock } from "./split_block.ts";

/** UTF-16 units scanned at a time; fewer while hits are made, which takes some 10 ms if every line is one. */
const BLOCK_UNITS = 128 * 1024, BLOCK_UNITS_WITH_HITS = 32 * 1024;

/** Scans the texts of one search. */
export class BlockScanner {
  readonly #allowance: TimeAllowance;

  constructor(readonly job: Job, readonly matcher: Matcher, readonly sink: HitSink) {
    this.#allowance = new TimeAllowance(job);
  }

  /**
   * Scans `batch[at]` and the following texts in one run of the guard, without adding them to the sink. Returns the
   * finished results: it ends before a file that must be opened, before a long text and before a block on which the run
   * was stopped.
   */
  scanBatch(batch: readonly (Haystack | FilePart)[], at: number): (ScanResult | undefined)[] {
    const done: (ScanResult | undefined)[] = [];
    const work = () => {
      const pending = { records: sumOf(done, "records"), units: sumOf(done, "units"), inFile: 0 };
      for (let i = at + done.length; i < batch.length; i++) {
        const haystack = batch[i];
        if (haystack.kind === "unopened" || this.#isLong(haystack)) return;
        if (haystack.kind === "lines" && !haystack.text.isInMemory) return;
        const result = this.#scanHaystack(haystack, pending);
        pending.records += result?.records ?? 0;
        pending.units += result?.units ?? 0;
        done.push(result);
      }
    };
    const units = unitsToScan(batch, at);
    if (units === undefined) work();
    else this.#finishes(work, units);
    return done;
  }

  /** Scans and adds parts of one file; false if time ran out. */
  *addParts(parts: readonly FilePart[]): Operation<boolean> {
    // In one run, unless each part's count is needed before the next.
    const done = this.sink.request.maxCount === undefined ? this.scanBatch(parts, 0) : [];
    for (const result of done) if (result !== undefined) this.sink.addResult(result);
    for (const part of parts.slice(done.length)) {
      if (this.sink.fileIsFull) return true;
      this.addCount(part);
      if (part.kind === "block" && !(yield* this.addBlock(part.block))) return false;
    }
    return true;
  }

  /** Adds the matching lines of a text that are already counted. */
  addCount(haystack: Haystack | FilePart): void {
    const count = haystack.kind === "count" ? haystack.count : haystack.kind === "block" ? haystack.counted ?? 0 : 0;
    this.sink.addResult(countedResult(Math.min(count, this.sink.scanOptions().maxLines)));
  }

  /** Scans and adds a text of one file, split if it is long; false if time ran out. */
  *addBlock(block: Block): Operation<boolean> {
    if (this.matcher.multiline) return yield* this.#addInSteps(block);
    for (const part of splitBlock(block, this.#maxBlockUnits)) {
      if (this.job.shouldYield()) yield;
      if (this.job.remainingMs() <= 0) return false;
      if (!(yield* this.#addPart(part))) return false;
      if (this.sink.fileIsFull) return true;
    }
    return true;
  }

  *#addPart(part: Block): Operation<boolean> {
    if (this.sink.counter !== undefined) return yield* this.#addInSteps(part);
    let result: ScanResult | undefined;
    const isFinished = this.#finishes(() => result = this.#scan(part), unitsOf(part));
    if (!isFinished || result === undefined) yield* this.#addGuardedScan(part);
    else this.sink.addResult(result);
    return true;
  }

  /** Scans a text that can't be split, or not further; false if time ran out. */
  *#addInSteps(block: Block): Operation<boolean> {
    const scan = new SteppedScan(this.matcher, block, this.sink.scanOptions());
    while (scan.result === undefined) {
      if (this.job.shouldYield()) yield;
      if (this.job.remainingMs() <= 0) return false;
      if (this.#finishes(() => scan.step(), unitsOf(block))) continue;
      yield* this.#addGuardedScan(block);
      return true;
    }
    this.sink.addResult(scan.result);
    return true;
  }

  *#addGuardedScan(block: Block): Operation<void> {
    yield;
    const result = yield* guardedScan(this.job, this.#allowance, this.matcher, block, this.sink.scanOptions());
    this.sink.addResult(result);
    this.sink.hardLines += result.hardLines;
  }

  /** Runs `work` on a text of this many units. @returns whether it was finished in time */
  #finishes(work: () => void, units: number): boolean {
    // A search for plain letters can't take long.
    if (this.matcher.literal === undefined) {
      return this.job.guard.runWithTimeout(work, this.#allowance.msFor(units), this.job.remainingMs());
    }
    work();
    return true;
  }

  /** Whether a text is scanned in parts, so that other tasks can run between them. */
  #isLong(haystack: Haystack | FilePart): boolean {
    return haystack.kind === "block" && !this.matcher.multiline && unitsOf(haystack.block) > this.#maxBlockUnits;
  }

  get #maxBlockUnits(): number {
    return this.sink.countableLines === undefined ? BLOCK_UNITS_WITH_HITS : BLOCK_UNITS;
  }

  #scanHaystack(haystack: Haystack | FilePart, pending: PendingCounts): ScanResult | undefined {
    switch (haystack.kind) {
      case "block":
        return this.#scanUndecided(haystack, pending);
      case "count":
        return countedResult(haystack.count);
      case "lines":
        return haystack.text.scanLines(this.matcher, this.sink.scanOptions(pending));
    }
  }

  /** Scans a text, or its undecided part. */
  #scanUndecided({ block, counted }: Extract<FilePart, { kind: "block" }>, pending: PendingCounts): ScanResult {
    if (counted === undefined) return this.#scan(block, pending);
    const rest = this.#scan(block, { ...pending, inFile: counted });
    return { ...rest, count: rest.count + counted, records: rest.records + counted };
  }

  #scan(block: Block, pending?: PendingCounts): ScanResult {
    return scanBlock(this.matcher, block, this.sink.scanOptions(pending));
  }
}

function sumOf(results: readonly (ScanResult | undefined)[], what: "records" | "units"): number {
  return results.reduce((sum, result) => sum + (result?.[what] ?? 0), 0);
}

function countedResult(count: number): ScanResult {
  return { count, records: count, hits: [], units: 0, keys: undefined };
}

function unitsOf(block: Block): number {
  return block.end - block.start;
}

/** The UTF-16 units to scan; undefined if no text is to be scanned. */
function unitsToScan(batch: readonly (Haystack | FilePart)[], at: number): number | undefined {
  let units: number | undefined;
  for (let i = at; i < batch.length; i++) {
    const haystack = batch[i];
    if (haystack.kind === "block") units = (units ?? 0) + unitsOf(haystack.block);
    if (haystack.kind === "lines") units = (units ?? 0) + haystack.file.size;
  }
  return units;
}
