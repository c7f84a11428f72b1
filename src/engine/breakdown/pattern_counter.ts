/**
 * Counts the lines of each pattern of a list.
 * @module
 */
import type { Matcher, OnePattern } from "../matcher/matcher.ts";
import type { KeyCounter } from "../scan/block.ts";
import { iterateMatches } from "../scan/iterate_matches.ts";
import { LiteralSet } from "./literal_set.ts";

/** Counts under each pattern's index the matching lines; in multiline mode the matches. */
export class PatternCounter implements KeyCounter {
  readonly #isMultiline: boolean;
  /** Patterns that are plain text, with case and without. */
  readonly #exact = new LiteralSet(false);
  readonly #anyCase = new LiteralSet(true);
  /** The other patterns by their keys. */
  readonly #expressions = new Map<string, OnePattern>();
  /** Those whose letters may match others beyond ASCII. */
  readonly #foldedLiterals = new Map<string, OnePattern>();

  constructor({ multiline, eachPattern }: Matcher) {
    this.#isMultiline = multiline;
    for (const [i, pattern] of eachPattern().entries()) this.#add(String(i), pattern);
  }

  #add(key: string, pattern: OnePattern): void {
    const { literal } = pattern;
    if (literal === undefined || literal.text === "" || this.#isMultiline) {
      this.#expressions.set(key, pattern);
    } else if (!literal.ignoreCase) {
      this.#exact.add(literal.text, key);
    } else if (isAsciiText(literal.text)) {
      this.#anyCase.add(literal.text, key);
      this.#foldedLiterals.set(key, pattern);
    } else this.#expressions.set(key, pattern);
  }

  *count(text: string, from: number, to: number, isAscii: boolean, counts: Map<string, number>): Generator<void> {
    const found = new Set<string>();
    this.#exact.find(text, found, from, to);
    if (isAscii) this.#anyCase.find(text, found, from, to);
    for (const key of found) add(counts, key, 1);
    const most = this.#isMultiline ? Infinity : 1;
    for (const patterns of isAscii ? [this.#expressions] : [this.#expressions, this.#foldedLiterals]) {
      for (const [key, pattern] of patterns) {
        add(counts, key, countMatches(pattern[isAscii ? "ascii" : "unicode"], text, from, to, most));
        if (this.#isMultiline) yield;
      }
    }
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count);
}

/** The number of matches that start in [from, to], at most `most`. */
function countMatches(regex: RegExp, text: string, from: number, to: number, most: number): number {
  regex.lastIndex = from;
  // Most patterns of a list don't match a line of another, and an iterator takes longer to make.
  if (!regex.test(text)) return 0;
  let count = 0;
  for (const _ of iterateMatches(regex, text, from, to)) if (++count >= most) break;
  return count;
}

function isAsciiText(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
