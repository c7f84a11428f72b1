/**
 * The answer to microagent's read_file_lines: `{content, startLine, endLine, totalLines}`.
 * @module
 */
import type { ReadReport } from "../../model/report.ts";
import { linesPhrase, textWithFooters, withLineNumbers } from "../read/read_answer.ts";
import type { RenderedPage } from "../render_page.ts";
import { answerTokens } from "../token_estimate.ts";
import { type ExactAnswerOptions, remarkFields } from "./exact_answer.ts";

/**
 * Answers with numbered lines. `totalLines` is absent if the lines could not be counted in time.
 * @param last the last line asked for
 */
export function numberedRangeAnswer(report: ReadReport, last: number, options: ExactAnswerOptions): RenderedPage {
  const { given, content, totalLines } = report, wanted = Math.min(last, totalLines ?? Infinity);
  if (given.type !== "lines") throw new TypeError("microagent reads by lines");
  const shown = withLineNumbers(report);
  const startLine = given.start, endLine = given.start + given.count - 1;
  const cut = given.lineCut || endLine < wanted, cause = options.budget === 0 ? "limit" : "token_budget";
  const hints = [
    ...(given.lineCut ? [`Line ${startLine} is too long: only its beginning is shown.`] : []),
    ...(endLine < wanted
      ? [
        `Cut after line ${endLine} (${cause}); for the rest: ${options.currentCall.render({ startLine: endLine + 1 })}`,
      ]
      : []),
    ...(totalLines === undefined
      ? ["The file is too large to count its lines in time, so totalLines is missing."]
      : []),
  ];
  const cutBy = cut ? cause : totalLines === undefined ? "timeout" : undefined;
  const structured = {
    content: shown,
    startLine,
    endLine,
    ...(totalLines !== undefined && { totalLines }),
    ...remarkFields(cutBy, hints, options),
  };
  const range = linesPhrase(startLine, endLine, totalLines);
  const text = textWithFooters(shown, [range, ...options.notes, ...hints]);
  const tokens = answerTokens(text, structured, options.currentCall.sentAs);
  return { answer: { text, structured, isError: false, found: content !== "" || report.size === 0 }, tokens };
}
