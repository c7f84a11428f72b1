/**
 * The answer to fs.read_file: `{path, content, is_truncated, range}`.
 * @module
 */
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import { beyondEnd, cutLine, nextPage, rangeFields, rangeWords, type ReadWish, textOf } from "../reading.ts";
import type { Sealed } from "../seal.ts";
import { answerTokens } from "../token_estimate.ts";
import { besides } from "./exact.ts";

/**
 * The content; `range` repeats the question, so that the caller's own arithmetic gives the next page.
 * @param asked defaults filled in
 */
export function fileRangeAnswer(report: ReadReport, asked: ReadRange, wish: ReadWish, budget: number): Sealed {
  const { given } = report;
  const page = report.more ? nextOf(report, asked, wish) : undefined;
  const short = given.type === "lines" && report.more && (given.lineCut || given.count < asked.max);
  const cutBy = short ? budget === 0 ? "limit" : "token_budget" : undefined;
  const cut = cutLine(report, wish);
  // Where its maximum was lowered, the caller counts in longer pages than there are.
  const isAstray = short || report.more && wish.notes.length > 0;
  const structured = {
    path: report.path,
    content: report.content,
    is_truncated: report.more,
    range: rangeFields(asked.type, asked.type === "bytes" ? asked.offset : asked.start, asked.max),
    ...(isAstray && { next: page }),
    ...besides(cutBy, cut, { ...wish, budget }),
  };
  const words = page ? [rangeWords(report, page, wish)] : [];
  // A page of bytes may also be empty because its character began on the page before.
  const isBeyond = !report.more && (asked.type === "lines" || asked.offset >= report.size);
  const beyond = isBeyond ? beyondEnd(report, wish.lang) : [];
  const text = textOf(report.content, [...words, ...wish.notes, ...cut, ...beyond], wish.lang);
  const tokens = answerTokens(text, structured);
  return {
    answer: { text, structured, isError: false, found: report.content !== "" || report.size === 0 },
    tokens,
  };
}

/** The following page as the caller would count it; only where lines were cut does the content decide. */
function nextOf(report: ReadReport, asked: ReadRange, wish: ReadWish): Record<string, unknown> {
  if (asked.type === "lines") return nextPage(report, wish);
  return { path: report.path, offset_bytes: asked.offset + asked.max, max_bytes: asked.max };
}
