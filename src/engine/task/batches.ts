/**
 * Loops over up to a million items, as operations.
 * @module
 */
import type { Door } from "../../door/door.ts";
import type { Clock, Operation } from "./operation.ts";

/** Items between two checks of the clock. */
const CLOCK_CHECK_ITEMS = 1024;
/** The same where one item may take milliseconds. */
const SLOW_CLOCK_CHECK_ITEMS = 8;
/** Items whose reads are proved together. */
const PROOF_BATCH_ITEMS = 128;

/** Calls `visit` for each of `items`; yields when a slice is used up. */
export function* forEachYielding<T>(
  items: readonly T[],
  clock: Pick<Clock, "shouldYield">,
  visit: (item: T) => void,
): Operation<void> {
  for (let from = 0; from < items.length; from += CLOCK_CHECK_ITEMS) {
    const end = Math.min(items.length, from + CLOCK_CHECK_ITEMS);
    for (let i = from; i < end; i++) visit(items[i]);
    if (clock.shouldYield()) yield;
  }
}

/** Whether all of `items` pass a test that may read from the disk; yields when a slice is used up. */
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
 * Maps `items` by `read`, which reads from the disk, until the deadline; at least the first. The reads of one slice are
 * proved together. Proved one by one, each would stat all directories above it, up to forty times if one has just
 * changed.
 */
export function* mapProvedInTime<T, R>(
  door: Pick<Door, "proveBatch">,
  items: readonly T[],
  clock: Pick<Clock, "shouldYield" | "remainingMs">,
  read: (item: T) => R,
): Operation<R[]> {
  const results: R[] = [];
  for (;;) {
    const batch = items.slice(results.length, results.length + PROOF_BATCH_ITEMS);
    results.push(...door.proveBatch(() => mapUntilSliceEnds(batch, clock, read)));
    if (results.length >= items.length || clock.remainingMs() <= 0) return results;
    if (clock.shouldYield()) yield;
  }
}

function mapUntilSliceEnds<T, R>(items: readonly T[], clock: Pick<Clock, "shouldYield">, read: (item: T) => R): R[] {
  const results: R[] = [];
  for (const item of items) {
    results.push(read(item));
    if (clock.shouldYield()) break;
  }
  return results;
}
