/**
 * How many records a token budget holds.
 * @module
 */
import { type PageContext, type RecordPage, type RenderedPage, renderPage } from "./render_page.ts";

/** Part of the budget that is used: the estimate may be a little low. */
export const USABLE_BUDGET_SHARE = 0.93;

/** What so many estimated tokens may really be: more than the budget exactly where they are not within it. */
export function worstCaseTokens(tokens: number): number {
  return Math.ceil(tokens / USABLE_BUDGET_SHARE);
}

/**
 * Records tried first, and how many times as many next: thousands are not written out only to be found too long.
 */
const PROBE_RECORDS = 400, PROBE_GROWTH = 4;

/** Whether so many estimated tokens keep within `budget` (0 = no budget). */
export function isWithinBudget(tokens: number, budget: number): boolean {
  return budget === 0 || tokens <= budget * USABLE_BUDGET_SHARE;
}

/** Something that was written with some first records, and its estimated tokens. */
interface Costed {
  readonly tokens: number;
}

/** Writes something with so many first records; the more, the dearer. */
type RenderFirst<T extends Costed> = (count: number) => T;

/** What all records cost, and what was written with them where that is within the budget. */
export interface WholeAttempt<T extends Costed> {
  readonly tokens: number;
  readonly whole?: T;
}

/** Seals the whole sheet if it fits. */
export function renderWholePage(page: RecordPage, context: PageContext): WholeAttempt<RenderedPage> {
  return attemptWhole(page.size, context.budget, (count) => renderPage(page, count, context));
}

/** The whole sheet where it fits, else with as many of its first records as do. */
export function renderFittingPage(page: RecordPage, context: PageContext): RenderedPage {
  return fitBySearch(page.size, context.budget, (count) => renderPage(page, count, context));
}

/** What `write` makes of as many of `size` records as fit, though it be none. */
export function fitBySearch<T extends Costed>(size: number, budget: number, write: RenderFirst<T>): T {
  const { tokens, whole } = attemptWhole(size, budget, write);
  return whole ?? searchLargestCount({ count: size, tokens }, budget, write);
}

/** The same for what is short: the estimate grows with the records, so it closes in from above. */
export function fitByShrinking<T extends Costed>(size: number, budget: number, write: (count: number) => T): T {
  let count = size, written = write(count);
  while (count > 0 && !isWithinBudget(written.tokens, budget)) {
    count = Math.max(0, Math.min(count - 1, Math.floor(count * budget * USABLE_BUDGET_SHARE / written.tokens)));
    written = write(count);
  }
  return written;
}

function attemptWhole<T extends Costed>(size: number, budget: number, write: RenderFirst<T>): WholeAttempt<T> {
  for (let count = PROBE_RECORDS; budget > 0 && count < size; count *= PROBE_GROWTH) {
    const { tokens } = write(count);
    if (!isWithinBudget(tokens, budget)) return { tokens: Math.round(tokens * size / count) };
  }
  const whole = write(size), { tokens } = whole;
  return isWithinBudget(tokens, budget) ? { tokens, whole } : { tokens };
}

/** So many first records, and what they cost. */
interface CountCost extends Costed {
  readonly count: number;
}

/** Narrows the range between what fits and what doesn't; `high` is more than does. */
function searchLargestCount<T extends Costed>(high: CountCost, budget: number, write: RenderFirst<T>): T {
  let best = write(0);
  let low: CountCost = { count: 0, tokens: best.tokens };
  for (let turn = 1; high.count - low.count > 1; turn++) {
    const count = turn % BISECTION_PERIOD === 0
      ? Math.floor((low.count + high.count) / 2)
      : interpolateCount(low, high, budget);
    const tried = write(count), cost = { count, tokens: tried.tokens };
    if (isWithinBudget(tried.tokens, budget)) [low, best] = [cost, tried];
    else high = cost;
  }
  return best;
}

/** Of so many turns one halves the range, however unlike each other records are. */
const BISECTION_PERIOD = 4;

/** How many records would just fit if all between `low` and `high`, both excluded, cost alike. */
function interpolateCount(low: CountCost, high: CountCost, budget: number): number {
  const part = (budget * USABLE_BUDGET_SHARE - low.tokens) / (high.tokens - low.tokens);
  const count = low.count + Math.floor(part * (high.count - low.count));
  return Math.max(low.count + 1, Math.min(high.count - 1, count));
}
