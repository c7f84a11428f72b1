/**
 * Texts in a kernel's memory.
 * @module
 */
import { Kernel } from "../../../src/engine/simd/kernel.ts";

/** Places a text between zeros in a kernel's memory. @returns its addresses */
export function placeInKernel(
  bytes: Uint8Array,
  kernel: Kernel,
  at = Kernel.RESERVED_BYTES + 1,
): { at: number; end: number } {
  const end = at + bytes.length;
  kernel.reserve(end + 1);
  kernel.bytes[at - 1] = kernel.bytes[end] = 0;
  kernel.bytes.set(bytes, at);
  return { at, end };
}
