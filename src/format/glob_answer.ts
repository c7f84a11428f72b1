/**
 * The answer to glob_files. Its text is a plain array if the answer is complete; a shell gets a path a line.
 * @module
 */
import type { CutBy } from "../model/completeness.ts";
import type { GlobReport } from "../model/report.ts";
import { type Answer, type AnswerContext, frame, remarksOf, type Rendered } from "./answer.ts";
import { fit } from "./fit_budget.ts";
import { relevantSkips, searchedPhrases, timeoutHint } from "./page.ts";
import { narrowerMessage } from "./phrases.ts";
import { textJson, textPath } from "./safe_text.ts";

/** How to answer with paths. */
export interface GlobAnswerOptions extends AnswerContext {
  readonly mode: "files" | "directories";
}

/** Answers with as many of the paths as the budget holds. */
export function globAnswer(report: GlobReport, options: GlobAnswerOptions): Answer {
  return fit(report.paths.length, options.budget, (count) => showPaths(report, count, options)).answer;
}

function showPaths(report: GlobReport, count: number, options: GlobAnswerOptions): Rendered {
  const { mode, notes, currentCall } = options, { total, searched } = report;
  const cutBy = causeOfCut(report, count), skipped = relevantSkips(report), paths = report.paths.slice(0, count);
  const message = count < total ? narrowerMessage(count, total) : undefined;
  const hints = [...options.hints, ...(report.cutBy === "timeout" ? [timeoutHint({ currentCall })] : [])];
  const fields = {
    mode,
    [mode]: paths,
    ...((mode === "files" || cutBy) && { truncated: cutBy !== undefined }),
    total,
    ...(message !== undefined && { message }),
    ...(cutBy && { truncated_by: cutBy }),
    ...(report.cutBy && { total_is_exact: false }),
    ...(total === 0 && { searched }),
    ...(skipped && { skipped }),
  };
  const parts = { fields, content: "", notes, hints, found: total > 0 };
  const { answer, tokens } = frame(parts, currentCall.sentAs, (_, all) => globText(all, mode));
  const status = total === 0 ? searchedPhrases(report, mode) : [];
  const account = remarksOf({ ...parts, status, notes: message === undefined ? notes : [message, ...notes] });
  return {
    answer: { ...answer, parts: { result: paths.map(textPath).join("\n"), account: account.join("\n") } },
    tokens,
  };
}

function causeOfCut(report: GlobReport, count: number): CutBy | undefined {
  if (report.cutBy) return report.cutBy;
  if (count < report.paths.length) return "token_budget";
  return count < report.total ? "limit" : undefined;
}

/** Fields that a complete array needs no words for. */
const FIELDS_LEFT_TO_ARRAY = ["mode", "truncated", "total", "estimated_tokens"];

/** The array alone if the answer is complete and has no remarks, else the object without its mode. */
function globText(fields: Record<string, unknown>, mode: "files" | "directories"): string {
  const isAlone = Object.keys(fields).every((key) => key === mode || FIELDS_LEFT_TO_ARRAY.includes(key));
  const { mode: _, ...rest } = fields;
  return textJson(isAlone ? fields[mode] : rest);
}
