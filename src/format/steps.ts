/**
 * Work that can be put down between its steps, so that a long answer is written while others are listened to.
 * @module
 */

/** Goes on with each `next()`; what it returns is the result. */
export type Steps<T> = Generator<void, T, void>;

/** Every step at once. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** `values` by `change`, so many of them a step. */
export function* mapped<T, U>(values: readonly T[], change: (value: T, index: number) => U, each = 500): Steps<U[]> {
  const all: U[] = [];
  for (let at = 0; at < values.length; at += each) {
    if (at > 0) yield;
    for (let i = at; i < Math.min(at + each, values.length); i++) all.push(change(values[i], i));
  }
  return all;
}
