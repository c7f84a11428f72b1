/**
 * Work on what there may be a million of, in pieces of which each is over in a moment.
 * @module
 */
import type { Door } from "../door/door.ts";
import type { Clock } from "./clock.ts";
import type { Operation } from "./operation.ts";

/** Things gone through between two looks at the clock; and where each may take milliseconds. */
const PIECE = 1024, FEW = 8;
/** Things that are proved in one go. */
const PROVED = 128;

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
