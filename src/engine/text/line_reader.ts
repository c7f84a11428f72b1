/**
 * The lines of a file by number, from its start or from its end, read in blocks, in any encoding.
 * @module
 */
import type { Kernel } from "../simd/kernel.ts";
import type { Clock, Operation } from "../task/operation.ts";
import { LINE_FEED } from "./newlines.ts";
import type { TextFile } from "./text_file.ts";

/**
 * The line breaks of an encoding: the byte 10, or in UTF-16 the unit 10. No other encoding of the WHATWG standard uses
 * byte 10 for anything else.
 */
export class LineBreaks {
  readonly #isWide: boolean;
  /** The number whose bytes in memory are those of a break. */
  readonly #unit: number;

  /** @param kernel is faster for blocks that lie in its memory */
  constructor(encoding: string, readonly kernel: Kernel) {
    this.#isWide = encoding.startsWith("utf-16");
    this.#unit = encoding === "utf-16be" ? LINE_FEED << 8 : LINE_FEED;
  }

  /** Counts the breaks in `block`, which starts at a code unit. */
  count(block: Uint8Array): number {
    const { byteOffset, length } = block;
    if (this.#isInKernel(block)) return this.kernel.countNewlines(byteOffset, byteOffset + length);
    const units = this.#unitsOf(block);
    let count = 0;
    for (let at = units.indexOf(this.#unit); at >= 0; at = units.indexOf(this.#unit, at + 1)) count++;
    return count;
  }

  /** The index after the n-th break, 0 for none; -1 if there are fewer. */
  endOfNth(block: Uint8Array, n: number): number {
    const units = this.#unitsOf(block);
    let end = 0;
    for (let i = 0; i < n; i++) {
      end = units.indexOf(this.#unit, end) + 1;
      if (end === 0) return -1;
    }
    return end * units.BYTES_PER_ELEMENT;
  }

  /** The index after the n-th break from the end (1 is the last); -1 if there are fewer. */
  endOfNthLast(block: Uint8Array, n: number): number {
    const count = this.count(block);
    return count < n ? -1 : this.endOfNth(block, count - n + 1);
  }

  /** Whether the block ends inside a line. */
  isUnterminated(block: Uint8Array): boolean {
    const units = this.#unitsOf(block);
    return units.byteLength < block.length || units.at(-1) !== this.#unit;
  }

  #isInKernel({ buffer }: Uint8Array): boolean {
    return !this.#isWide && buffer === this.kernel.bytes.buffer;
  }

  /** The whole units of a block, which in UTF-16 lies at an even address. */
  #unitsOf(block: Uint8Array): Uint8Array | Uint16Array {
    return this.#isWide ? new Uint16Array(block.buffer, block.byteOffset, block.length >>> 1) : block;
  }
}

/** Where a line begins, in bytes. */
export interface LinePosition {
  readonly at: number;
  /** From 1; negative, counted from the end (-1 = the last), if there are too many lines before it to count. */
  readonly line: number;
}

/** The number of lines, of which the one asked for is none. */
export interface LineTotal {
  readonly total: number;
}

/** Files up to this size are read to the end to count their lines. */
const MAX_COUNTED_BYTES = 16 * 2 ** 20;

/** Finds and counts lines of one file. Results are undefined at the deadline. */
export class LineReader {
  readonly breaks: LineBreaks;

  constructor(readonly file: TextFile, kernel: Kernel, readonly clock: Clock) {
    this.breaks = new LineBreaks(file.encoding, kernel);
  }

  /** Whether counting all lines costs little. */
  get isSmall(): boolean {
    return this.file.size <= MAX_COUNTED_BYTES;
  }

  /** The n-th line, from 1. */
  *fromStart(n: number): Operation<LinePosition | LineTotal | undefined> {
    const found = yield* this.#afterBreaks(n - 1, this.file.markLength, Infinity);
    return found !== undefined && "at" in found ? { at: found.at, line: n } : found;
  }

  /** The n-th line from the end; line 1 if there are fewer. */
  *fromEnd(n: number): Operation<LinePosition | undefined> {
    const { file, breaks, clock } = this;
    let missing = n;
    for (let end = file.size; end > file.markLength;) {
      const start = this.#blockBefore(end), block = file.readBlock(start, end - start);
      // The break at the end of the file begins no line.
      if (end === file.size && !breaks.isUnterminated(block)) missing++;
      const count = breaks.count(block);
      if (count >= missing) return yield* this.#numbered(start + breaks.endOfNthLast(block, missing), n);
      missing -= count;
      end = start;
      if (clock.remainingMs() <= 0) return undefined;
      if (clock.shouldYield()) yield;
    }
    return { at: file.markLength, line: 1 };
  }

  /** Counts the lines that begin in [from, to). */
  *count(from: number, to: number): Operation<number | undefined> {
    const found = yield* this.#afterBreaks(Infinity, from, to);
    return found !== undefined && "total" in found ? found.total : undefined;
  }

  /** The offset after the n-th break in [from, to), or how many lines begin there. */
  *#afterBreaks(
    n: number,
    from: number,
    to: number,
  ): Operation<Pick<LinePosition, "at"> | LineTotal | undefined> {
    const { file, breaks, clock } = this;
    let isOpen = false;
    for (let at = from, before = 0;;) {
      if (n === before) return { at };
      const block = file.readBlock(at, to - at), count = breaks.count(block);
      if (before + count >= n) return { at: at + breaks.endOfNth(block, n - before) };
      before += count;
      if (block.length > 0) isOpen = breaks.isUnterminated(block);
      // The file ended in this block, perhaps within a unit. Bytes appended since then do not begin where a block may.
      if (block.length < file.blockBytes) return { total: before + Number(isOpen) };
      at += block.length;
      if (clock.remainingMs() <= 0) return undefined;
      if (clock.shouldYield()) yield;
    }
  }

  *#numbered(at: number, fromEnd: number): Operation<LinePosition> {
    const before = this.isSmall ? yield* this.count(this.file.markLength, at) : undefined;
    return { at, line: before === undefined ? -fromEnd : before + 1 };
  }

  /** Blocks lie on one grid, so that each begins at a code unit. */
  #blockBefore(end: number): number {
    const { markLength, blockBytes } = this.file;
    return markLength + Math.floor((end - markLength - 1) / blockBytes) * blockBytes;
  }
}
