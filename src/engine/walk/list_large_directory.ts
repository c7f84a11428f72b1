/**
 * Lists a directory of any size in time slices.
 * @module
 */
import type { DirEntry, Door, PartialListing } from "../../door/door.ts";
import { comparePaths, type Place } from "../../model/place.ts";
import type { Clock } from "../task/clock.ts";
import type { Operation } from "../task/operation.ts";

/** Milliseconds between two checks of the deadline while a directory is listed. */
const LOOK_MS = 20;
/** Milliseconds reserved for sorting each entry listed: about three times what sorting takes. */
const SORT_MS_PER_ENTRY = 0.003;
/** Entries merged between two checks of the clock. */
const CLOCK_CHECK_ENTRIES = 1024;
/** Entries sorted in one call. */
const RUN_ENTRIES = 8 * CLOCK_CHECK_ENTRIES;
const SURROGATE = /[\ud800-\udfff]/;

type CompareEntries = (a: DirEntry, b: DirEntry) => number;

/**
 * Lists a directory of any size, in path order; a part of it, if the time runs out.
 * @throws ToolError as `Door.list`
 */
export function* listLargeDirectory(door: Door, dir: Place, clock: Clock): Operation<PartialListing> {
  const reading = door.listLarge(dir);
  try {
    while (!reading.isDone && clock.remainingMs() > reading.count * SORT_MS_PER_ENTRY) {
      yield clock.holdFor(reading.advance(LOOK_MS));
    }
    const { listing, isComplete, startedAt } = reading.result();
    const entries = yield* sortByPath(listing.entries, clock);
    const isAllSorted = entries.length === listing.entries.length;
    return { listing: { ...listing, entries }, isComplete: isComplete && isAllSorted, startedAt };
  } finally {
    reading.close();
  }
}

/**
 * Whether a directory of any size is empty, which its first entry decides; undefined if the time runs out.
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
    const { listing: { entries, undecodable }, isComplete } = reading.result();
    return entries.length + undecodable > 0 ? false : isComplete || undefined;
  } finally {
    reading.close();
  }
}

/** Merge sort in time slices: sorts runs, then merges pairs of runs. Returns the first run if the time runs out. */
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

/** Sorts each run of RUN_ENTRIES. Also returns the comparison that all need: by code units, if none has a surrogate. */
function* sortRuns(entries: readonly DirEntry[], clock: Clock): Operation<[DirEntry[], CompareEntries]> {
  const sorted: DirEntry[] = [];
  let compare = compareCodeUnits;
  for (let start = 0; start < entries.length; start += RUN_ENTRIES) {
    const run = entries.slice(start, start + RUN_ENTRIES);
    const hasSurrogates = run.some(({ name }) => SURROGATE.test(name));
    if (hasSurrogates) compare = compareCodePoints;
    for (const entry of run.sort(hasSurrogates ? compareCodePoints : compareCodeUnits)) sorted.push(entry);
    if (clock.shouldYield()) yield;
  }
  return [sorted, compare];
}

/** Merges each pair of neighbouring runs of `width`. Ends early if the time runs out. */
function* mergeRuns(from: readonly DirEntry[], into: DirEntry[], width: number, compare: CompareEntries, clock: Clock) {
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
