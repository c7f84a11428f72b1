/**
 * Ranges of files in the shapes of the profiles fs and microagent.
 * @module
 */
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import { type AnswerContext, frame, type Rendered } from "../answer.ts";
import {
  beyondEndHints,
  cutLineHints,
  hasFound,
  linesPhrase,
  nextPageArgs,
  rangeFields,
  type RangeOptions,
  rangePhrase,
  withLineNumbers,
} from "../read/range_view.ts";
import { safeParts } from "../read/read_view.ts";

/**
 * fs.read_file: `{path, content, is_truncated, range}`. `range` repeats the question, so that the caller can compute the
 * next page.
 * @param asked the range with its defaults
 */
export function fileRangeAnswer(report: ReadReport, asked: ReadRange, options: RangeOptions, budget: number): Rendered {
  const { given, path, content, more, size } = report, { notes, currentCall } = options;
  const next = more ? nextRange(report, asked, options) : undefined;
  const isShort = given.type === "lines" && more && (given.lineCut || given.count < asked.max);
  // A page of bytes is also empty if its only character began on the page before.
  const isBeyond = !more && (asked.type === "lines" || asked.offset >= size), cut = cutLineHints(report, options);
  return frame(
    safeParts({
      fields: {
        ...{ path, content, is_truncated: more },
        range: rangeFields(asked.type, asked.type === "bytes" ? asked.offset : asked.start, asked.max),
        // If its maximum was lowered, the caller expects a longer page.
        ...((isShort || more && notes.length > 0) && { next }),
        ...(isShort && { truncated_by: budget === 0 ? "limit" : "token_budget" }),
      },
      content,
      status: next ? [rangePhrase(report, next, options)] : [],
      notes,
      hints: cut,
      sentences: [...cut, ...(isBeyond ? beyondEndHints(report) : [])],
      found: hasFound(report),
      isExact: true,
    }),
    currentCall.sentAs,
  );
}

/** The next page as the caller would compute it. If lines were cut, it follows the content instead. */
function nextRange(report: ReadReport, asked: ReadRange, options: RangeOptions): Record<string, unknown> {
  if (asked.type === "lines") return nextPageArgs(report, options);
  return { path: report.path, offset_bytes: asked.offset + asked.max, max_bytes: asked.max };
}

/**
 * microagent's read_file_lines: `{content, startLine, endLine, totalLines}`. `totalLines` is absent if the lines could not
 * be counted in time.
 * @param last the last line asked for
 */
export function numberedRangeAnswer(report: ReadReport, last: number, options: Omit<AnswerContext, "hints">): Rendered {
  const { given, totalLines } = report, { budget, notes, currentCall } = options;
  if (given.type !== "lines") throw new TypeError("microagent reads by lines");
  const startLine = given.start, endLine = given.start + given.count - 1, content = withLineNumbers(report);
  const isShort = endLine < Math.min(last, totalLines ?? Infinity), cause = budget === 0 ? "limit" : "token_budget";
  const cutBy = given.lineCut || isShort ? cause : totalLines === undefined ? "timeout" : undefined;
  const rest = () =>
    `Cut after line ${endLine} (${cause}); for the rest: ${currentCall.render({ startLine: endLine + 1 })}`;
  const fields = {
    ...{ content, startLine, endLine },
    ...(totalLines !== undefined && { totalLines }),
    ...(cutBy && { truncated_by: cutBy }),
  };
  const hints = [
    ...(given.lineCut ? [`Line ${startLine} is too long: only its beginning is shown.`] : []),
    ...(isShort ? [rest()] : []),
    ...(totalLines === undefined ? [UNCOUNTED] : []),
  ];
  const status = [linesPhrase(startLine, endLine, totalLines)];
  const parts = { fields, content, status, notes, hints, found: hasFound(report), isExact: true };
  return frame(safeParts(parts), currentCall.sentAs);
}

const UNCOUNTED = "The file is too large to count its lines in time, so totalLines is missing.";
