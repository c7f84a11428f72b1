/**
 * The answer to fs.read_file: `{path, content, is_truncated, range}`.
 * @module
 */
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import {
  beyondEndHints,
  cutLineHints,
  nextPageArgs,
  rangeFields,
  rangePhrase,
  type ReadAnswerOptions,
  textWithFooters,
} from "../read/read_answer.ts";
import type { RenderedPage } from "../render_page.ts";
import { answerTokens } from "../token_estimate.ts";
import { remarkFields } from "./exact_answer.ts";

/**
 * Answers with content. `range` repeats the question, so that the caller can compute the next page.
 * @param asked the range with its defaults
 */
export function fileRangeAnswer(
  report: ReadReport,
  asked: ReadRange,
  options: ReadAnswerOptions,
  budget: number,
): RenderedPage {
  const { given } = report;
  const page = report.more ? nextRange(report, asked, options) : undefined;
  const short = given.type === "lines" && report.more && (given.lineCut || given.count < asked.max);
  const cutBy = short ? budget === 0 ? "limit" : "token_budget" : undefined;
  const cut = cutLineHints(report, options);
  // If its maximum was lowered, the caller expects a longer page.
  const isAstray = short || report.more && options.notes.length > 0;
  const structured = {
    path: report.path,
    content: report.content,
    is_truncated: report.more,
    range: rangeFields(asked.type, asked.type === "bytes" ? asked.offset : asked.start, asked.max),
    ...(isAstray && { next: page }),
    ...remarkFields(cutBy, cut, { ...options, budget }),
  };
  const words = page ? [rangePhrase(report, page, options)] : [];
  // A page of bytes is also empty if its only character began on the page before.
  const isBeyond = !report.more && (asked.type === "lines" || asked.offset >= report.size);
  const beyond = isBeyond ? beyondEndHints(report) : [];
  const text = textWithFooters(report.content, [...words, ...options.notes, ...cut, ...beyond]);
  const tokens = answerTokens(text, structured, options.currentCall.sentAs);
  return {
    answer: { text, structured, isError: false, found: report.content !== "" || report.size === 0 },
    tokens,
  };
}

/** The next page as the caller would compute it. If lines were cut, it follows the content instead. */
function nextRange(report: ReadReport, asked: ReadRange, options: ReadAnswerOptions): Record<string, unknown> {
  if (asked.type === "lines") return nextPageArgs(report, options);
  return { path: report.path, offset_bytes: asked.offset + asked.max, max_bytes: asked.max };
}
