/**
 * Owns searching lines so long that to go through them by an expression would take too long: it is tried only around
 * what every match holds.
 * @module
 */
import type { Span } from "./iterate_matches.ts";

/** An expression, what finds a part of each of its matches, and the UTF-16 units that a match takes at most. */
export interface LongLineSearch {
  readonly regex: RegExp;
  readonly literalFinder: RegExp;
  readonly maxMatchUnits: number;
}

/** The first match in a line, given without its break; undefined where there is none. */
export function firstMatchInLongLine(
  { regex, literalFinder: finder, maxMatchUnits: reach }: LongLineSearch,
  line: string,
): Span | undefined {
  for (let hit = indexOf(finder, line, 0), next; hit >= 0; hit = next) {
    let end = hit + reach;
    // What is around hits that are near one another is gone through once.
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
