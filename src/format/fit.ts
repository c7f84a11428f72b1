/**
 * How much of a sheet a token budget holds.
 * @module
 */
import { type Frame, seal, type Sealed } from "./seal.ts";
import type { Sheet } from "./sheet.ts";

/** Part of the budget that is used: the estimate may be a little low. */
const SAFE = 0.95;

/** Whether so many estimated tokens keep within `budget` (0 = no budget). */
export function withinBudget(tokens: number, budget: number): boolean {
  return budget === 0 || tokens <= budget * SAFE;
}

/** The whole sheet where it fits, else with as many of its first records as do. */
export function fitting(sheet: Sheet, frame: Frame): Sealed {
  const whole = seal(sheet, sheet.size, frame);
  if (sheet.size === 0 || withinBudget(whole.tokens, frame.budget)) return whole;
  return longestFitting(sheet, frame, Math.floor(sheet.size * frame.budget / whole.tokens));
}

/** Halves the range between what fits and what doesn't, beginning at `guess`. */
function longestFitting(sheet: Sheet, frame: Frame, guess: number): Sealed {
  let best = seal(sheet, 0, frame);
  let fits = 0, tooMany = sheet.size;
  for (let count = Math.max(1, guess); tooMany - fits > 1; count = Math.floor((fits + tooMany) / 2)) {
    const tried = seal(sheet, count, frame);
    if (withinBudget(tried.tokens, frame.budget)) [fits, best] = [count, tried];
    else tooMany = count;
  }
  return best;
}
