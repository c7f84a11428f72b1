/**
 * Replaces CR LF by LF. Lines end at LF or CR LF; search and display work on texts with only LF. A lone carriage return
 * is an ordinary character.
 * @module
 */
import type { Kernel } from "../simd/kernel.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "./line_feed.ts";

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
