/**
 * Reads of a file that are to fit a token budget.
 * @module
 */
import { byteLength } from "../format/byte_text.ts";
import type { ProfileHints } from "../format/errors.ts";
import { shortened } from "../format/fit.ts";
import { firstPart } from "../format/first_part.ts";
import type { Sealed } from "../format/seal.ts";
import { LIMITS } from "../model/limits.ts";
import type { ReadReport } from "../model/report.ts";
import type { ReadRange } from "../model/request.ts";
import type { Answer } from "./tool.ts";

/** What to do about a line that is too far away, where bytes can be asked for: no lines are counted on the way to them. */
export const FAR_LINE: ProfileHints = {
  timeout: {
    en: "Read it by bytes (offset_bytes, max_bytes), or start the server with a longer --timeout-ms.",
    ja: "バイト指定(offset_bytes、max_bytes)で読むか、--timeout-ms を上げてサーバーを起動してください。",
  },
};

/** Bytes of content that are given however small the budget is. */
const LEAST = 16;

/** Bytes worth reading for `budget` tokens (0 = no budget): a token has about four. */
export function bytesFor(budget: number): number {
  const { cap } = LIMITS.readBytes;
  return budget === 0 ? cap : Math.min(cap, Math.max(64, budget * 4));
}

/**
 * Reads once, and cuts the content to what fits. Only where the bytes of the cut are unknown, as in other encodings than
 * UTF-8, is less read again.
 */
export async function readWithin(
  budget: number,
  range: ReadRange,
  read: (range: ReadRange) => Promise<ReadReport>,
  answerOf: (report: ReadReport) => Sealed,
): Promise<Answer> {
  const report = await read(range);
  const { part, answer } = shortened(byteLength(report.content), budget, (bytes) => {
    const part = firstPart(report, Math.max(LEAST, bytes));
    return { part, ...answerOf(part.report) };
  });
  return part.isExact ? answer : await readWithin(budget, narrowed(range, part.report), read, answerOf);
}

/** The range of about what `report` holds, and less than `range` in any case. */
function narrowed(range: ReadRange, { content, given }: ReadReport): ReadRange {
  if (range.type === "lines") return { ...range, maxBytes: Math.min(byteLength(content), range.maxBytes - 1) };
  return { ...range, max: Math.min(given.type === "bytes" ? given.length : Infinity, range.max - 1) };
}
