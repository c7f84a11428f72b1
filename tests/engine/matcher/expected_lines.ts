/**
 * The expected results of counting lines by bytes: those of the expression on the same bytes.
 * @module
 */
import { decodeUtf8 } from "../../../src/engine/text/encoding.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { wholeBlock } from "../../../src/engine/scan/haystack.ts";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import type { Matcher } from "../../../src/engine/matcher/matcher.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import type { Block } from "../../../src/engine/scan/block.ts";
import { scanBlock } from "../../../src/engine/scan/scan.ts";
import type { Query } from "../../../src/model/request.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";

const GUARD = new VmTimeout();

/** The number of lines in which the expression matches; undefined if it times out. */
export function countByRegex(matcher: Matcher, block: Block): number | undefined {
  let count: number | undefined;
  const options = { firstRecord: 0, endRecord: 0, maxLines: Infinity, maxUnits: 0, before: 0, after: 0 };
  const work = () => {
    count = scanBlock(matcher, block, options).count;
  };
  return GUARD.runWithTimeout(work, 500) ? count : undefined;
}

/** The same for a text. */
export function countMatchingLines(matcher: Matcher, bytes: Uint8Array): number | undefined {
  return countByRegex(matcher, wholeBlock(decodeUtf8(bytes)));
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
