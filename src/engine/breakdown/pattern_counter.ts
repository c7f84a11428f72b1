/**
 * Counts the lines of each pattern of a list.
 * @module
 */
import { escapeRegex } from "../../model/escape.ts";
import type { Matcher, OnePattern } from "../matcher/matcher.ts";
import type { KeyCounter } from "../scan/block.ts";
import { iterateMatches } from "../scan/match_block.ts";

/**
 * Counts under each pattern's index the matching lines; in multiline mode the matches. Plain texts are tried only on
 * lines that contain them: each of 1,000 patterns on each line took a hundred times as long.
 */
export class PatternCounter implements KeyCounter {
  readonly #isMultiline: boolean;
  readonly #patterns: readonly OnePattern[];
  /** Literals whose case counts, and others; the keys are the patterns' indices. */
  readonly #exact = new LiteralSet(false);
  readonly #anyCase = new LiteralSet(true);
  /** Patterns that are no plain text. */
  readonly #others: number[] = [];
  /** Patterns that match each line of ASCII that contains their literal. */
  readonly #literals = new Set<number>();

  constructor({ multiline, eachPattern }: Matcher) {
    this.#isMultiline = multiline;
    this.#patterns = eachPattern();
    for (const [i, pattern] of this.#patterns.entries()) this.#addLiteral(pattern, i);
  }

  #addLiteral({ literal, isLiteral }: OnePattern, i: number): void {
    const isFound = literal !== undefined && !this.#isMultiline && (!literal.fold || isAsciiText(literal.text));
    if (!isFound) return void this.#others.push(i);
    if (isLiteral) this.#literals.add(i);
    (literal.fold ? this.#anyCase : this.#exact).add(literal.text, i);
  }

  *count(text: string, from: number, to: number, isAscii: boolean, counts: Map<string, number>): Generator<void> {
    const isAsciiLine = isAscii || !this.#isMultiline && isAsciiText(text),
      isWhole = from === 0 && to >= text.length - 1;
    for (const i of this.#candidates(text)) {
      const { ascii, unicode } = this.#patterns[i], most = this.#isMultiline ? Infinity : 1;
      const isFound = isAsciiLine && isWhole && this.#literals.has(i);
      const regex = isAsciiLine ? ascii : unicode, mayMatch = !isFound && isMatchAfter(regex, text, from);
      const count = mayMatch ? yield* countMatches(regex, text, from, to, most) : Number(isFound);
      if (count > 0) counts.set(String(i), (counts.get(String(i)) ?? 0) + count);
      if (this.#isMultiline) yield;
    }
  }

  /** The patterns that may match in a line. */
  #candidates(text: string): Iterable<number> {
    if (this.#isMultiline) return this.#others;
    const found = new Set(this.#others);
    this.#exact.find(text, found);
    this.#anyCase.find(text, found);
    return found;
  }
}

/** Most patterns don't match, and an iterator takes longer to make. */
function isMatchAfter(regex: RegExp, text: string, from: number): boolean {
  regex.lastIndex = from;
  return regex.test(text);
}

/** Matches of a step, which takes some milliseconds. */
const MATCHES_PER_STEP = 2 ** 13;

/** The number of matches that start in [from, to], at most `most`. */
function* countMatches(regex: RegExp, text: string, from: number, to: number, most: number): Generator<void, number> {
  let count = 0;
  for (const _ of iterateMatches(regex, text, from, to)) {
    if (++count >= most) break;
    if (count % MATCHES_PER_STEP === 0) yield;
  }
  return count;
}

function isAsciiText(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/**
 * Plain texts, each with a number. One expression finds the places where some text begins, and a table tells which
 * ones do.
 *
 * @example
 * ```ts
 * const set = new LiteralSet(true), found = new Set<number>();
 * set.add("TODO", 1);
 * set.add("do it", 2);
 * set.find("todo it", found);
 * [...found]; // [1, 2]
 * ```
 */
export class LiteralSet {
  /** Numbers by text; texts that differ only by case are the same if case is ignored. */
  readonly #numbers = new Map<string, number[]>();
  #lengths: readonly number[] = [];
  #regex: RegExp | undefined;

  /** @param ignoreCase only for texts of ASCII: other letters have several forms */
  constructor(readonly ignoreCase: boolean) {}

  /** Adds a text, which is not empty. */
  add(text: string, number: number): void {
    const folded = this.#fold(text);
    this.#numbers.set(folded, [...this.#numbers.get(folded) ?? [], number]);
    this.#regex = undefined;
  }

  /** Adds the numbers of the texts in `line` to `found`. */
  find(line: string, found: Set<number>): void {
    if (this.#numbers.size === 0) return;
    const text = this.#fold(line), regex = this.#regex ??= this.#compile();
    regex.lastIndex = 0;
    for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
      this.#addAt(text, match.index, found);
      regex.lastIndex = match.index + 1;
    }
  }

  #addAt(text: string, start: number, found: Set<number>): void {
    for (const length of this.#lengths) {
      for (const number of this.#numbers.get(text.slice(start, start + length)) ?? []) found.add(number);
    }
  }

  #compile(): RegExp {
    const texts = [...this.#numbers.keys()];
    this.#lengths = [...new Set(texts.map(({ length }) => length))];
    return new RegExp(texts.map(escapeRegex).join("|"), "g");
  }

  /** Beyond ASCII, only ſ and the Kelvin sign are forms of its letters. */
  #fold(text: string): string {
    return this.ignoreCase ? text.toLowerCase().replaceAll("ſ", "s") : text;
  }
}
