/**
 * The matches of an expression in a text, one after the other.
 * @module
 */
import type { Span } from "./block.ts";

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
