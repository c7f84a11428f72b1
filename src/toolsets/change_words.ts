/**
 * What is said of a change that finds something.
 * @module
 */
import type { OwnCall } from "../format/own_call.ts";
import { foundWords, type PhraseKey, say, type Total, type Unit } from "../format/phrases.ts";
import type { Change } from "./choices.ts";

/** The phrases with a verb, for one that was found. */
const ONE: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "match_in_ignored"],
  ["in_hidden", "match_in_hidden"],
  ["in_both", "match_in_both"],
  ["in_links", "match_in_links"],
  ["near_globs", "match_near_globs"],
]);

/** The hint of a change by which so many were found. */
export function changeWords(
  { phrase, turn }: Pick<Change<unknown>, "phrase" | "turn">,
  unit: Unit,
  total: Total,
  own: OwnCall,
): string {
  const { lang } = own, isWords = typeof turn === "string";
  return say(lang, total.total === 1 ? ONE.get(phrase) ?? phrase : phrase, {
    found: foundWords(lang, unit, total),
    turn: isWords ? turn : own.turned(turn),
    call: isWords ? turn : own.mended({ skip: undefined, ...turn }),
    fields: isWords ? "" : Object.keys(turn).join(", "),
  });
}
