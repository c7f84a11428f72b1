/**
 * Scans a block that exceeded its time. Skips lines that the automaton proves not to match, since those are where
 * backtracking explodes. A line that still times out is isolated by bisection, skipped and counted.
 * @module
 */
import type { Hit } from "../../model/report.ts";
import type { Job } from "../run/job.ts";
import type { TimeAllowance } from "../run/time_allowance.ts";
import type { Operation } from "../task/operation.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { type Block, scanBlock, type ScanResult, type Wanted } from "./scan.ts";
import { candidateBlocks, splitBlock } from "./split_block.ts";

/** A block's matches, and how many of its lines were given up. */
export interface GuardedResult extends ScanResult {
  readonly hardLines: number;
}

/** Scans a block on which a first attempt was stopped. */
export function* guardedScan(
  job: Job,
  patience: TimeAllowance,
  matcher: Matcher,
  block: Block,
  wanted: Wanted,
): Operation<GuardedResult> {
  // The stopped attempt used more than a slice, and so does each attempt on the way down to a single line.
  yield;
  const parts = candidateParts(matcher, block);
  if (parts === undefined || block.end - block.start > totalUnits(parts)) patience.recordTimeout();
  if (parts === undefined) return { ...NOTHING_FOUND, hardLines: 1 };
  let sum: GuardedResult = NOTHING_FOUND;
  for (const part of parts) {
    if (job.remainingMs() <= 0) return { ...sum, hardLines: sum.hardLines + 1 };
    const rest = remainingOptions(wanted, sum);
    let found: ScanResult | undefined;
    const ms = patience.msFor(part.end - part.start);
    const finished = job.guard.runWithTimeout(() => found = scanBlock(matcher, part, rest), ms, job.remainingMs());
    const done = finished && found !== undefined ? found : yield* guardedScan(job, patience, matcher, part, rest);
    sum = addResults(sum, done);
    yield;
  }
  return sum;
}

/** The parts to try again; undefined for a single line, and for a text that has no lines to split it by. */
function candidateParts(matcher: Matcher, block: Block): readonly Block[] | undefined {
  const automaton = matcher.lineDfa(), rest = automaton && [...candidateBlocks(block, automaton)];
  if (rest !== undefined && totalUnits(rest) < block.end - block.start) return rest;
  // Up to eight parts; one if the block is a single line.
  const parts = matcher.multiline ? [] : [...splitBlock(block, (block.end - block.start) >> 3)];
  return parts.length < 2 ? undefined : parts;
}

function totalUnits(parts: readonly Block[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}

const NOTHING_FOUND: GuardedResult = { count: 0, records: 0, hits: [], units: 0, hardLines: 0 };

function remainingOptions(wanted: Wanted, seen: ScanResult): Wanted {
  return {
    ...wanted,
    firstRecord: Math.max(0, wanted.firstRecord - seen.records),
    endRecord: Math.max(0, wanted.endRecord - seen.records),
    maxLines: wanted.maxLines - seen.count,
    maxUnits: wanted.maxUnits - seen.units,
  };
}

function addResults(a: GuardedResult, b: ScanResult & { readonly hardLines?: number }): GuardedResult {
  const hits: Hit[] = [...a.hits, ...b.hits];
  return {
    count: a.count + b.count,
    records: a.records + b.records,
    hits,
    units: a.units + b.units,
    hardLines: a.hardLines + (b.hardLines ?? 0),
  };
}
