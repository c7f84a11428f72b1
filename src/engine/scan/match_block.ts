/**
 * The matches in the lines of a block, or across them. Pure: no files, no clock. A caller may run it under a guard and
 * discard an unfinished result.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { lineEnd, lineStart } from "../text/newlines.ts";
import type { Block, BlockMatches, KeyCounter, LineGroup, Span } from "./block.ts";

/** What is wanted of a block's matches. */
export interface MatchOptions {
  readonly matcher: Matcher;
  readonly counter?: KeyCounter;
  /** Groups of lines that may be shown. */
  readonly maxGroups: number;
  /** Matching lines (across lines, matches) are counted up to this many. */
  readonly maxCount: number;
}

/** A run of a generator that yields at each step of some milliseconds, whatever the text. */
export type Steps = Generator<void, BlockMatches, void>;

/** Matches of a step. */
const MATCHES_PER_STEP = 2 ** 13;

export const NO_MATCH: BlockMatches = { count: 0, records: 0, groups: [] };

/** The matches of a block. */
export function matchBlock(block: Block, options: MatchOptions): BlockMatches {
  const steps = stepsOf(block, options);
  for (let step = steps.next();; step = steps.next()) if (step.done) return step.value;
}

/** The same in steps, for a block that takes long although each match is found soon. */
export function stepsOf(block: Block, options: MatchOptions): Steps {
  return options.matcher.multiline ? matchAcrossLines(block, options) : matchLines(block, options);
}

/** Matches never contain a line break: proceeds from a match to its line, then to the next line. */
function* matchLines(block: Block, { matcher, counter, maxGroups, maxCount }: MatchOptions): Steps {
  const text = textOf(block), regex = block.ascii ? matcher.ascii : matcher.unicode, groups: LineGroup[] = [];
  const keys = counter && new Map<string, number>();
  let count = 0;
  for (let at = 0; count < maxCount; count++) {
    const found = nextMatchingLine(regex, text, at);
    if (found === undefined) break;
    const [start, end] = found;
    if (count < maxGroups) groups.push({ start, end, spans: spansInLine(regex, text.slice(start, end + 1)) });
    if (keys !== undefined) {
      const line = text.slice(start, end + 1);
      yield* counter?.count(line, 0, lastMatchStart(line), block.ascii, keys) ?? [];
    }
    at = end + 1;
  }
  return count === 0 ? NO_MATCH : { count, records: count, groups, keys };
}

/** The block as a text of its own, so that an expression can't run beyond it. */
function textOf({ text, start, end }: Block): string {
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** The next line at or after the start of one that has a match: [start, end) without its break. */
function nextMatchingLine(regex: RegExp, text: string, at: number): Span | undefined {
  if (at >= text.length) return undefined;
  regex.lastIndex = at;
  if (!regex.test(text)) return undefined;
  const { lastIndex } = regex;
  // An empty match can be after the final line break, where no line is.
  if (lastIndex === text.length && text.endsWith("\n")) return undefined;
  return [lineStart(text, lastIndex), lineEnd(text, lastIndex)];
}

/**
 * The matches in a line, given with its break: at the end of a line without one an empty match does not count. Of a
 * line that is too long to show whole, only the matches that can be in the part shown around the first.
 */
function spansInLine(regex: RegExp, line: string): Span[] {
  const spans: Span[] = [], atEnd = lastMatchStart(line);
  for (const span of iterateMatches(regex, line)) {
    const [start] = span, [first] = spans[0] ?? span;
    if (start > atEnd || (line.length > LIMITS.lineChars && start > first + 2 * LIMITS.lineChars)) break;
    spans.push(span);
  }
  return spans;
}

/** The last index at which a match counts in a line, given with its break if it has one. */
function lastMatchStart(line: string): number {
  return line.endsWith("\n") ? line.length : line.length - 1;
}

/** Like ripgrep, it shows matches with adjacent lines as one record. */
function* matchAcrossLines({ text, ascii }: Block, { matcher, counter, maxGroups, maxCount }: MatchOptions): Steps {
  const regex = ascii ? matcher.ascii : matcher.unicode, groups: LineGroup[] = [];
  const keys = counter && new Map<string, number>();
  let count = 0, records = 0;
  for (const group of lineGroups(text, matcher.searcherDiffers, regex, maxCount)) {
    if (group === undefined) {
      yield;
      continue;
    }
    const { start, end, matches } = group, isWanted = records < maxGroups, spans: Span[] = [];
    for (const [from, to] of matches ?? iterateMatches(regex, text, start, end)) {
      if (isWanted) spans.push([from - start, Math.min(to, end + 1) - start]);
      if (++count % MATCHES_PER_STEP === 0) yield;
    }
    if (isWanted) groups.push({ start, end, spans });
    if (keys !== undefined) yield* counter?.count(text, start, end, ascii, keys) ?? [];
    records++;
  }
  return { count, records, groups, keys };
}

/** Adjacent lines, [start, end) without the last break, and the spans found in them. */
interface FoundLines {
  readonly start: number;
  end: number;
  /** Absent if the searcher's spans are not the matches. */
  readonly matches?: Span[];
}

function lineGroups(
  text: string,
  searcherDiffers: Matcher["searcherDiffers"],
  regex: RegExp,
  max: number,
): Iterable<FoundLines | undefined> {
  if (searcherDiffers === "never") return groupTouching(iterateMatches(regex, text), text, max, true);
  // Every character is found: searching at each takes ten times as long as searching for the matches.
  if (searcherDiffers === "everywhere" && max === Infinity) {
    return text === "" ? [] : [{ start: 0, end: text.endsWith("\n") ? text.length - 1 : text.length }];
  }
  return groupTouching(iterateSearcherMatches(regex, text), text, max, false);
}

/**
 * Groups spans with adjacent lines, up to the lines of the `max`-th span; further spans in those lines belong to them.
 * Yields undefined at each step.
 */
function* groupTouching(
  spans: Iterable<Span>,
  text: string,
  max: number,
  areMatches: boolean,
): Generator<FoundLines | undefined, void, void> {
  let group: FoundLines | undefined, count = 0;
  for (const span of spans) {
    const [from, to] = span, start = lineStart(text, from), end = lineEnd(text, Math.max(from, to - 1));
    if (count >= max && (group === undefined || end > group.end)) break;
    if (group !== undefined && start > group.end + 1) {
      yield group;
      group = undefined;
    }
    group ??= { start, end, ...areMatches && { matches: [] } };
    group.end = Math.max(group.end, end);
    group.matches?.push(span);
    if (++count % MATCHES_PER_STEP === 0) yield undefined;
  }
  if (group !== undefined) yield group;
}

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
 */
function* iterateSearcherMatches(regex: RegExp, text: string): Generator<Span, void, void> {
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
