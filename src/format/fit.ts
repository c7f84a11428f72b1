/**
 * How much of a sheet a token budget holds.
 * @module
 */
import { type Frame, seal, type Sealed } from "./seal.ts";
import type { Sheet } from "./sheet.ts";
import type { Steps } from "./steps.ts";

/** Part of the budget that is used: the estimate may be a little low. */
export const SAFE = 0.95;

/** Records tried first, so that a sheet of thousands is not written out only to be found too long. */
const PROBE = 400;

/** Whether so many estimated tokens keep within `budget` (0 = no budget). */
export function withinBudget(tokens: number, budget: number): boolean {
  return budget === 0 || tokens <= budget * SAFE;
}

/** How many of `count` records will about fit when all of them take `tokens`, too many for `budget`. */
export function fewer(count: number, tokens: number, budget: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(count * budget * SAFE / tokens)));
}

/** What a whole sheet costs, and the sheet sealed where that is within the budget. */
export interface Tried {
  readonly tokens: number;
  readonly sealed?: Sealed;
}

/** Seals the whole sheet if it fits. */
export function* sealWhole(sheet: Sheet, frame: Frame): Steps<Tried> {
  if (frame.budget > 0 && sheet.size > PROBE) {
    const { tokens } = yield* seal(sheet, PROBE, frame);
    if (!withinBudget(tokens, frame.budget)) return { tokens: Math.round(tokens * sheet.size / PROBE) };
  }
  const sealed = yield* seal(sheet, sheet.size, frame);
  return withinBudget(sealed.tokens, frame.budget) ? { tokens: sealed.tokens, sealed } : { tokens: sealed.tokens };
}

/** The whole sheet where it fits, else with as many of its first records as do. */
export function* fitting(sheet: Sheet, frame: Frame): Steps<Sealed> {
  const { tokens, sealed } = yield* sealWhole(sheet, frame);
  return sealed ?? (yield* longestFitting(sheet, frame, fewer(sheet.size, tokens, frame.budget)));
}

/** Halves the range between what fits and what doesn't, beginning at `guess`. */
function* longestFitting(sheet: Sheet, frame: Frame, guess: number): Steps<Sealed> {
  let best = yield* seal(sheet, 0, frame);
  let fits = 0, tooMany = sheet.size;
  for (
    let count = Math.max(1, guess);
    tooMany - fits > 1;
    count = Math.floor((fits + tooMany) / 2)
  ) {
    const tried = yield* seal(sheet, count, frame);
    if (withinBudget(tried.tokens, frame.budget)) [fits, best] = [count, tried];
    else tooMany = count;
  }
  return best;
}
