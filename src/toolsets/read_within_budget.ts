/**
 * Reads part of a file within a token budget.
 * @module
 */
import { byteLength } from "../format/byte_text.ts";
import { fit } from "../format/fit_budget.ts";
import type { Rendered } from "../format/answer.ts";
import { truncateRead } from "../format/read/range_view.ts";
import { LIMITS } from "../model/limits.ts";
import type { ReadReport } from "../model/report.ts";
import type { ReadRange } from "../model/request.ts";
import type { Answer } from "./tool.ts";

/** Bytes of content that an answer has however small the budget is. */
const MIN_CONTENT_BYTES = 16;

/** Bytes worth reading for a budget in tokens (0 = none): a token has about four. */
export function bytesForBudget(budget: number): number {
  const { cap } = LIMITS.readBytes;
  return budget === 0 ? cap : Math.min(cap, Math.max(64, budget * 4));
}

/** Reads once, and answers within the budget. */
export async function readWithinBudget(
  budget: number,
  range: ReadRange,
  read: (range: ReadRange) => Promise<ReadReport>,
  answerOf: (report: ReadReport) => Rendered,
): Promise<Answer> {
  const { answer } = await cutToBudget(await read(range), budget, range, read, answerOf);
  return answer;
}

/**
 * Cuts the content of a report to the budget. It reads again, and less, only if the byte length of the cut is unknown,
 * as in other encodings than UTF-8.
 */
export async function cutToBudget<Shown extends { readonly tokens: number }>(
  report: ReadReport,
  budget: number,
  range: ReadRange,
  read: (range: ReadRange) => Promise<ReadReport>,
  answerOf: (report: ReadReport) => Shown,
): Promise<Shown> {
  const { part, rendered } = fit(byteLength(report.content), budget, (bytes) => {
    const part = truncateRead(report, Math.max(MIN_CONTENT_BYTES, bytes)), rendered = answerOf(part.report);
    return { part, rendered, tokens: rendered.tokens };
  });
  if (part.isExact) return rendered;
  const narrow = narrowRange(range, report, part.report.content);
  return await cutToBudget(await read(narrow), budget, narrow, read, answerOf);
}

/**
 * The range of roughly the beginning `kept` of a report's content; always smaller than `range`. Some encodings have a fixed
 * width, others grow as UTF-8 does, so the smaller of both shares is taken.
 */
function narrowRange(range: ReadRange, { content, given }: ReadReport, kept: string): ReadRange {
  if (range.type === "lines") return { ...range, maxBytes: Math.min(byteLength(kept), range.maxBytes - 1) };
  const share = Math.min(kept.length / content.length, byteLength(kept) / byteLength(content));
  const length = given.type === "bytes" ? Math.max(1, Math.floor(share * given.length)) : Infinity;
  return { ...range, max: Math.min(length, range.max - 1) };
}
