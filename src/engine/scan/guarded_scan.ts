/**
 * Scans a block that exceeded its time. Skips lines that the automaton proves not to match, since those are where
 * backtracking explodes. A line that still times out is isolated by bisection, skipped and counted.
 * @module
 */
import type { Job } from "../run/job.ts";
import type { TimeAllowance } from "../run/time_allowance.ts";
import type { Operation } from "../task/operation.ts";
import type { Matcher } from "../matcher/matcher.ts";
import type { Block, KeyCounts, ScanOptions } from "./block.ts";
import { scanBlock, type ScanResult } from "./scan.ts";
import { candidateBlocks, splitBlock } from "./split_block.ts";

/** A block's matches, and how many of its lines were given up. */
export interface GuardedResult extends ScanResult {
  readonly hardLines: number;
}

/** Scans a block on which a first attempt was stopped. */
export function* guardedScan(
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
