/**
 * Lists a directory of any size in time slices.
 * @module
 */
import type { DirEntry, Door, LongListed } from "../../door/door.ts";
import { comparePaths, type Place } from "../../model/place.ts";
import type { Clock } from "../clock.ts";
import type { Operation } from "../operation.ts";

/** Milliseconds between two looks at the deadline while a directory is listed. */
const LOOK_MS = 20;
/** Milliseconds kept for each entry that was listed, some three times as long as it takes to put them in order. */
const KEPT_MS = 0.003;
/** Entries compared between two looks at the clock. */
const PIECE = 1024;

/**
 * Lists a directory of any size, its entries in path order; of one that there is no time for, a part.
 * @throws ToolError as `Door.list`
 */
export function* listInPieces(door: Door, dir: Place, clock: Clock): Operation<LongListed> {
  const reading = door.listLong(dir);
  try {
    while (!reading.over && clock.left() > reading.count * KEPT_MS) yield clock.hold(reading.goOn(LOOK_MS));
    const { listing, whole, readAt } = reading.take();
    const entries = yield* inPathOrder(listing.entries, clock);
    return { listing: { ...listing, entries }, whole: whole && entries.length === listing.entries.length, readAt };
  } finally {
    reading.close();
  }
}

/**
 * Whether there is nothing in a directory of any size, which its first entry tells; undefined where there is no time.
 * @throws ToolError as `Door.list`
 */
export function* isEmptyInPieces(
  door: Door,
  dir: Place,
  clock: Pick<Clock, "left" | "hold">,
): Operation<boolean | undefined> {
  const reading = door.listLong(dir);
  try {
    while (!reading.over && reading.count === 0 && clock.left() > 0) yield clock.hold(reading.goOn(LOOK_MS));
    const { listing: { entries, undecodable }, whole } = reading.take();
    return entries.length + undecodable > 0 ? false : whole || undefined;
  } finally {
    reading.close();
  }
}

/** Entries put in order in one go. */
const RUN = 8 * PIECE;
const SURROGATE = /[\ud800-\udfff]/;

/** Compares names. */
type Compare = (a: DirEntry, b: DirEntry) => number;

/**
 * Entries in path order: first runs of them, then two runs together until there is one. Without time for that, a run.
 */
function* inPathOrder(entries: DirEntry[], clock: Clock): Operation<DirEntry[]> {
  const [sorted, compare] = yield* runs(entries, clock);
  let from = sorted, into: DirEntry[] = new Array(from.length);
  for (let width = RUN; width < from.length; width *= 2) {
    yield* merge(from, into, width, compare, clock);
    if (clock.left() <= 0) return from.slice(0, width);
    [from, into] = [into, from];
  }
  return from;
}

/** Entries of which each RUN is in order, and what will do to compare them: units, where code points are units. */
function* runs(entries: readonly DirEntry[], clock: Clock): Operation<[DirEntry[], Compare]> {
  const sorted: DirEntry[] = [];
  let compare = byUnits;
  for (let start = 0; start < entries.length; start += RUN) {
    const run = entries.slice(start, start + RUN);
    const plain = !run.some(({ name }) => SURROGATE.test(name));
    if (!plain) compare = byName;
    for (const entry of run.sort(plain ? byUnits : byName)) sorted.push(entry);
    if (clock.due()) yield;
  }
  return [sorted, compare];
}

/** One round: each two neighbouring runs of `width` become one. Ends early when time runs out. */
function* merge(
  from: readonly DirEntry[],
  into: DirEntry[],
  width: number,
  compare: Compare,
  clock: Clock,
) {
  for (let start = 0; start < from.length; start += 2 * width) {
    const middle = Math.min(from.length, start + width), end = Math.min(from.length, middle + width);
    let left = start, right = middle;
    for (let at = start; at < end; at++) {
      const takesLeft = right >= end || left < middle && compare(from[left], from[right]) <= 0;
      into[at] = takesLeft ? from[left++] : from[right++];
      if (at % PIECE !== 0) continue;
      if (clock.left() <= 0) return;
      if (clock.due()) yield;
    }
  }
}

function byName(a: DirEntry, b: DirEntry): number {
  return comparePaths(a.name, b.name);
}

function byUnits({ name: a }: DirEntry, { name: b }: DirEntry): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
