/**
 * Finds the matching lines of a text. Pure: no files, no clock. A caller may run it under a guard and discard an
 * unfinished result.
 * @module
 */
import type { Hit } from "../../model/search_report.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { lineEnd, lineStart } from "../text/newlines.ts";
import type { Block, KeyCounts, ScanOptions } from "./block.ts";
import { HitMaker } from "./hit_maker.ts";
import { iterateMatches, iterateSearcherMatches, lastMatchStart, LineSearch, type Span } from "./line_search.ts";

/** The matches of a block. */
export interface ScanResult {
  /** Matching lines (multiline: matches), as `rg -c` counts. */
  readonly count: number;
  /** Matching lines (multiline: groups of lines): the unit of paging. */
  readonly records: number;
  readonly hits: readonly Hit[];
  /** UTF-16 units of the hits. */
  readonly units: number;
  /** With `ScanOptions.counter`. */
  readonly keys?: KeyCounts;
}

/** Matches are dense if the first `DENSE_LINES` matching lines are within `DENSE_LINE_UNITS` UTF-16 units each. */
const DENSE_LINES = 4, DENSE_LINE_UNITS = 512;

/** A step of a multiline scan: matches, or hits made of them. It takes some milliseconds, whatever the text. */
const MATCHES_PER_STEP = 2 ** 13, HITS_PER_STEP = 2 ** 8;

/** Scans a block. */
export function scanBlock(matcher: Matcher, block: Block, options: ScanOptions): ScanResult {
  if (!matcher.multiline && options.counter === undefined) return scanLines(matcher, block, options);
  const steps = stepsOf(matcher, block, options);
  for (let step = steps.next();; step = steps.next()) if (step.done) return step.value;
}

type Steps = Generator<undefined, ScanResult, void>;

function stepsOf(matcher: Matcher, block: Block, options: ScanOptions): Steps {
  return matcher.multiline ? scanMultiline(matcher, block, options) : countInLines(matcher, block, options);
}

/**
 * Scans in steps a block that can't be split: its matches may span lines, or all matches of a long line are counted. A
 * long total time is no reason to give up, as long as each match is found soon.
 */
export class SteppedScan {
  #steps: Steps;
  #isInStep = false;
  /** The matches of the block, once the last step is done. */
  result: ScanResult | undefined;

  constructor(readonly matcher: Matcher, readonly block: Block, readonly options: ScanOptions) {
    this.#steps = stepsOf(matcher, block, options);
  }

  /** Runs a step. If a guard stopped the previous one half-way, the scan begins again. */
  step(): void {
    if (this.#isInStep) this.#steps = stepsOf(this.matcher, this.block, this.options);
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
function scanLines(matcher: Matcher, block: Block, options: ScanOptions): ScanResult {
  const text = blockText(block), hits = new HitMaker(block, text, options);
  const search = new LineSearch(matcher, block.ascii ? "ascii" : "unicode");
  let count = 0;
  for (let at = 0; at <= text.length && count < options.maxLines; count++) {
    if (count === DENSE_LINES && at < DENSE_LINES * DENSE_LINE_UNITS) search.dropLiterals();
    const inLine = search.nextMatchingLine(text, at);
    if (inLine < 0 || isAfterLastLine(text, inLine)) break;
    const end = lineEnd(text, inLine);
    if (hits.isWanted(count)) {
      const start = lineStart(text, inLine);
      hits.add(start, end, search.matchesInLine(text.slice(start, end + 1)));
    }
    at = end + 1;
  }
  return { count, records: count, hits: hits.hits, units: hits.units, keys: undefined };
}

/** The same, and counts in each matching line. Yields at each step. */
function* countInLines(matcher: Matcher, block: Block, options: ScanOptions): Steps {
  const text = blockText(block), hits = new HitMaker(block, text, options), keys = new Map<string, number>();
  const { counter, maxLines } = options;
  const search = new LineSearch(matcher, block.ascii ? "ascii" : "unicode");
  let count = 0;
  for (let at = 0; at <= text.length && count < maxLines; count++) {
    if (count === DENSE_LINES && at < DENSE_LINES * DENSE_LINE_UNITS) search.dropLiterals();
    const inLine = search.nextMatchingLine(text, at);
    if (inLine < 0 || isAfterLastLine(text, inLine)) break;
    const start = lineStart(text, inLine), end = lineEnd(text, inLine), line = text.slice(start, end + 1);
    if (hits.isWanted(count)) hits.add(start, end, search.matchesInLine(line));
    for (const _ of counter?.count(line, 0, lastMatchStart(line), block.ascii, keys) ?? []) yield;
    at = end + 1;
  }
  return { count, records: count, hits: hits.hits, units: hits.units, keys };
}

/**
 * Scans for matches that may span lines. Like ripgrep, it shows matches with adjacent lines as one record. Yields at
 * each step.
 */
function* scanMultiline(matcher: Matcher, block: Block, options: ScanOptions): Steps {
  const text = blockText(block), regex = block.ascii ? matcher.ascii : matcher.unicode;
  const hits = new HitMaker(block, text, options), { counter } = options;
  const keys = counter && new Map<string, number>();
  let count = 0, records = 0;
  for (const group of lineGroups(text, matcher.searcherDiffers, regex, options.maxLines)) {
    if (group === undefined) {
      yield;
      continue;
    }
    const { start, end, matches } = group, isWanted = hits.isWanted(records), spans: Span[] = [];
    for (const [from, to] of matches ?? iterateMatches(regex, text, start, end)) {
      if (isWanted) spans.push([from - start, Math.min(to, end + 1) - start]);
      if (++count % MATCHES_PER_STEP === 0) yield;
    }
    if (isWanted) {
      hits.add(start, end, spans);
      if (hits.hits.length % HITS_PER_STEP === 0) yield;
    }
    if (counter !== undefined && keys !== undefined) {
      for (const _ of counter.count(text, start, end, block.ascii, keys)) yield;
    }
    records++;
  }
  return { count, records, hits: hits.hits, units: hits.units, keys };
}

/** Adjacent lines, [start, end) without the last break, and the spans found in them. */
interface LineGroup {
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
): Iterable<LineGroup | undefined> {
  if (searcherDiffers === "never") return groupTouching(iterateMatches(regex, text), text, max, true);
  // Every character is found: searching at each takes ten times as long as searching for the matches.
  if (searcherDiffers === "everywhere" && max === Infinity) {
    return text === "" ? [] : [{ start: 0, end: lastLineEnd(text) }];
  }
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
  spans: Iterable<Span>,
  text: string,
  max: number,
  areMatches: boolean,
): Generator<LineGroup | undefined, void, void> {
  let group: LineGroup | undefined, count = 0;
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

/** Whether `at` is after the final line break, where an empty match can be but no line is. */
function isAfterLastLine(text: string, at: number): boolean {
  return at >= text.length && (text.length === 0 || text.endsWith("\n"));
}
