/**
 * Counts and locates the line breaks in a block of bytes.
 * @module
 */
import type { Kernel } from "../simd/kernel.ts";
import { LINE_FEED } from "./line_feed.ts";

/** Bytes counted at a time before the n-th break is located; few enough that locating costs little. */
const STEP_BYTES = 16 * 1024;

/**
 * The line breaks of an encoding: the byte 10, or in UTF-16 the unit 10. No other encoding of the WHATWG standard uses
 * byte 10 for anything else.
 *
 * @param kernel counts blocks that lie in its memory
 */
export function lineBreaksOf(encoding: string, kernel?: Kernel): LineBreaks {
  if (encoding === "utf-16le") return new LineBreaks(wideUnits, unitOf(LINE_FEED, 0), countUnits);
  if (encoding === "utf-16be") return new LineBreaks(wideUnits, unitOf(0, LINE_FEED), countUnits);
  return new LineBreaks((block) => block, LINE_FEED, (block) => countNewlines(block, kernel));
}

/** The number whose bytes in memory are these two. */
function unitOf(first: number, second: number): number {
  return new Uint16Array(Uint8Array.of(first, second).buffer)[0];
}

/** The whole units of `block`, which must lie at an even address. */
function wideUnits(block: Uint8Array): Uint16Array {
  return new Uint16Array(block.buffer, block.byteOffset, block.length >>> 1);
}

function countUnits(block: Uint8Array, unit: number): number {
  let count = 0;
  for (const each of wideUnits(block)) if (each === unit) count++;
  return count;
}

/** The line breaks of one encoding. */
export class LineBreaks {
  constructor(
    private readonly units: (block: Uint8Array) => Uint8Array | Uint16Array,
    private readonly unit: number,
    private readonly counted: (block: Uint8Array, unit: number) => number,
  ) {}

  /** Counts the breaks in `block`, which starts at a code unit. */
  count(block: Uint8Array): number {
    return this.counted(block, this.unit);
  }

  /** The index after the n-th break (from 1); -1 if there are fewer. */
  endOfNth(block: Uint8Array, n: number): number {
    for (let at = 0; at < block.length; at += STEP_BYTES) {
      const step = block.subarray(at, at + STEP_BYTES);
      const count = this.count(step);
      if (count >= n) return at + this.#nth(step, n);
      n -= count;
    }
    return -1;
  }

  /** The index after the n-th break from the end (1 is the last); -1 if there are fewer. */
  endOfNthLast(block: Uint8Array, n: number): number {
    for (let at = lastStep(block.length); at >= 0; at -= STEP_BYTES) {
      const step = block.subarray(at, at + STEP_BYTES);
      const count = this.count(step);
      if (count >= n) return at + this.#nth(step, count - n + 1);
      n -= count;
    }
    return -1;
  }

  #nth(step: Uint8Array, n: number): number {
    const units = this.units(step);
    let at = -1;
    for (let i = 0; i < n; i++) at = units.indexOf(this.unit, at + 1);
    return (at + 1) * units.BYTES_PER_ELEMENT;
  }
}

function lastStep(length: number): number {
  return Math.floor((length - 1) / STEP_BYTES) * STEP_BYTES;
}

/**
 * Counts the bytes 10 in `block`: by the kernel if the block lies in its memory, else one by one, since such blocks
 * have few or long lines.
 */
function countNewlines(block: Uint8Array, kernel: Kernel | undefined): number {
  const { buffer, byteOffset, length } = block;
  if (kernel?.bytes.buffer === buffer) return kernel.countNewlines(byteOffset, byteOffset + length);
  let count = 0;
  for (let at = block.indexOf(LINE_FEED); at >= 0; at = block.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
