/**
 * The outline of what a page of lines leaves out.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { fitBySearch } from "../fit_budget.ts";
import { estimateTokens } from "../token_estimate.ts";
import { outlineLine, shallowest } from "./outline_answer.ts";

/** Of an answer's budget, the share that the outline of the rest may take. */
const REST_SHARE = 0.1;

/**
 * The definitions that begin after line `after`, as lines. If they are too many for a tenth of the budget, the deepest
 * are left out first, and the last line counts them.
 */
export function restOutline(
  definitions: readonly Definition[],
  after: number,
  budget: number,
): readonly string[] {
  const rest = definitions.filter(({ startLine }) => startLine > after), all = rest.length;
  const least = Math.min(...rest.map(({ depth }) => depth));
  // At least 1, since 0 would mean no budget.
  const room = Math.max(1, Math.floor(budget * REST_SHARE));
  return fitBySearch(all, room, (count) => {
    const shown = shallowest(rest, count).map((one) => outlineLine(one, least));
    const lines = count === 0 || count === all ? shown : [...shown, `… ${all - count} more`];
    return { lines, tokens: estimateTokens(JSON.stringify(lines)) };
  }).lines;
}
