/**
 * Reads of a file that are to fit a token budget.
 * @module
 */
import { byteLength } from "../format/byte_text.ts";
import { withinBudget } from "../format/fit.ts";
import type { Sealed } from "../format/seal.ts";
import { LIMITS } from "../model/limits.ts";
import type { ReadReport } from "../model/report.ts";
import type { ReadRange } from "../model/request.ts";
import type { Answer } from "./tool.ts";

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
