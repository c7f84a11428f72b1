/**
 * Work on what there may be a million of, in pieces of which each is over in a moment.
 * @module
 */
import type { DirEntry, Door, LongListed } from "../door/door.ts";
import { comparePaths, type Place } from "../model/place.ts";
import type { Clock } from "./clock.ts";
import type { Operation } from "./operation.ts";

/** Milliseconds between two looks at the deadline while a directory is listed. */
const LOOK_MS = 20;
/** Milliseconds kept for each entry that was listed, some three times as long as it takes to put them in order. */
const KEPT_MS = 0.003;
/** Things gone through between two looks at the clock; and where each may take milliseconds. */
const PIECE = 1024, FEW = 8;
/** Things that are proved in one go. */
const PROVED = 128;

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

/** Hands over all of `items`, one by one, and lets others work in between. */
export function* eachOf<T>(items: readonly T[], clock: Pick<Clock, "due">, take: (item: T) => void): Operation<void> {
  for (let from = 0; from < items.length; from += PIECE) {
    const end = Math.min(items.length, from + PIECE);
    for (let i = from; i < end; i++) take(items[i]);
    if (clock.due()) yield;
  }
}

/**
 * As `eachOf`, where each may take milliseconds: hands over as many of `items` as there is time for.
 * @returns whether these were all
 */
export function* eachInTime<T>(
  items: readonly T[],
  clock: Pick<Clock, "due" | "left">,
  take: (item: T) => void,
): Operation<boolean> {
  for (let from = 0; from < items.length; from += FEW) {
    const end = Math.min(items.length, from + FEW);
    for (let i = from; i < end; i++) take(items[i]);
    if (!clock.due()) continue;
    yield;
    if (clock.left() <= 0) return end === items.length;
  }
  return true;
}

/** Whether all of `items` pass, each of which may take a look at the disk; lets others work in between. */
export function* everyOf<T>(
  items: readonly T[],
  clock: Pick<Clock, "due">,
  passes: (item: T) => boolean,
): Operation<boolean> {
  for (let from = 0; from < items.length; from += FEW) {
    const end = Math.min(items.length, from + FEW);
    for (let i = from; i < end; i++) if (!passes(items[i])) return false;
    if (clock.due()) yield;
  }
  return true;
}

/**
 * What comes of each of `items`, as far as there is time, but of one at least. What a slice has time for is proved
 * together: each by itself would look at all directories above it, and in one that has just changed forty times.
 */
export function* provedInTime<T, R>(
  door: Door,
  items: readonly T[],
  clock: Pick<Clock, "due" | "left">,
  look: (item: T) => R,
): Operation<R[]> {
  const all: R[] = [];
  for (;;) {
    const next = items.slice(all.length, all.length + PROVED);
    for (const one of door.prove(() => untilDue(next, clock, look))) all.push(one);
    if (all.length >= items.length || clock.left() <= 0) return all;
    if (clock.due()) yield;
  }
}

function untilDue<T, R>(items: readonly T[], clock: Pick<Clock, "due">, look: (item: T) => R): R[] {
  const some: R[] = [];
  for (const item of items) {
    some.push(look(item));
    if (clock.due()) break;
  }
  return some;
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
