/**
 * The answer to glob_files. Its text is a plain array if the answer is complete.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { GlobReport } from "../model/report.ts";
import type { CutBy } from "../model/completeness.ts";
import type { Answer } from "./answer.ts";
import { bracketedLines, searchedPhrases } from "./exact/exact_answer.ts";
import { fitByShrinking } from "./fit_budget.ts";
import type { CurrentCall } from "./current_call.ts";
import { narrowerMessage } from "./phrases.ts";
import { textJson, textPath } from "./safe_text.ts";
import { relevantSkips, timeoutHint } from "./render_page.ts";
import { answerTokens } from "./token_estimate.ts";

/** How to answer with paths. */
export interface GlobAnswerOptions {
  readonly mode: "files" | "directories";
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly currentCall: CurrentCall;
}

/** Answers with as many of the paths as the budget holds. */
export function globAnswer(report: GlobReport, options: GlobAnswerOptions): Answer {
  return fitByShrinking(report.paths.length, options.budget, (count) => renderPaths(report, options, count)).answer;
}

function renderPaths(
  report: GlobReport,
  options: GlobAnswerOptions,
  count: number,
): { answer: Answer; tokens: number } {
  const fields = globFields(report, options, count);
  const tokens = answerTokens(globText(fields, options.mode), fields, options.currentCall.sentAs);
  const stated = tokens > LIMITS.tokensWorthSaying ? { ...fields, estimated_tokens: tokens } : fields;
  const parts = {
    result: report.paths.slice(0, count).map(textPath).join("\n"),
    account: shellRemarks(report, stated, options),
  };
  const answer: Answer = {
    text: globText(stated, options.mode),
    structured: stated,
    isError: false,
    found: report.total > 0,
    parts,
  };
  return { answer, tokens };
}

/** The lines that a shell shows after the paths: why there are none, whether some are missing, notes and hints. */
function shellRemarks(
  report: GlobReport,
  { message, notes = [], hints = [] }: GlobFields,
  { mode }: GlobAnswerOptions,
): string {
  const looked = report.total === 0 ? searchedPhrases(report, mode) : [];
  return bracketedLines(looked, [...(message === undefined ? [] : [message]), ...notes, ...hints]).join("\n");
}

/** The sentences among the fields. */
interface GlobFields extends Record<string, unknown> {
  readonly message?: string;
  readonly notes?: readonly string[];
  readonly hints?: readonly string[];
}

function globFields(report: GlobReport, options: GlobAnswerOptions, count: number): GlobFields {
  const { mode, notes } = options;
  const { total } = report;
  const cutBy = causeOfCut(report, count);
  const skipped = relevantSkips(report.skipped, total === 0);
  const hints = report.cutBy === "timeout" ? [...options.hints, timeoutHint(options.currentCall)] : options.hints;
  return {
    mode,
    [mode]: report.paths.slice(0, count),
    ...((mode === "files" || cutBy) && { truncated: cutBy !== undefined }),
    total,
    ...(count < total && { message: narrowerMessage(count, total) }),
    ...(cutBy && { truncated_by: cutBy }),
    ...(report.cutBy && { total_is_exact: false }),
    ...(total === 0 && { searched: report.searched }),
    ...(Object.keys(skipped).length > 0 && { skipped }),
    ...(notes.length > 0 && { notes }),
    ...(hints.length > 0 && { hints }),
  };
}

function causeOfCut(report: GlobReport, count: number): CutBy | undefined {
  if (report.cutBy) return report.cutBy;
  if (count < report.paths.length) return "token_budget";
  return count < report.total ? "limit" : undefined;
}

/** Fields that a complete array needs no words for. */
const FIELDS_LEFT_TO_ARRAY = new Set(["mode", "truncated", "total", "estimated_tokens"]);

/** The array alone if the answer is complete and has no remarks, else the object without its mode. */
function globText(fields: Record<string, unknown>, mode: "files" | "directories"): string {
  const alone = Object.keys(fields).every((key) => key === mode || FIELDS_LEFT_TO_ARRAY.has(key));
  if (alone) return textJson(fields[mode]);
  const { mode: _, ...rest } = fields;
  return textJson(rest);
}
