/**
 * Scans loaded texts under the guard, and adds the results to the sink.
 * @module
 */
import type { Matcher } from "../matcher/matcher.ts";
import { type Job, TimeAllowance } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { type Block, candidateBlocks, type KeyCounts, type ScanOptions, splitBlock } from "./block.ts";
import type { Haystack } from "./haystack.ts";
import type { HitSink, PendingCounts } from "./hit_sink.ts";
import type { FilePart } from "./large_file.ts";
import { scanBlock, type ScanResult, SteppedScan } from "./scan.ts";

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

/** A block's matches, and how many of its lines were given up. */
interface GuardedResult extends ScanResult {
  readonly hardLines: number;
}

/** Scans a block on which a first attempt was stopped. */
function* guardedScan(
  job: Job,
  allowance: TimeAllowance,
  matcher: Matcher,
  block: Block,
  options: ScanOptions,
): Operation<GuardedResult> {
  // The stopped attempt used more than a slice, and so does each attempt on the way down to a single line.
  yield;
  const parts = candidateParts(matcher, block);
  if (parts === undefined || block.end - block.start > totalUnits(parts)) allowance.recordTimeout();
  if (parts === undefined) return { ...NOTHING_FOUND, hardLines: 1 };
  let sum: GuardedResult = NOTHING_FOUND;
  for (const part of parts) {
    if (job.remainingMs() <= 0) return { ...sum, hardLines: sum.hardLines + 1 };
    const rest = remainingOptions(options, sum);
    let result: ScanResult | undefined;
    const ms = allowance.msFor(part.end - part.start);
    const isFinished = job.guard.runWithTimeout(() => result = scanBlock(matcher, part, rest), ms, job.remainingMs());
    const done = isFinished && result !== undefined ? result : yield* guardedScan(job, allowance, matcher, part, rest);
    sum = addResults(sum, done);
    yield;
  }
  return sum;
}

/** The parts to try again; undefined for a single line, and for a text that has no lines to split it by. */
function candidateParts(matcher: Matcher, block: Block): readonly Block[] | undefined {
  const dfa = matcher.lineDfa(), candidates = dfa && [...candidateBlocks(block, dfa)];
  if (candidates !== undefined && totalUnits(candidates) < block.end - block.start) return candidates;
  // Up to eight parts; one if the block is a single line.
  const parts = matcher.multiline ? [] : [...splitBlock(block, (block.end - block.start) >> 3)];
  return parts.length < 2 ? undefined : parts;
}

function totalUnits(parts: readonly Block[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}

const NOTHING_FOUND: GuardedResult = { count: 0, records: 0, hits: [], units: 0, keys: undefined, hardLines: 0 };

function remainingOptions(options: ScanOptions, done: ScanResult): ScanOptions {
  return {
    ...options,
    firstRecord: Math.max(0, options.firstRecord - done.records),
    endRecord: Math.max(0, options.endRecord - done.records),
    maxLines: options.maxLines - done.count,
    maxUnits: options.maxUnits - done.units,
  };
}

function addResults(a: GuardedResult, b: ScanResult & { readonly hardLines?: number }): GuardedResult {
  return {
    count: a.count + b.count,
    records: a.records + b.records,
    hits: [...a.hits, ...b.hits],
    units: a.units + b.units,
    keys: addKeys(a.keys, b.keys),
    hardLines: a.hardLines + (b.hardLines ?? 0),
  };
}

function addKeys(a: KeyCounts | undefined, b: KeyCounts | undefined): KeyCounts | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const sum = new Map(a);
  for (const [key, count] of b) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}
