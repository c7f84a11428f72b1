/**
 * What lines counted on bytes are judged by: the expression itself, on the same bytes.
 * @module
 */
import { decodeUtf8 } from "../../../src/engine/encoding.ts";
import { VmGuard } from "../../../src/engine/guard.ts";
import { wholeBlock } from "../../../src/engine/haystack.ts";
import { Kernel } from "../../../src/engine/kernel/kernel.ts";
import type { Matcher } from "../../../src/engine/matcher.ts";
import { compileQuery } from "../../../src/engine/pattern/compile_query.ts";
import { type Block, scan } from "../../../src/engine/scan.ts";
import type { Query } from "../../../src/model/request.ts";
import { ToolError } from "../../../src/model/tool_error.ts";

const GUARD = new VmGuard();

/** The lines that the expression matches in; undefined where that takes long to tell. */
export function matchesIn(matcher: Matcher, block: Block): number | undefined {
  let count: number | undefined;
  const work = () => {
    count = scan(matcher, block, { from: 0, to: 0, max: Infinity, room: 0, before: 0, after: 0 }).count;
  };
  return GUARD.run(work, 50) ? count : undefined;
}

/** The same of a text. */
export function scanned(matcher: Matcher, bytes: Uint8Array): number | undefined {
  return matchesIn(matcher, wholeBlock(decodeUtf8(bytes)));
}

/** A compiled query; undefined for one that is refused. */
export function compiled(query: Query): Matcher | undefined {
  try {
    return compileQuery(query);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** Lays a text into a kernel's memory as texts lie there, zeros beside it. @returns where */
export function laid(bytes: Uint8Array, kernel: Kernel, at = Kernel.RESERVED + 1): { at: number; end: number } {
  const end = at + bytes.length;
  kernel.reserve(end + 1);
  kernel.bytes[at - 1] = kernel.bytes[end] = 0;
  kernel.bytes.set(bytes, at);
  return { at, end };
}
