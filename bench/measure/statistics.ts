/**
 * What is made of measured times: pure functions.
 * @module
 */

/** One asking of both programs, in milliseconds. */
export interface TimePair {
  readonly ours: number;
  readonly theirs: number;
}

/** Pairs in short: medians in milliseconds, and the median of `theirs / ours`. */
export interface Comparison extends TimePair {
  readonly ratio: number;
}

/**
 * The number in the middle, or the mean of both; NaN of none.
 *
 * @example
 * ```ts
 * median([3, 1, 2]); // 2
 * ```
 */
export function median(numbers: readonly number[]): number {
  const rising = numbers.toSorted((a, b) => a - b), middle = rising.length >> 1;
  if (rising.length % 2 === 1) return rising[middle];
  return ((rising[middle - 1] ?? NaN) + (rising[middle] ?? NaN)) / 2;
}

/** The medians of interleaved pairs; the ratio is of each pair, so that what slows both down for a while cancels out. */
export function comparePairs(pairs: readonly TimePair[]): Comparison {
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    theirs: median(pairs.map(({ theirs }) => theirs)),
    ratio: median(pairs.map(({ ours, theirs }) => theirs / ours)),
  };
}

/** Many ratios in short. */
export interface Spread {
  readonly count: number;
  readonly lowest: number;
  readonly median: number;
  /** How many are below 1. */
  readonly below: number;
}

/** The spread of ratios; nothing of none. */
export function spread(ratios: readonly number[]): Spread | undefined {
  if (ratios.length === 0) return undefined;
  return {
    count: ratios.length,
    lowest: Math.min(...ratios),
    median: median(ratios),
    below: ratios.filter((ratio) => ratio < 1).length,
  };
}
