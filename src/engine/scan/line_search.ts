/**
 * Searches for matches within lines: the next matching line of a text, and the matches in a line.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { lineEnd, lineStart } from "../text/newlines.ts";

/** UTF-16 indices: [start, end). */
export type Span = readonly [start: number, end: number];

/**
 * The matches that start in [from, to], leftmost first, not overlapping. An empty match directly after another match
 * does not count; after an empty match the search continues one character later. No line follows a final line break, so
 * no match does.
 *
 * For one line of a text, pass its start and its end (without the line break): the expression still sees the
 * surrounding text.
 * @param regex global; its `lastIndex` is overwritten
 *
 * @example
 * ```ts
 * [...iterateMatches(/a?/gu, "bac")]; // [[0, 0], [1, 2], [3, 3]]
 * ```
 */
export function* iterateMatches(regex: RegExp, text: string, from = 0, to = text.length): Generator<Span, void, void> {
  const last = to === text.length && endsWithLineFeed(text) ? to - 1 : to;
  let at = from, previous = -1;
  while (at <= last) {
    regex.lastIndex = at;
    const found = regex.exec(text);
    if (found === null || found.index > last) return;
    const start = found.index, end = start + found[0].length;
    at = end > start ? end : nextCharacter(text, end);
    if (end === start && end === previous) continue;
    previous = end;
    yield [start, end];
  }
}

/**
 * The spans that ripgrep's searcher finds for matches across lines (grep-searcher's `MultiLine`). The text begins again
 * after each, so `^` and `\b` match there, and an empty span counts even directly after another. Their lines are shown;
 * the marked and counted spans are `iterateMatches`.
 * @param regex global; its `lastIndex` is overwritten
 *
 * @example
 * ```ts
 * [...iterateSearcherMatches(/(?<![^\n])[a\n][a-z]/gu, "ab\ncd")]; // [[0, 2], [2, 4]]
 * ```
 */
export function* iterateSearcherMatches(regex: RegExp, text: string): Generator<Span, void, void> {
  for (let at = 0; at < text.length;) {
    regex.lastIndex = 0;
    const found = regex.exec(text.slice(at));
    if (found === null) return;
    const start = at + found.index, end = start + found[0].length;
    if (start === text.length && endsWithLineFeed(text)) return;
    at = end > start ? end : nextCharacter(text, end);
    yield [start, end];
  }
}

function endsWithLineFeed(text: string): boolean {
  return text === "" || text.endsWith("\n");
}

/** The index after the character at `index`. */
function nextCharacter(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}

/** Longer lines are not searched from their beginning. */
const LONG_LINE_UNITS = 4 * LIMITS.lineChars;

export class LineSearch {
  readonly #regex: RegExp;
  readonly #lineTest: RegExp;
  readonly #longLines: LongLineSearch | undefined;
  #literalFinder: RegExp | undefined;

  constructor(matcher: Matcher, kind: "ascii" | "unicode") {
    const { literalFinder, maxMatchUnits } = matcher, regex = matcher[kind];
    this.#regex = regex;
    this.#lineTest = (matcher.lineTest ?? matcher)[kind];
    this.#literalFinder = literalFinder;
    this.#longLines = literalFinder && maxMatchUnits !== undefined
      ? { regex, literalFinder, maxMatchUnits }
      : undefined;
  }

  /** No longer searches for literals first. If nearly every line matches, that only adds work. */
  dropLiterals(): void {
    this.#literalFinder = undefined;
  }

