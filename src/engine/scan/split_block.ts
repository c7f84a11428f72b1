/**
 * Splits a block of text into parts that can be scanned one by one, for matches within lines.
 * @module
 */
import { countLineFeeds } from "../text/line_bounds.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { type DfaTable, LINE_START_STATES } from "../simd/dfa_table.ts";
import type { Block } from "./block.ts";

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
