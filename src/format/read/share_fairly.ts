/**
 * Shares a budget among several parts of an answer.
 * @module
 */

/**
 * The share of each part: all it costs, or an equal part of what the cheaper ones leave.
 *
 * @example
 * ```ts
 * shareFairly([10, 500, 90, 300], 400); // [10, 150, 90, 150]
 * ```
 */
export function shareFairly(costs: readonly number[], total: number): readonly number[] {
  const cheapestFirst = costs.map((_, i) => i).sort((a, b) => costs[a] - costs[b]), shares = costs.map(() => 0);
  let left = total;
  for (const [place, i] of cheapestFirst.entries()) {
    shares[i] = Math.min(costs[i], Math.floor(left / (costs.length - place)));
    left -= shares[i];
  }
  return shares;
}
