/**
 * Searches very long lines. Running the expression over the whole line would take too long, so it is run only around
 * the literals that every match contains.
 * @module
 */
import type { Span } from "./iterate_matches.ts";

/** An expression, its literal finder, and the most UTF-16 units of a match. */
export interface LongLineSearch {
  readonly regex: RegExp;
  readonly literalFinder: RegExp;
  readonly maxMatchUnits: number;
}

/** The first match in a line, given without its break; undefined if there is none. */
export function firstMatchInLongLine(
  { regex, literalFinder: finder, maxMatchUnits: reach }: LongLineSearch,
  line: string,
): Span | undefined {
  for (let hit = indexOf(finder, line, 0), next; hit >= 0; hit = next) {
    let end = hit + reach;
    // Overlapping surroundings of literals are searched once.
    for (next = indexOf(finder, line, hit + 1); next >= 0 && next - reach <= end;) {
      end = next + reach;
      next = indexOf(finder, line, next + 1);
    }
    const start = Math.max(0, hit - reach);
    regex.lastIndex = 0;
    const match = regex.exec(line.slice(start, end));
    if (match !== null) return [start + match.index, start + match.index + match[0].length];
  }
}

function indexOf(finder: RegExp, text: string, from: number): number {
  finder.lastIndex = from;
  return finder.exec(text)?.index ?? -1;
}
