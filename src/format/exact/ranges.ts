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
 * next page; only where it computes another than this one has `next`.
 * @param asked the range with its defaults
 */
export function fileRangeAnswer(report: ReadReport, asked: ReadRange, options: RangeOptions, budget: number): Rendered {
  const { given, path, content, more, size } = report, { notes } = options, isLines = asked.type === "lines";
  // If lines were cut, the next page follows the content. If the maximum was lowered, the caller expects a longer page.
  const paged = isLines
    ? nextPageArgs(report, options)
    : { path, offset_bytes: asked.offset + asked.max, max_bytes: asked.max };
  const isShort = given.type === "lines" && more && (given.lineCut || given.count < asked.max);
  // A page of bytes is also empty if its only character began on the page before.
  const isBeyond = !more && (isLines || asked.offset >= size), hints = cutLineHints(report, options);
  return frame(
    safeParts({
      fields: {
        ...{ path, content, is_truncated: more },
        range: rangeFields(asked.type, isLines ? asked.start : asked.offset, asked.max),
        ...((isShort || more && notes.length > 0) && { next: paged }),
        ...(isShort && { truncated_by: budget === 0 ? "limit" : "token_budget" }),
      },
      content,
      status: more ? [rangePhrase(report, paged, options)] : [],
      notes,
      hints,
      sentences: [...hints, ...(isBeyond ? beyondEndHints(report) : [])],
      found: hasFound(report),
      isExact: true,
    }),
    options.currentCall.sentAs,
  );
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
  const rest = () => currentCall.render({ startLine: endLine + 1 });
  return frame(
    safeParts({
      fields: {
        ...{ content, startLine, endLine },
        ...(totalLines !== undefined && { totalLines }),
        ...(cutBy && { truncated_by: cutBy }),
      },
      content,
      status: [linesPhrase(startLine, endLine, totalLines)],
      notes,
      hints: [
        ...(given.lineCut ? [`Line ${startLine} is too long: only its beginning is shown.`] : []),
        ...(isShort ? [`Cut after line ${endLine} (${cause}); for the rest: ${rest()}`] : []),
        ...(totalLines === undefined
          ? ["The file is too large to count its lines in time, so totalLines is missing."]
          : []),
      ],
      found: hasFound(report),
      isExact: true,
    }),
    currentCall.sentAs,
  );
}
