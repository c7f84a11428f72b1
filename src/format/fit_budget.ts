/**
 * Finds the number of rows that fit a token budget.
 * @module
 */

import { estimateTokens } from "./token_estimate.ts";

/** The share of the budget that is used, since the estimate may be a little low. */
export const USABLE_BUDGET_SHARE = 0.93;

/** The most that `tokens` estimated tokens may really be. It exceeds a budget exactly if `isWithinBudget` is false. */
export function worstCaseTokens(tokens: number): number {
  return Math.ceil(tokens / USABLE_BUDGET_SHARE);
}

/** Whether `tokens` estimated tokens keep within `budget` (0 = no budget). */
export function isWithinBudget(tokens: number, budget: number): boolean {
  return budget === 0 || tokens <= budget * USABLE_BUDGET_SHARE;
}

/** Something that was rendered, with its estimated tokens. */
interface Costed {
  readonly tokens: number;
}

/** Renders the first `count` rows. More rows cost more tokens. */
type RenderFirst<T extends Costed> = (count: number) => T;

/** Renders as many of `size` rows as fit, possibly none. It searches for the count by interpolation and bisection. */
export function fit<T extends Costed>(size: number, budget: number, render: RenderFirst<T>): T {
  const { tokens, whole } = tryWhole(size, budget, render);
  return whole ?? searchLargestCount(size, tokens, budget, render);
}

/** The number of rows rendered first, and its growth: thousands are not rendered only to be found too long. */
const PROBE_ROWS = 400, PROBE_GROWTH = 4;

/** The cost of all rows, and their rendering if it is within the budget. */
export function tryWhole<T extends Costed>(
  size: number,
  budget: number,
  render: RenderFirst<T>,
): Costed & { whole?: T } {
  for (let count = PROBE_ROWS; budget > 0 && count < size; count *= PROBE_GROWTH) {
    const { tokens } = render(count);
    if (!isWithinBudget(tokens, budget)) return { tokens: Math.round(tokens * size / count) };
  }
  const whole = render(size), { tokens } = whole;
  return isWithinBudget(tokens, budget) ? { tokens, whole } : { tokens };
}

/** Every fourth turn halves the range, so that rows of very different sizes do not slow the search down. */
const BISECTION_PERIOD = 4;

/** Narrows the range between a count that fits and one that doesn't. @param high a count that is too many @param cost of it */
function searchLargestCount<T extends Costed>(high: number, cost: number, budget: number, render: RenderFirst<T>): T {
  // The bytes of a long text need not be counted one by one.
  const grain = Math.max(1, high >> 14);
  let low = 0, best = render(low);
  for (let turn = 1; high - low > grain; turn++) {
    // All rows between, both excluded, are taken to cost the same.
    const part = turn % BISECTION_PERIOD === 0
      ? 0.5
      : (budget * USABLE_BUDGET_SHARE - best.tokens) / (cost - best.tokens);
    const count = Math.max(low + 1, Math.min(high - 1, low + Math.floor(part * (high - low))));
    const tried = render(count);
    if (isWithinBudget(tried.tokens, budget)) [low, best] = [count, tried];
    else [high, cost] = [count, tried.tokens];
  }
  return best;
}

/**
 * Lines of a list within `tokens`, of `size` that may be shown and `total` that there are; the last counts the others.
 * @param first as many of the lines as it is asked for
 */
export function linesWithin(
  size: number,
  tokens: number,
  total: number,
  first: (count: number) => readonly string[],
): readonly string[] {
  // At least 1, since 0 would mean no budget.
  return fit(size, Math.max(1, Math.floor(tokens)), (count) => {
    const shown = first(count), lines = count === 0 || count === total ? shown : [...shown, `… ${total - count} more`];
    return { lines, tokens: estimateTokens(JSON.stringify(lines)) };
  }).lines;
}
