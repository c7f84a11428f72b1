/**
 * As much of an outline as a part of an answer has room for.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { fitBySearch } from "../fit_budget.ts";
import { say } from "../phrases.ts";
import { estimateTokens } from "../token_estimate.ts";
import { outlineLine, shallowest } from "./outline_answer.ts";

/**
 * The definitions as lines, at most `rows` and within `tokens` tokens; none if there is no room. The deepest are left
 * out first, and the last line counts them.
 */
export function outlineWithin(
  definitions: readonly Definition[],
  tokens: number,
  rows: number,
  lang: Lang,
): readonly string[] {
  const least = Math.min(...definitions.map(({ depth }) => depth)), all = definitions.length;
  // No room is not the same as a budget of 0, which is none.
  const room = Math.max(1, Math.floor(tokens));
  return fitBySearch(Math.min(rows, all), room, (count) => {
    const shown = shallowest(definitions, count).map((one) => outlineLine(one, least));
    const lines = count === 0 || count === all ? shown : [...shown, say(lang, "outline_more", { n: all - count })];
    return { lines, tokens: estimateTokens(JSON.stringify(lines)) };
  }).lines;
}
