/**
 * Fits the parts of an answer to several reads into its token budget.
 * @module
 */
import { isWithinBudget, USABLE_BUDGET_SHARE } from "../fit_budget.ts";
import type { Rendered } from "../frame.ts";
import type { PreparedRead, ShowRead } from "./read_view.ts";

/** Tokens below which a part has no room for a line beside its heading and the call that reads on. */
const LEAST_PART_TOKENS = 80;

/** The most parts that have room in a budget. */
export function mostParts(budget: number): number {
  return budget === 0 ? Infinity : Math.max(1, Math.floor(budget / LEAST_PART_TOKENS));
}

/**
 * Gives each read a fair share of the budget. If the shares become too small, only the first reads are answered.
 * @param answerOf the answer with the first parts
 */
export async function fitParts(
  reads: readonly PreparedRead[],
  budget: number,
  show: ShowRead,
  answerOf: (parts: readonly Rendered[]) => Rendered,
): Promise<Rendered> {
  const whole = await Promise.all(reads.map((read) => read.within(0, show)));
  const shortened = (part: Rendered, i: number, share: number) =>
    part.tokens <= share ? part : reads[i].within(Math.max(1, share), show);
  for (let count = reads.length;;) {
    const first = whole.slice(0, count), answer = await shortenParts(first, budget, shortened, answerOf);
    if (isWithinBudget(answer.tokens, budget) || count === 1) return answer;
    count = Math.max(1, Math.min(count - 1, mostParts(budget)));
  }
}

/** Shortens parts until the answer keeps within the budget, or has no room for them all. */
async function shortenParts(
  whole: readonly Rendered[],
  budget: number,
  shortened: (part: Rendered, i: number, share: number) => Rendered | Promise<Rendered>,
  answerOf: (parts: readonly Rendered[]) => Rendered,
): Promise<Rendered> {
  const costs = whole.map(({ tokens }) => tokens);
  let answer = answerOf(whole);
  for (let total = budget; total > 0 && !isWithinBudget(answer.tokens, budget);) {
    const shares = shareFairly(costs, total);
    answer = answerOf(await Promise.all(whole.map((part, i) => shortened(part, i, shares[i]))));
    total = Math.min(total - 1, Math.floor(total * budget * USABLE_BUDGET_SHARE / answer.tokens));
    if (total < whole.length * LEAST_PART_TOKENS / 2) break;
  }
  return answer;
}

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
