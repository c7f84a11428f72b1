/**
 * Reads a file until a buffer is full.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";

/** Reads from byte `at` until `into` is full or the file ends. @returns the filled part */
export function readFully(file: OpenFile, into: Uint8Array, at: number): Uint8Array {
  let filled = 0;
  while (filled < into.length) {
    const count = file.read(into.subarray(filled), at + filled);
    if (count === 0) break;
    filled += count;
  }
  return into.subarray(0, filled);
}
