/**
 * Counters for a search that wants more than its lines: how often each pattern of a list, or each text, matches.
 * @module
 */
import type { ExpressionPair, Matcher, PatternGroup } from "../matcher/matcher.ts";
import type { KeyCounter } from "../scan/block.ts";
import { iterateMatches } from "../scan/match_block.ts";
import { toDisplayText } from "../text/encoding.ts";
import { crlfToLf } from "../text/newlines.ts";

/** Matches of a step, which takes some milliseconds. */
const MATCHES_PER_STEP = 2 ** 13;

/** Counts under each pattern's index the matching lines; in multiline mode the matches. */
export class PatternCounter implements KeyCounter {
  /** @param groups of the patterns of `matcher` */
  constructor(readonly groups: readonly PatternGroup[], readonly matcher: Matcher) {}

  *count(text: string, from: number, to: number, isAscii: boolean, counts: Map<string, number>): Generator<void> {
    const { groups, matcher: { multiline } } = this, most = multiline ? Infinity : 1;
    const script = isAscii ? "ascii" : "unicode";
    let i = 0;
    for (const { any, each } of groups) {
      if (groups.length === 1 || isMatchAfter(any[script], text, from)) {
        for (const [k, { [script]: regex }] of each.entries()) {
          const count = isMatchAfter(regex, text, from) ? yield* countMatches(regex, text, from, to, most) : 0;
          if (count > 0) counts.set(String(i + k), (counts.get(String(i + k)) ?? 0) + count);
          if (multiline) yield;
        }
      }
      i += each.length;
    }
  }
}

/** Most patterns don't match, and an iterator takes longer to make. */
function isMatchAfter(regex: RegExp, text: string, from: number): boolean {
  regex.lastIndex = from;
  return regex.test(text);
}

/** The number of matches that start in [from, to], at most `most`. */
function* countMatches(regex: RegExp, text: string, from: number, to: number, most: number): Generator<void, number> {
  let count = 0;
  for (const _ of iterateMatches(regex, text, from, to)) {
    if (++count >= most) break;
    if (count % MATCHES_PER_STEP === 0) yield;
  }
  return count;
}

/** Counts the values of matches, as `rg -o` or `rg -o -r '$1'` prints them. */
export class ValueCounter implements KeyCounter {
  readonly #expressions: ExpressionPair;
  /** The numbers of the groups that may hold the value; undefined if the whole match is the value. */
  readonly #groups: readonly number[] | undefined;

  constructor(readonly matcher: Matcher) {
    const groups = matcher.valueExpressions();
    this.#expressions = groups ?? matcher;
    this.#groups = groups?.places;
  }

  *count(text: string, from: number, to: number, isAscii: boolean, counts: Map<string, number>): Generator<void> {
    const regex = this.#expressions[isAscii ? "ascii" : "unicode"];
    let matches = 0;
    for (const [start, end] of iterateMatches(regex, text, from, to)) {
      const value = this.#groups === undefined ? text.slice(start, end) : groupText(regex, text, start, this.#groups);
      const shown = this.#asShown(value, isAscii);
      counts.set(shown, (counts.get(shown) ?? 0) + 1);
      if (++matches % MATCHES_PER_STEP === 0) yield;
    }
  }

  /** Values that would look the same are the same. */
  #asShown(value: string, isAscii: boolean): string {
    const text = isAscii ? value : toDisplayText(value);
    return this.matcher.keepsCrlf ? crlfToLf(text) : text;
  }
}

/** The text of the first of these groups that took part in the match that starts at `start`; empty if none did. */
function groupText(regex: RegExp, text: string, start: number, groups: readonly number[]): string {
  regex.lastIndex = start;
  const match = regex.exec(text);
  for (const group of groups) if (match?.[group] !== undefined) return match[group];
  return "";
}
