/**
 * Lists a directory of any size in time slices.
 * @module
 */
import type { DirEntry, Door, PartialListing } from "../../door/door.ts";
import { comparePaths, type Place } from "../../model/place.ts";
import type { Clock } from "../task/clock.ts";
import type { Operation } from "../task/operation.ts";

/** Milliseconds between two looks at the deadline while a directory is listed. */
const LOOK_MS = 20;
/** Milliseconds kept for each entry that was listed, some three times as long as it takes to put them in order. */
const SORT_MS_PER_ENTRY = 0.003;
/** Entries compared between two looks at the clock. */
const CLOCK_CHECK_ENTRIES = 1024;

/**
 * Lists a directory of any size, its entries in path order; of one that there is no time for, a part.
 * @throws ToolError as `Door.list`
 */
export function* listLargeDirectory(door: Door, dir: Place, clock: Clock): Operation<PartialListing> {
  const reading = door.listLarge(dir);
  try {
    while (!reading.isDone && clock.remainingMs() > reading.count * SORT_MS_PER_ENTRY) {
      yield clock.holdFor(reading.advance(LOOK_MS));
    }
    const { listing, isComplete: whole, startedAt: readAt } = reading.result();
    const entries = yield* sortByPath(listing.entries, clock);
    return {
      listing: { ...listing, entries },
      isComplete: whole && entries.length === listing.entries.length,
      startedAt: readAt,
    };
  } finally {
    reading.close();
  }
}

/**
 * Whether there is nothing in a directory of any size, which its first entry tells; undefined where there is no time.
 * @throws ToolError as `Door.list`
 */
export function* isLargeDirectoryEmpty(
  door: Door,
  dir: Place,
  clock: Pick<Clock, "remainingMs" | "holdFor">,
): Operation<boolean | undefined> {
  const reading = door.listLarge(dir);
  try {
    while (!reading.isDone && reading.count === 0 && clock.remainingMs() > 0) {
      yield clock.holdFor(reading.advance(LOOK_MS));
    }
    const { listing: { entries, undecodable }, isComplete: whole } = reading.result();
    return entries.length + undecodable > 0 ? false : whole || undefined;
  } finally {
    reading.close();
  }
}

/** Entries put in order in one go. */
const RUN_ENTRIES = 8 * CLOCK_CHECK_ENTRIES;
const SURROGATE = /[\ud800-\udfff]/;

/** Compares names. */
type CompareEntries = (a: DirEntry, b: DirEntry) => number;

/**
 * Entries in path order: first runs of them, then two runs together until there is one. Without time for that, a run.
 */
function* sortByPath(entries: DirEntry[], clock: Clock): Operation<DirEntry[]> {
  const [sorted, compare] = yield* sortRuns(entries, clock);
  let from = sorted, into: DirEntry[] = new Array(from.length);
  for (let width = RUN_ENTRIES; width < from.length; width *= 2) {
    yield* mergeRuns(from, into, width, compare, clock);
    if (clock.remainingMs() <= 0) return from.slice(0, width);
    [from, into] = [into, from];
  }
  return from;
}

/** Entries of which each RUN is in order, and what will do to compare them: units, where code points are units. */
function* sortRuns(entries: readonly DirEntry[], clock: Clock): Operation<[DirEntry[], CompareEntries]> {
  const sorted: DirEntry[] = [];
  let compare = compareCodeUnits;
  for (let start = 0; start < entries.length; start += RUN_ENTRIES) {
    const run = entries.slice(start, start + RUN_ENTRIES);
    const plain = !run.some(({ name }) => SURROGATE.test(name));
    if (!plain) compare = compareCodePoints;
    for (const entry of run.sort(plain ? compareCodeUnits : compareCodePoints)) sorted.push(entry);
    if (clock.shouldYield()) yield;
  }
  return [sorted, compare];
}

/** One round: each two neighbouring runs of `width` become one. Ends early when time runs out. */
function* mergeRuns(
  from: readonly DirEntry[],
  into: DirEntry[],
  width: number,
  compare: CompareEntries,
  clock: Clock,
) {
  for (let start = 0; start < from.length; start += 2 * width) {
    const middle = Math.min(from.length, start + width), end = Math.min(from.length, middle + width);
    let left = start, right = middle;
    for (let at = start; at < end; at++) {
      const takesLeft = right >= end || left < middle && compare(from[left], from[right]) <= 0;
      into[at] = takesLeft ? from[left++] : from[right++];
      if (at % CLOCK_CHECK_ENTRIES !== 0) continue;
      if (clock.remainingMs() <= 0) return;
      if (clock.shouldYield()) yield;
    }
  }
}

function compareCodePoints(a: DirEntry, b: DirEntry): number {
  return comparePaths(a.name, b.name);
}

function compareCodeUnits({ name: a }: DirEntry, { name: b }: DirEntry): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
