/**
 * Line breaks: lines end at LF or CR LF; search and display work on texts with only LF. A lone carriage return is an
 * ordinary character.
 * @module
 */
import type { Kernel } from "../simd/kernel.ts";

/** The line feed, the line terminator of every text that is searched. CR LF is one only where a pattern asks for it. */
export const LINE_FEED = 0x0a;
/** The carriage return. */
export const CARRIAGE_RETURN = 0x0d;

/** The index of the first character of the line that contains `at`. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** The index of the line break (or end of text) that ends the line that contains `at`. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Counts the line feeds in [start, end). */
export function countLineFeeds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/**
 * The text with LF for each CR LF.
 *
 * @example
 * ```ts
 * crlfToLf("a\r\nb\rc\n"); // "a\nb\rc\n"
 * ```
 */
export function crlfToLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * Replaces CR LF by LF in place, in bytes of an encoding in which they are these two bytes.
 * @param kernel does it faster if the bytes lie in its memory
 * @returns the remaining bytes
 */
export function crlfToLfInPlace(bytes: Uint8Array, kernel: Kernel): Uint8Array {
  const { buffer, byteOffset, length } = bytes;
  if (buffer === kernel.bytes.buffer) {
    return bytes.subarray(0, kernel.crlfToLf(byteOffset, byteOffset + length) - byteOffset);
  }
  let end = 0;
  for (let at = 0; at < length; at++) {
    if (bytes[at] !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_FEED) bytes[end++] = bytes[at];
  }
  return bytes.subarray(0, end);
}

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
