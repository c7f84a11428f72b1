/**
 * A block of text in parts that can be scanned one by one, where no match crosses a line break.
 * @module
 */
import type { Block } from "./scan.ts";

/**
 * Stretches of whole lines, each about `size` UTF-16 units and at least a line. Each is made when it is
 * asked for; an empty block has none.
 */
export function* stretches(block: Block, size: number): Generator<Block, void, void> {
  let { line } = block;
  for (let start = block.start; start < block.end;) {
    const stop = block.text.indexOf("\n", Math.min(start + Math.max(1, size), block.end) - 1);
    const end = stop < 0 || stop >= block.end ? block.end : stop + 1;
    yield { ...block, start, end, line };
    line += countBreaks(block.text, start, end);
    start = end;
  }
}

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
