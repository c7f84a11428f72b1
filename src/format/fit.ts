/**
 * How many records a token budget holds.
 * @module
 */
import { type Frame, seal, type Sealed, type Sheet } from "./seal.ts";

/** Part of the budget that is used: the estimate may be a little low. */
export const SAFE = 0.93;

/** What so many estimated tokens may really be: more than the budget exactly where they are not within it. */
export function atMost(tokens: number): number {
  return Math.ceil(tokens / SAFE);
}

/**
 * Records tried first, and how many times as many next: thousands are not written out only to be found too long.
 */
const PROBE = 400, GROWTH = 4;

/** Whether so many estimated tokens keep within `budget` (0 = no budget). */
export function withinBudget(tokens: number, budget: number): boolean {
  return budget === 0 || tokens <= budget * SAFE;
}

/** Something that was written with some first records, and its estimated tokens. */
interface Priced {
  readonly tokens: number;
}

/** Writes something with so many first records; the more, the dearer. */
type Writing<T extends Priced> = (count: number) => T;

/** What all records cost, and what was written with them where that is within the budget. */
export interface Tried<T extends Priced> {
  readonly tokens: number;
  readonly whole?: T;
}

/** Seals the whole sheet if it fits. */
export function sealWhole(sheet: Sheet, frame: Frame): Tried<Sealed> {
  return wholeWithin(sheet.size, frame.budget, (count) => seal(sheet, count, frame));
}

/** The whole sheet where it fits, else with as many of its first records as do. */
export function fitting(sheet: Sheet, frame: Frame): Sealed {
  return mostWithin(sheet.size, frame.budget, (count) => seal(sheet, count, frame));
}

/** What `write` makes of as many of `size` records as fit, though it be none. */
export function mostWithin<T extends Priced>(size: number, budget: number, write: Writing<T>): T {
  const { tokens, whole } = wholeWithin(size, budget, write);
  return whole ?? longestWithin({ count: size, tokens }, budget, write);
}

/** The same for what is short: the estimate grows with the records, so it closes in from above. */
export function shortened<T extends Priced>(size: number, budget: number, write: (count: number) => T): T {
  let count = size, written = write(count);
  while (count > 0 && !withinBudget(written.tokens, budget)) {
    count = Math.max(0, Math.min(count - 1, Math.floor(count * budget * SAFE / written.tokens)));
    written = write(count);
  }
  return written;
}

function wholeWithin<T extends Priced>(size: number, budget: number, write: Writing<T>): Tried<T> {
  for (let count = PROBE; budget > 0 && count < size; count *= GROWTH) {
    const { tokens } = write(count);
    if (!withinBudget(tokens, budget)) return { tokens: Math.round(tokens * size / count) };
  }
  const whole = write(size), { tokens } = whole;
  return withinBudget(tokens, budget) ? { tokens, whole } : { tokens };
}

/** So many first records, and what they cost. */
interface Cost extends Priced {
  readonly count: number;
}

/** Narrows the range between what fits and what doesn't; `high` is more than does. */
function longestWithin<T extends Priced>(high: Cost, budget: number, write: Writing<T>): T {
  let best = write(0);
  let low: Cost = { count: 0, tokens: best.tokens };
  for (let turn = 1; high.count - low.count > 1; turn++) {
    const count = turn % HALVING === 0 ? Math.floor((low.count + high.count) / 2) : between(low, high, budget);
    const tried = write(count), cost = { count, tokens: tried.tokens };
    if (withinBudget(tried.tokens, budget)) [low, best] = [cost, tried];
    else high = cost;
  }
  return best;
}

/** Of so many turns one halves the range, however unlike each other records are. */
const HALVING = 4;

/** How many records would just fit if all between `low` and `high`, both excluded, cost alike. */
function between(low: Cost, high: Cost, budget: number): number {
  const part = (budget * SAFE - low.tokens) / (high.tokens - low.tokens);
  const count = low.count + Math.floor(part * (high.count - low.count));
  return Math.max(low.count + 1, Math.min(high.count - 1, count));
}
