/**
 * Finds the matching lines of a text. Pure: no files, no clock. A caller may run it under a guard and discard an
 * unfinished result.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Hit } from "../../model/report.ts";
import type { Block, ScanOptions } from "./block.ts";
import { HitMaker } from "./hit_maker.ts";
import { lineEnd, lineStart } from "../text/line_bounds.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { iterateMatches, iterateSearcherMatches, type Span } from "./iterate_matches.ts";
import { firstMatchInLongLine, type LongLineSearch } from "./long_lines.ts";

export type { Block, ScanOptions as Wanted };

/** The matches of a block. */
export interface ScanResult {
  /** Matching lines (multiline: matches), as `rg -c` counts. */
  readonly count: number;
  /** Matching lines (multiline: groups of lines): the unit of paging. */
  readonly records: number;
  readonly hits: readonly Hit[];
  /** UTF-16 units of the hits. */
  readonly units: number;
}

/** Longer lines are not searched from their beginning. */
const LONG_LINE_UNITS = 4 * LIMITS.lineChars;

/** Matches are dense if the first `DENSE_LINES` matching lines are within `DENSE_LINE_UNITS` UTF-16 units each. */
const DENSE_LINES = 4, DENSE_LINE_UNITS = 512;

/** A step of a multiline scan: matches, or hits made of them. It takes some milliseconds, whatever the text. */
const MATCHES_PER_STEP = 2 ** 13, HITS_PER_STEP = 2 ** 8;

/** Scans a block. */
export function scanBlock(matcher: Matcher, block: Block, wanted: ScanOptions): ScanResult {
  if (!matcher.multiline) return scanLines(matcher, block, wanted);
  const steps = scanMultiline(matcher, block, wanted);
  for (let step = steps.next();; step = steps.next()) if (step.done) return step.value;
}

/**
 * Scans a block whose matches may span lines, so that it can't be split, in steps. A long total time is no reason to
 * give up, as long as each match is found soon.
 */
export class MultilineScan {
  #steps: Generator<undefined, ScanResult, void>;
  #isInStep = false;
  /** The matches of the block, once the last step is done. */
  result: ScanResult | undefined;

  constructor(readonly matcher: Matcher, readonly block: Block, readonly wanted: ScanOptions) {
    this.#steps = scanMultiline(matcher, block, wanted);
  }

