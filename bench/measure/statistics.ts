/**
 * Medians and spreads of measured times.
 * @module
 */

/** The milliseconds of both programs for one question. */
export interface TimePair {
  readonly ours: number;
  readonly theirs: number;
}

/** Medians of pairs in milliseconds, and the median of `theirs / ours`. */
export interface Comparison extends TimePair {
  readonly ratio: number;
}

/**
 * The middle number, or the mean of the two middle ones; NaN of an empty list.
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

/** Medians of interleaved pairs. The ratio is taken pair by pair, so that a slow phase of the machine cancels out. */
export function comparePairs(pairs: readonly TimePair[]): Comparison {
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    theirs: median(pairs.map(({ theirs }) => theirs)),
    ratio: median(pairs.map(({ ours, theirs }) => theirs / ours)),
  };
}

/** A summary of ratios. */
export interface Spread {
  readonly count: number;
  readonly lowest: number;
  readonly median: number;
  /** The number of ratios below 1. */
  readonly below: number;
}

/** The spread of ratios; undefined of an empty list. */
export function spread(ratios: readonly number[]): Spread | undefined {
  if (ratios.length === 0) return undefined;
  return {
    count: ratios.length,
    lowest: Math.min(...ratios),
    median: median(ratios),
    below: ratios.filter((ratio) => ratio < 1).length,
  };
}
