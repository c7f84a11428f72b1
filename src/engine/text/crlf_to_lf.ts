/**
 * A line ends at LF or CR LF. All that searches or shows lines works on texts in which each CR LF has become an LF, so
 * it need know of one line break only. A lone carriage return is a character like any other.
 * @module
 */
import type { Kernel } from "../simd/kernel.ts";

const CR = 0x0d, LF = 0x0a;

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
 * Does the same to bytes in which a CR LF is these two bytes, in place.
 * @param kernel is quicker at it where the bytes lie in its memory
 * @returns those that are left, from the first on
 */
export function crlfToLfInPlace(bytes: Uint8Array, kernel: Kernel): Uint8Array {
  const { buffer, byteOffset, length } = bytes;
  if (buffer === kernel.bytes.buffer) {
    return bytes.subarray(0, kernel.crlfToLf(byteOffset, byteOffset + length) - byteOffset);
  }
  let end = 0;
  for (let at = 0; at < length; at++) {
    if (bytes[at] !== CR || bytes[at + 1] !== LF) bytes[end++] = bytes[at];
  }
  return bytes.subarray(0, end);
}