  /** Runs a step. If a guard stopped the previous one half-way, the scan begins anew. */
  step(): void {
    if (this.#isInStep) this.#steps = scanMultiline(this.matcher, this.block, this.wanted);
    this.#isInStep = true;
    const step = this.#steps.next();
    this.#isInStep = false;
    if (step.done) this.result = step.value;
  }
}

/** The block as a text of its own, so that an expression can't run beyond it. */
function blockText({ text, start, end }: Block): string {
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** Matches never contain a line break: proceeds from a match to its line, then to the next line. */
function scanLines(matcher: Matcher, block: Block, wanted: ScanOptions): ScanResult {
  const subject = blockText(block);
  const kind = block.ascii ? "ascii" : "unicode";
  const regex = matcher[kind], inLineRegex = (matcher.lineTest ?? matcher)[kind];
  const hits = new HitMaker(block, subject, wanted);
  const near = longLineSearchOf(matcher, regex);
  let count = 0, { literalFinder: finder } = matcher;
  for (let at = 0; at <= subject.length && count < wanted.maxLines; count++) {
    // If nearly every line matches, searching for a literal first only adds work.
    if (count === DENSE_LINES && at < DENSE_LINES * DENSE_LINE_UNITS) finder = undefined;
    const inLine = nextMatchingLine(inLineRegex, finder, near, subject, at);
    if (inLine < 0 || isAfterLastLine(subject, inLine)) break;
    const end = lineEnd(subject, inLine);
    if (hits.isWanted(count)) {
      const start = lineStart(subject, inLine);
      hits.add(start, end, matchesInLine(regex, inLineRegex, near, subject.slice(start, end + 1)));
    }
    at = end + 1;
  }
  return { count, records: count, hits: hits.hits, units: hits.units };
}

/** The search for very long lines, if the pattern allows one. */
function longLineSearchOf(
  { literalFinder: finder, maxMatchUnits: reach }: Matcher,
  regex: RegExp,
): LongLineSearch | undefined {
  return finder === undefined || reach === undefined
    ? undefined
    : { regex, literalFinder: finder, maxMatchUnits: reach };
}

/**
 * An index in (or at the end of) the next matching line, at or after `at`; -1 if there is none. With a literal finder,
 * only lines that contain a literal are tried.
 */
function nextMatchingLine(
  regex: RegExp,
  finder: RegExp | undefined,
  near: LongLineSearch | undefined,
  subject: string,
  at: number,
): number {
  if (finder === undefined) return endOfNextMatch(regex, subject, at);
  for (let from = at; from <= subject.length;) {
    const index = endOfNextMatch(finder, subject, from);
    if (index < 0) return -1;
    const end = lineEnd(subject, index), line = subject.slice(lineStart(subject, index), end);
    const isLong = near !== undefined && line.length > LONG_LINE_UNITS;
    if (isLong ? firstMatchInLongLine(near, line) !== undefined : endOfNextMatch(regex, line, 0) >= 0) return index;
    from = end + 1;
  }
  return -1;
}

/** The index after the next match of a global expression; -1 if there is none. */
function endOfNextMatch(regex: RegExp, subject: string, at: number): number {
  regex.lastIndex = at;
  return regex.test(subject) ? regex.lastIndex : -1;
}

/**
 * Scans for matches that may span lines. Like ripgrep, it shows matches with adjacent lines as one record. Yields at
 * each step.
 */
function* scanMultiline(matcher: Matcher, block: Block, wanted: ScanOptions): Generator<undefined, ScanResult, void> {
  const text = blockText(block);
  const regex = block.ascii ? matcher.ascii : matcher.unicode;
  const hits = new HitMaker(block, text, wanted);
  let count = 0, records = 0;
  for (const group of lineGroups(text, matcher.searcherDiffers, regex, wanted.maxLines)) {
    if (group === undefined) {
      yield;
      continue;
    }
    const { start, end, found } = group, isWanted = hits.isWanted(records);
    const marks = found ?? iterateMatches(regex, text, start, end), spans: Span[] = [];
    for (const [from, to] of marks) {
      if (isWanted) spans.push([from - start, Math.min(to, end + 1) - start]);
      if (++count % MATCHES_PER_STEP === 0) yield;
    }
    if (isWanted) {
      hits.add(start, end, spans);
      if (hits.hits.length % HITS_PER_STEP === 0) yield;
    }
    records++;
  }
  return { count, records, hits: hits.hits, units: hits.units };
}

/** Adjacent lines, [start, end) without the last break, and the spans found in them. */
interface LineGroup {
  readonly start: number;
  end: number;
  /** Absent if the searcher's spans are not the matches. */
  readonly found?: Span[];
}

function lineGroups(
  text: string,
  strays: Matcher["searcherDiffers"],
  regex: RegExp,
  max: number,
): Iterable<LineGroup | undefined> {
  if (strays === "never") return groupTouching(iterateMatches(regex, text), text, max, true);
  // Every character is found: searching at each takes ten times as long as searching for the matches.
  if (strays === "everywhere" && max === Infinity) return text === "" ? [] : [{ start: 0, end: lastLineEnd(text) }];
  return groupTouching(iterateSearcherMatches(regex, text), text, max, false);
}

/** The end of the last line, without its break. */
function lastLineEnd(text: string): number {
  return text.endsWith("\n") ? text.length - 1 : text.length;
}

/**
 * Groups spans with adjacent lines, up to the lines of the `max`-th span; further spans in those lines belong to them.
 * Yields undefined at each step.
 */
function* groupTouching(
  found: Iterable<Span>,
  text: string,
  max: number,
  keeps: boolean,
): Generator<LineGroup | undefined, void, void> {
  let group: LineGroup | undefined, count = 0;
  for (const span of found) {
    const [from, to] = span, start = lineStart(text, from), end = lineEnd(text, Math.max(from, to - 1));
    if (count >= max && (group === undefined || end > group.end)) break;
    if (group !== undefined && start > group.end + 1) {
      yield group;
      group = undefined;
    }
    group ??= { start, end, ...keeps && { found: [] } };
    group.end = Math.max(group.end, end);
    group.found?.push(span);
    if (++count % MATCHES_PER_STEP === 0) yield undefined;
  }
  if (group !== undefined) yield group;
}

/**
 * The matches in a line, given with its break: at the end of a line without one an empty match does not count. If the
 * line is too long to show whole, only the matches that can be in the part shown around the first.
 */
function matchesInLine(regex: RegExp, inLine: RegExp, near: LongLineSearch | undefined, line: string): Span[] {
  const spans: Span[] = [];
  const atEnd = line.endsWith("\n") ? line.length : line.length - 1;
  const found = near !== undefined && line.length > LONG_LINE_UNITS
    ? matchesInLongLine(near, line)
    : iterateMatches(regex, line, searchStart(inLine, line));
  for (const span of found) {
    const [start] = span, [first] = spans[0] ?? span;
    if (start > atEnd || (line.length > LIMITS.lineChars && start > first + 2 * LIMITS.lineChars)) break;
    spans.push(span);
  }
  return spans;
}

/** The matches in a very long line, from the first as far as can be shown. */
function* matchesInLongLine(near: LongLineSearch, line: string): Generator<Span, void, void> {
  const first = firstMatchInLongLine(near, line.endsWith("\n") ? line.slice(0, -1) : line);
  if (first === undefined) return;
  const from = first[0], shown = line.slice(from, from + 2 * LIMITS.lineChars + near.maxMatchUnits + 1);
  for (const [start, end] of iterateMatches(near.regex, shown)) yield [from + start, from + end];
}

/**
 * Where to begin searching for matches in a line. An expression may need quadratic time, so it is not run from the
 * beginning of a very long line, but from as far before the first match as can be shown.
 */
function searchStart(inLine: RegExp, line: string): number {
  if (line.length <= LONG_LINE_UNITS) return 0;
  inLine.lastIndex = 0;
  const first = inLine.exec(line)?.index ?? 0;
  return Math.max(0, first - LIMITS.lineChars);
}

/** Whether `at` is after the final line break, where an empty match can be but no line is. */
function isAfterLastLine(text: string, at: number): boolean {
  return at >= text.length && (text.length === 0 || text.endsWith("\n"));
}
