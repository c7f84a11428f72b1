/**
 * Scanning under a guard: lines that an automaton knows to have no match are left out, on which expressions take for
 * ever; one on which the pattern takes too long all the same is found by halving, given up and counted.
 * @module
 */
import type { Hit } from "../model/report.ts";
import type { Job } from "./job.ts";
import type { Patience } from "./run/time_allowance.ts";
import type { Operation } from "./operation.ts";
import type { Matcher } from "./matcher.ts";
import { type Block, type Found, scan, type Wanted } from "./scan.ts";
import { stretches, suspects } from "./stretches.ts";

/** A found block, and how many of its lines were given up. */
export interface HardFound extends Found {
  readonly hardLines: number;
}

/** Scans a block on which a first attempt was stopped. */
export function* hardScan(
  job: Job,
  patience: Patience,
  matcher: Matcher,
  block: Block,
  wanted: Wanted,
): Operation<HardFound> {
  // The attempt that was stopped has used up more than a slice, and so does each on the way down to a single line.
  yield;
  const parts = partsOf(matcher, block);
  if (parts === undefined || block.end - block.start > sizeOf(parts)) patience.strike();
  if (parts === undefined) return { ...NONE, hardLines: 1 };
  let sum: HardFound = NONE;
  for (const part of parts) {
    if (job.left() <= 0) return { ...sum, hardLines: sum.hardLines + 1 };
    const rest = shift(wanted, sum);
    let found: Found | undefined;
    const ms = patience.for(part.end - part.start);
    const finished = job.guard.run(() => found = scan(matcher, part, rest), ms, job.left());
    const done = finished && found !== undefined ? found : yield* hardScan(job, patience, matcher, part, rest);
    sum = join(sum, done);
    yield;
  }
  return sum;
}

/** What is worth another attempt; undefined where nothing is: a single line, or a text that has no lines to go by. */
function partsOf(matcher: Matcher, block: Block): readonly Block[] | undefined {
  const automaton = matcher.lineAutomaton(), rest = automaton && [...suspects(block, automaton)];
  if (rest !== undefined && sizeOf(rest) < block.end - block.start) return rest;
  // Up to eight parts; one when the block is a single line.
  const parts = matcher.multiline ? [] : [...stretches(block, (block.end - block.start) >> 3)];
  return parts.length < 2 ? undefined : parts;
}

function sizeOf(parts: readonly Block[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}

const NONE: HardFound = { count: 0, records: 0, hits: [], units: 0, hardLines: 0 };

function shift(wanted: Wanted, seen: Found): Wanted {
  return {
    ...wanted,
    from: Math.max(0, wanted.from - seen.records),
    to: Math.max(0, wanted.to - seen.records),
    max: wanted.max - seen.count,
    room: wanted.room - seen.units,
  };
}

function join(a: HardFound, b: Found & { readonly hardLines?: number }): HardFound {
  const hits: Hit[] = [...a.hits, ...b.hits];
  return {
    count: a.count + b.count,
    records: a.records + b.records,
    hits,
    units: a.units + b.units,
    hardLines: a.hardLines + (b.hardLines ?? 0),
  };
}
