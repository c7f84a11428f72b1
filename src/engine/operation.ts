/**
 * What runs a slice at a time: see `Job`.
 * @module
 */

/** An operation under way: yields at the end of each slice, or a promise of what it can't go on without. */
export type Operation<R> = Generator<Promise<void> | void, R, void>;
