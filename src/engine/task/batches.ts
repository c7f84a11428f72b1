/**
 * Work on what there may be a million of, in pieces of which each is over in a moment.
 * @module
 */
import type { Door } from "../../door/door.ts";
import type { Clock } from "./clock.ts";
import type { Operation } from "./operation.ts";

/** Things gone through between two looks at the clock; and where each may take milliseconds. */
const CLOCK_CHECK_ITEMS = 1024, SLOW_CLOCK_CHECK_ITEMS = 8;
/** Things that are proved in one go. */
const PROOF_BATCH_ITEMS = 128;

/** Hands over all of `items`, one by one, and lets others work in between. */
export function* forEachYielding<T>(
  items: readonly T[],
  clock: Pick<Clock, "shouldYield">,
  take: (item: T) => void,
): Operation<void> {
  for (let from = 0; from < items.length; from += CLOCK_CHECK_ITEMS) {
    const end = Math.min(items.length, from + CLOCK_CHECK_ITEMS);
    for (let i = from; i < end; i++) take(items[i]);
    if (clock.shouldYield()) yield;
  }
}

/**
 * As `forEachYielding`, where each may take milliseconds: hands over as many of `items` as there is time for.
 * @returns whether these were all
 */
export function* forEachInTime<T>(
  items: readonly T[],
  clock: Pick<Clock, "shouldYield" | "remainingMs">,
  take: (item: T) => void,
): Operation<boolean> {
  for (let from = 0; from < items.length; from += SLOW_CLOCK_CHECK_ITEMS) {
    const end = Math.min(items.length, from + SLOW_CLOCK_CHECK_ITEMS);
    for (let i = from; i < end; i++) take(items[i]);
    if (!clock.shouldYield()) continue;
    yield;
    if (clock.remainingMs() <= 0) return end === items.length;
  }
  return true;
}

/** Whether all of `items` pass, each of which may take a look at the disk; lets others work in between. */
export function* everyYielding<T>(
  items: readonly T[],
  clock: Pick<Clock, "shouldYield">,
  passes: (item: T) => boolean,
): Operation<boolean> {
  for (let from = 0; from < items.length; from += SLOW_CLOCK_CHECK_ITEMS) {
    const end = Math.min(items.length, from + SLOW_CLOCK_CHECK_ITEMS);
    for (let i = from; i < end; i++) if (!passes(items[i])) return false;
    if (clock.shouldYield()) yield;
  }
  return true;
}

/**
 * What comes of each of `items`, as far as there is time, but of one at least. What a slice has time for is proved
 * together: each by itself would look at all directories above it, and in one that has just changed forty times.
 */
export function* mapProvedInTime<T, R>(
  door: Door,
  items: readonly T[],
  clock: Pick<Clock, "shouldYield" | "remainingMs">,
  look: (item: T) => R,
): Operation<R[]> {
  const all: R[] = [];
  for (;;) {
    const next = items.slice(all.length, all.length + PROOF_BATCH_ITEMS);
    for (const one of door.proveBatch(() => mapUntilSliceEnds(next, clock, look))) all.push(one);
    if (all.length >= items.length || clock.remainingMs() <= 0) return all;
    if (clock.shouldYield()) yield;
  }
}

function mapUntilSliceEnds<T, R>(items: readonly T[], clock: Pick<Clock, "shouldYield">, look: (item: T) => R): R[] {
  const some: R[] = [];
  for (const item of items) {
    some.push(look(item));
    if (clock.shouldYield()) break;
  }
  return some;
}
