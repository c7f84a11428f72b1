/**
 * The matches in the lines of a block, or across them. Pure: no files, no clock. A caller may run it under a guard and
 * discard an unfinished result.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { lineEnd, lineStart } from "../text/newlines.ts";
import type { Block, BlockMatches, KeyCounter, LineGroup, Span } from "./block.ts";
import { iterateMatches, iterateSearcherMatches } from "./iterate_matches.ts";

/** What is wanted of a block's matches. */
export interface MatchOptions {
  readonly matcher: Matcher;
  readonly counter?: KeyCounter;
  /** Groups of lines that may be shown. */
  readonly maxGroups: number;
  /** Matches across lines are counted up to this many. */
  readonly maxCount: number;
}

/** A run of a generator that yields at each step of some milliseconds, whatever the text. */
export type Steps = Generator<void, BlockMatches, void>;

/** Matches of a step. */
const MATCHES_PER_STEP = 2 ** 13;

const NO_MATCH: BlockMatches = { count: 0, records: 0, groups: [] };

/** The matches of a block. */
export function matchBlock(block: Block, options: MatchOptions): BlockMatches {
  if (!options.matcher.multiline && options.counter === undefined) return matchLines(block, options);
  const steps = stepsOf(block, options);
  for (let step = steps.next();; step = steps.next()) if (step.done) return step.value;
}

/** The same in steps, for a block that takes long although each match is found soon. */
export function stepsOf(block: Block, options: MatchOptions): Steps {
  return options.matcher.multiline ? matchAcrossLines(block, options) : countInLines(block, options);
}

/** Matches never contain a line break: proceeds from a match to its line, then to the next line. */
function matchLines(block: Block, { matcher, maxGroups, maxCount }: MatchOptions): BlockMatches {
  const text = textOf(block), regex = block.ascii ? matcher.ascii : matcher.unicode, groups: LineGroup[] = [];
  let count = 0;
  for (let at = 0; count < maxCount; count++) {
    const line = nextMatchingLine(regex, text, at);
    if (line === undefined) break;
    const [start, end] = line;
    if (count < maxGroups) groups.push({ start, end, spans: spansInLine(regex, text.slice(start, end + 1)) });
    at = end + 1;
  }
  return count === 0 ? NO_MATCH : { count, records: count, groups };
}

/** The same, and counts in each matching line. */
function* countInLines(block: Block, { matcher, counter, maxGroups, maxCount }: MatchOptions): Steps {
  const text = textOf(block), regex = block.ascii ? matcher.ascii : matcher.unicode, groups: LineGroup[] = [];
  const keys = new Map<string, number>();
  let count = 0;
  for (let at = 0; count < maxCount; count++) {
    const found = nextMatchingLine(regex, text, at);
    if (found === undefined) break;
    const [start, end] = found, line = text.slice(start, end + 1);
    if (count < maxGroups) groups.push({ start, end, spans: spansInLine(regex, line) });
    yield* counter?.count(line, 0, lastMatchStart(line), block.ascii, keys) ?? [];
    at = end + 1;
  }
  return { count, records: count, groups, keys };
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
