/**
 * Why nothing was found: asks again with a switch turned where files were left out by rule.
 * @module
 */
import { foundWords, say, type Total, type Unit } from "../../format/phrases.ts";
import type { EntryTests } from "../../model/request.ts";
import type { Skipped } from "../../model/report.ts";
import type { Call } from "../define_tool.ts";
import { otherNames, totalOf } from "../near_misses.ts";

/** A switch that lets more files count. */
export interface Switch {
  /** What it lets count. */
  readonly kind: "ignored" | "hidden";
  readonly wider: { readonly noIgnore: true } | { readonly hidden: true };
}

/** What an empty answer was found to be. */
export interface Nothing {
  readonly total: number;
  readonly skipped: Skipped;
  readonly unit: Unit;
  /** Milliseconds that are left for asking again. */
  readonly leftMs: number;
}

/** Milliseconds of the longest second look. */
export const LOOK_MS = 1000;
/** With less than this there is no use in trying. */
export const LEAST_MS = 50;

const SWITCHES = [
  {
    kind: "ignored",
    wider: { noIgnore: true },
    turn: { no_ignore: true },
    one: "match_in_ignored",
    several: "in_ignored",
  },
  { kind: "hidden", wider: { hidden: true }, turn: { hidden: true }, one: "match_in_hidden", several: "in_hidden" },
] as const;

/** A hint for each switch that would change an empty answer. */
export async function hintsForNothing(
  { total, skipped, unit, leftMs }: Nothing,
  { context, own }: Call,
  look: (turned: Switch, timeoutMs: number) => Promise<Total>,
): Promise<string[]> {
  const worth = SWITCHES.filter(({ kind }) => total === 0 && (skipped[kind] ?? 0) > 0);
  const each = Math.min(LOOK_MS, Math.floor(leftMs / worth.length));
  const hints: string[] = [];
  for (const { one, several, turn, ...turned } of each < LEAST_MS ? [] : worth) {
    const other = await totalOf(() => look(turned, each)), found = foundWords(context.lang, unit, other);
    if (other.total > 0) {
      hints.push(say(context.lang, other.total === 1 ? one : several, { found, turn: own.turned(turn) }));
    }
  }
  return hints;
}

/** A hint for each way in which the pattern for names would have found something, had it been meant otherwise. */
export async function hintsForNames(
  { total, unit, leftMs }: Nothing,
  { name, ...tests }: EntryTests,
  { context, own }: Call,
  look: (tests: EntryTests, timeoutMs: number) => Promise<Total>,
): Promise<string[]> {
  const worth = total === 0 && name !== undefined ? otherNames(name) : [];
  const each = Math.min(LOOK_MS, Math.floor(leftMs / worth.length));
  const hints: string[] = [];
  for (const { phrase, name, turn } of each < LEAST_MS ? [] : worth) {
    const other = await totalOf(() => look({ ...tests, name }, each));
    const found = foundWords(context.lang, unit, other);
    if (other.total > 0) hints.push(say(context.lang, phrase, { found, turn: own.turned(turn) }));
  }
  return hints;
}
