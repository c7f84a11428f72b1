/**
 * The bytes of a text in memory that is pure ASCII, where an index in the text is an offset in them.
 * @module
 */
import type { LineNeedles } from "./pattern/line_needles.ts";
import { ABSENT, type Contents } from "./resident/contents.ts";
import type { Resident } from "./resident/resident.ts";
import type { Underlying } from "./scan.ts";

/** Finds with the kernel what takes an expression ten times as long. */
export class AsciiBytes implements Underlying {
  /** @param lines the needles that decide lines of the query, where there are any */
  constructor(readonly file: Resident, readonly contents: Contents, readonly lines: LineNeedles | undefined) {}

  match(from: number, to: number): number | undefined {
    const { file: { at, end }, lines, contents } = this;
    if (lines === undefined || at === ABSENT) return undefined;
    const { needles, lead, trail } = lines;
    contents.aim(needles);
    // Behind any line but the last its break is its neighbour.
    const found = contents.kernel.find(at + from - lead, at + to + (at + to === end ? trail : 0));
    return found < 0 ? -1 : found + lead - at;
  }

  breaks(from: number, to: number): number | undefined {
    const { file: { at }, contents } = this;
    return at === ABSENT ? undefined : contents.kernel.countNewlines(at + from, at + to);
  }
}
