/**
 * Walks the matches in a text by ripgrep's rules.
 * @module
 */

/** UTF-16 indices: [start, end). */
export type Span = readonly [start: number, end: number];

/**
 * The matches that start in [from, to], leftmost first, none overlapping. An empty match right behind
 * the one before it is no match of its own; after an empty match the search goes on one character later.
 * Behind a final line break there is no line, so no match either.
 *
 * For one line of a text, give its start and its end (without the line break): the expression still
 * sees the text around it.
 * @param regex global; its `lastIndex` is overwritten
 * @param onAdjacent told where empty matches are that are left out
 *
 * @example
 * ```ts
 * [...matches(/a?/gu, "bac")]; // [[0, 0], [1, 2], [3, 3]]
 * ```
 */
export function* matches(
  regex: RegExp,
  text: string,
  from = 0,
  to = text.length,
  onAdjacent: (at: number) => void = () => {},
): Generator<Span, void, void> {
  const last = to === text.length && endsLines(text) ? to - 1 : to;
  let at = from, previous = -1;
  while (at <= last) {
    regex.lastIndex = at;
    const found = regex.exec(text);
    if (found === null || found.index > last) return;
    const start = found.index, end = start + found[0].length;
    at = end > start ? end : behind(text, end);
    if (end === start && end === previous) {
      onAdjacent(end);
      continue;
    }
    previous = end;
    yield [start, end];
  }
}

function endsLines(text: string): boolean {
  return text === "" || text.endsWith("\n");
}

/** The index behind the character at `index`. */
function behind(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
