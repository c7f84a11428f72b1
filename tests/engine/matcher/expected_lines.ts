/**
 * The expected results of counting lines by bytes: those of the expression on the same bytes.
 * @module
 */
import { decodeUtf8 } from "../../../src/engine/text/encoding.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import type { Matcher } from "../../../src/engine/matcher/matcher.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import type { Query } from "../../../src/model/request.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { matchesOf } from "../scan/expected_matches.ts";

const GUARD = new VmTimeout();

/** The number of lines in which the expression matches; undefined if it times out. */
export function countMatchingLines(matcher: Matcher, bytes: Uint8Array): number | undefined {
  let count: number | undefined;
  const decoded = decodeUtf8(bytes), work = () => void (count = matchesOf(matcher, decoded).count);
  return GUARD.runWithTimeout(work, 500) ? count : undefined;
}

/** A compiled query; undefined if it is refused. */
export function compileOrRefused(query: Query): Matcher | undefined {
  try {
    return compileQuery(query);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

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
