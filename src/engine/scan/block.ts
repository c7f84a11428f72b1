/**
 * The text that one run of a matcher sees: some lines, or the whole text in a search across lines.
 * @module
 */
import type { Decoded } from "../text/encoding.ts";
import { countLineFeeds } from "../text/newlines.ts";

/** A part of a text; the surrounding `text` is context. */
export interface Block {
  readonly text: string;
  /** The part, in UTF-16 units: lines with their breaks, or the whole text. */
  readonly start: number;
  readonly end: number;
  /** The part is pure ASCII. */
  readonly ascii: boolean;
  /** The number of the line at `start`. */
  readonly line: number;
}

/** A whole text as one block. */
export function wholeBlock(decoded: Decoded): Block {
  return { ...decoded, start: 0, end: decoded.text.length, line: 1 };
}

/** Splits a block into parts of whole lines, each of at least `units` UTF-16 units but the last; by default into lines. */
export function* splitBlock(block: Block, units = 1): Generator<Block, void, void> {
  const { text, end } = block;
  let { line } = block;
  for (let { start } = block; start < end;) {
    const stop = text.indexOf("\n", Math.min(start + units, end) - 1), next = stop < 0 || stop >= end ? end : stop + 1;
    yield { ...block, start, end: next, line };
    line += units === 1 ? 1 : countLineFeeds(text, start, next);
    start = next;
  }
}

/** UTF-16 indices: [start, end). */
export type Span = readonly [start: number, end: number];

/** Adjacent lines of a block with matches: one record of a page. */
export interface LineGroup {
  /** [start, end) in the block, without the last break. */
  readonly start: number;
  readonly end: number;
  /** Relative to `start`. */
  readonly spans: readonly Span[];
}

/** The matches of a block. */
export interface BlockMatches {
  /** Matching lines (multiline: matches), as `rg -c` counts. */
  readonly count: number;
  /** Matching lines (multiline: groups of lines): the unit of paging. */
  readonly records: number;
  /** The first groups, as many as were asked for. */
  readonly groups: readonly LineGroup[];
  /** With a counter. */
  readonly keys?: KeyCounts;
}

export type KeyCounts = ReadonlyMap<string, number>;

/** Counts something in matching lines beside the lines themselves, such as the texts that match. */
export interface KeyCounter {
  /**
   * Counts the matches that start in [from, to], those of one line, or of a group of lines. Yields now and then.
   * @param text contains the lines; in a search by line it is the line with its break
   */
  count(text: string, from: number, to: number, isAscii: boolean, counts: Map<string, number>): Iterable<void>;
}
