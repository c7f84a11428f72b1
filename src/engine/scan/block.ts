/**
 * A part of a text that is scanned in one go, and the options of its scan.
 * @module
 */
import { type DfaTable, LINE_START_STATES } from "../simd/kernel.ts";
import { countLineFeeds, LINE_FEED } from "../text/newlines.ts";

/** A part of a file's text to scan; the surrounding `text` is context. */
export interface Block {
  readonly text: string;
  /** The part, in UTF-16 units; unless multiline it begins at a line and ends after one. */
  readonly start: number;
  readonly end: number;
  /** `text` is pure ASCII. */
  readonly ascii: boolean;
  /** The number of the line at `start`. */
  readonly line: number;
  /** The last lines before `text`, for context. */
  readonly tail: readonly string[];
}

export type KeyCounts = ReadonlyMap<string, number>;

/** Counts something in matching lines beside the lines themselves, such as the texts that match. */
export interface KeyCounter {
  /** If each match counts as this text, and is exactly that: bytes suffice to count it. */
  readonly literal?: string;
  /**
   * Counts the matches that start in [from, to], those of one line, or of a group of lines. Yields now and then.
   * @param text contains the lines; in a search by line it is the line with its break
   */
  count(text: string, from: number, to: number, isAscii: boolean, counts: Map<string, number>): Iterable<void>;
}

/** How a block is scanned, and which hits are made. */
export interface ScanOptions {
  /** Hits are made of the records with index in [firstRecord, endRecord). */
  readonly firstRecord: number;
  readonly endRecord: number;
  /** The scan stops after this many matching lines. */
  readonly maxLines: number;
  /** Hits are made until they take this many UTF-16 units; the one that exceeds it is the last. */
  readonly maxUnits: number;
  readonly before: number;
  readonly after: number;
  /** Counts something else in matching lines. */
  readonly counter?: KeyCounter;
}

/**
 * Splits a block into parts of whole lines, each about `size` UTF-16 units long and at least a line. Parts are made
 * lazily; an empty block has none.
 */
export function* splitBlock(block: Block, size: number): Generator<Block, void, void> {
  let { line } = block;
  for (let start = block.start; start < block.end;) {
    const stop = block.text.indexOf("\n", Math.min(start + Math.max(1, size), block.end) - 1);
    const end = stop < 0 || stop >= block.end ? block.end : stop + 1;
    yield { ...block, start, end, line };
    line += countLineFeeds(block.text, start, end);
    start = end;
  }
}

/** The lines in which an automaton can't rule out a match; adjacent ones together. */
export function* candidateBlocks(block: Block, { next }: DfaTable): Generator<Block, void, void> {
  const { text, end } = block;
  let from = -1, { line } = block, first = line;
  for (let start = block.start; start < end; line++) {
    let at = start, state: number = LINE_START_STATES.none;
    for (; at < end && text.charCodeAt(at) !== LINE_FEED; at++) {
      state = next[256 * state + Math.min(text.charCodeAt(at), NON_ASCII)];
    }
    const isCandidate = next[256 * state + LINE_FEED] !== LINE_START_STATES.none;
    if (isCandidate && from < 0) [from, first] = [start, line];
    if (!isCandidate && from >= 0) {
      yield { ...block, start: from, end: start, line: first };
      from = -1;
    }
    start = Math.min(end, at + 1);
  }
  if (from >= 0) yield { ...block, start: from, line: first };
}

/** An automaton does not distinguish characters beyond ASCII. */
const NON_ASCII = 0x80;
