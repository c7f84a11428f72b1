/**
 * A block of text in parts that can be scanned one by one, where no match crosses a line break.
 * @module
 */
import { countLineFeeds } from "../text/line_bounds.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { type DfaTable, LINE_START_STATES } from "../simd/dfa_table.ts";
import type { Block } from "./scan.ts";

/**
 * Stretches of whole lines, each about `size` UTF-16 units and at least a line. Each is made when it is
 * asked for; an empty block has none.
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

/** The lines that an automaton does not know to have no match, as many at a time as follow one another. */
export function* candidateBlocks(block: Block, { next }: DfaTable): Generator<Block, void, void> {
  const { text, end } = block;
  let from = -1, { line } = block, first = line;
  for (let start = block.start; start < end; line++) {
    let at = start, state: number = LINE_START_STATES.none;
    for (; at < end && text.charCodeAt(at) !== LINE_FEED; at++) {
      state = next[256 * state + Math.min(text.charCodeAt(at), NON_ASCII)];
    }
    const isSuspect = next[256 * state + LINE_FEED] !== LINE_START_STATES.none;
    if (isSuspect && from < 0) [from, first] = [start, line];
    if (!isSuspect && from >= 0) {
      yield { ...block, start: from, end: start, line: first };
      from = -1;
    }
    start = Math.min(end, at + 1);
  }
  if (from >= 0) yield { ...block, start: from, line: first };
}

/** To an automaton all that is not ASCII is the same. */
const NON_ASCII = 0x80;
