/**
 * The outline of what a page of lines leaves out.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { outlineWithin } from "./outline_within.ts";

/** Of an answer's budget, the share that the outline of the rest may take. */
const REST_SHARE = 0.1;

/**
 * The definitions that begin after line `after`, as lines. If they are too many for a tenth of the budget, the deepest
 * are left out first.
 */
export function restOutline(
  definitions: readonly Definition[],
  after: number,
  budget: number,
  lang: Lang,
): readonly string[] {
  return outlineWithin(definitions.filter(({ startLine }) => startLine > after), budget * REST_SHARE, Infinity, lang);
}