  /**
   * An index in (or at the end of) the next matching line, at or after `at`; -1 if there is none. With a literal finder,
   * only lines that contain a literal are tried.
   */
  nextMatchingLine(text: string, at: number): number {
    if (this.#literalFinder === undefined) return endOfNextMatch(this.#lineTest, text, at);
    for (let from = at; from <= text.length;) {
      const index = endOfNextMatch(this.#literalFinder, text, from);
      if (index < 0) return -1;
      const end = lineEnd(text, index);
      if (this.#hasMatch(text.slice(lineStart(text, index), end))) return index;
      from = end + 1;
    }
    return -1;
  }

  #hasMatch(line: string): boolean {
    return this.#longLines !== undefined && line.length > LONG_LINE_UNITS
      ? firstMatchInLongLine(this.#longLines, line) !== undefined
      : endOfNextMatch(this.#lineTest, line, 0) >= 0;
  }

  /**
   * The matches in a line, given with its break: at the end of a line without one an empty match does not count. If the
   * line is too long to show whole, only the matches that can be in the part shown around the first.
   */
  matchesInLine(line: string): Span[] {
    const spans: Span[] = [];
    const atEnd = lastMatchStart(line);
    const found = this.#longLines !== undefined && line.length > LONG_LINE_UNITS
      ? matchesInLongLine(this.#longLines, line)
      : iterateMatches(this.#regex, line, this.#searchStart(line));
    for (const span of found) {
      const [start] = span, [first] = spans[0] ?? span;
      if (start > atEnd || (line.length > LIMITS.lineChars && start > first + 2 * LIMITS.lineChars)) break;
      spans.push(span);
    }
    return spans;
  }

  /**
   * Where to begin searching for matches in a line. An expression may need quadratic time. So it is not run from the
   * beginning of a very long line, but from as far before the first match as can be shown.
   */
  #searchStart(line: string): number {
    if (line.length <= LONG_LINE_UNITS) return 0;
    this.#lineTest.lastIndex = 0;
    const first = this.#lineTest.exec(line)?.index ?? 0;
    return Math.max(0, first - LIMITS.lineChars);
  }
}

/** The last index at which a match counts in a line, given with its break if it has one. */
export function lastMatchStart(line: string): number {
  return line.endsWith("\n") ? line.length : line.length - 1;
}

/** The index after the next match of a global expression; -1 if there is none. */
function endOfNextMatch(regex: RegExp, text: string, at: number): number {
  regex.lastIndex = at;
  return regex.test(text) ? regex.lastIndex : -1;
}

/** An expression, the finder of literals that every match contains, and the most UTF-16 units of a match. */
interface LongLineSearch {
  readonly regex: RegExp;
  readonly literalFinder: RegExp;
  readonly maxMatchUnits: number;
}

/**
 * The first match in a very long line, given without its break; undefined if there is none. Running the expression over
 * the whole line would take too long, so it is run only around the literals.
 */
export function firstMatchInLongLine(
  { regex, literalFinder, maxMatchUnits }: LongLineSearch,
  line: string,
): Span | undefined {
  const nextLiteral = (from: number) => {
    literalFinder.lastIndex = from;
    return literalFinder.exec(line)?.index ?? -1;
  };
  for (let literal = nextLiteral(0), next; literal >= 0; literal = next) {
    let end = literal + maxMatchUnits;
    // Overlapping surroundings of literals are searched once.
    for (next = nextLiteral(literal + 1); next >= 0 && next - maxMatchUnits <= end;) {
      end = next + maxMatchUnits;
      next = nextLiteral(next + 1);
    }
    const start = Math.max(0, literal - maxMatchUnits);
    regex.lastIndex = 0;
    const match = regex.exec(line.slice(start, end));
    if (match !== null) return [start + match.index, start + match.index + match[0].length];
  }
}

/** The matches in a very long line, from the first as far as can be shown. */
function* matchesInLongLine(search: LongLineSearch, line: string): Generator<Span, void, void> {
  const first = firstMatchInLongLine(search, line.endsWith("\n") ? line.slice(0, -1) : line);
  if (first === undefined) return;
  const from = first[0], shown = line.slice(from, from + 2 * LIMITS.lineChars + search.maxMatchUnits + 1);
  for (const [start, end] of iterateMatches(search.regex, shown)) yield [from + start, from + end];
}
