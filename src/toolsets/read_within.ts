/**
 * Reads of a file that are to fit a token budget.
 * @module
 */
import { byteLength } from "../format/byte_text.ts";
import type { ProfileHints } from "../format/errors.ts";
import { withinBudget } from "../format/fit.ts";
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

/** Narrower reads that are tried when the estimate proves too low. */
const ROUNDS = 8;
/** The narrowest read, in bytes. */
const LEAST = 16;

/** Bytes worth reading for `budget` tokens (0 = no budget): a token has about four. */
export function bytesFor(budget: number): number {
  const { cap } = LIMITS.readBytes;
  return budget === 0 ? cap : Math.min(cap, Math.max(64, budget * 4));
}

/**
 * Reads less until the answer fits. Only the engine knows which bytes a character of the answer stands
 * for, so it is asked again rather than its content cut.
 */
export async function readWithin(
  budget: number,
  first: ReadRange,
  read: (range: ReadRange) => Promise<ReadReport>,
  answerOf: (report: ReadReport) => Sealed,
): Promise<Answer> {
  for (let range = first, round = 1;; round++) {
    const report = await read(range);
    const { answer, tokens } = answerOf(report);
    if (withinBudget(tokens, budget) || round === ROUNDS || sizeOf(report) <= LEAST) return answer;
    range = narrowed(range, Math.max(LEAST, Math.floor(sizeOf(report) * 0.93 * budget / tokens)));
  }
}

function sizeOf({ given, content }: ReadReport): number {
  return given.type === "bytes" ? given.length : byteLength(content);
}

function narrowed(range: ReadRange, bytes: number): ReadRange {
  return range.type === "bytes" ? { ...range, max: bytes } : { ...range, maxBytes: bytes };
}
