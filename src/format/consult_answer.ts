/**
 * The answers of consult_files: the manifest of what would be sent, and a model's reply with the list of what was sent.
 * @module
 */
import type { ConsultAnswer } from "../model/consultation.ts";
import { LIMITS } from "../model/limits.ts";
import type { ConsultReport } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import type { CurrentCall } from "./current_call.ts";
import { type CalledTool, faultWords } from "./error_answer.ts";
import { fit, USABLE_BUDGET_SHARE, worstCaseTokens } from "./fit_budget.ts";
import { remarkLines } from "./frame.ts";
import { countPhrase } from "./phrases.ts";
import type { Body } from "./page.ts";
import { textContent, textPath, textValue, truncateUnits } from "./safe_text.ts";
import { answerTokens, estimateTokens, truncateToTokens } from "./token_estimate.ts";

/** A tool, and the call of it that is answered. */
export type ConsultedTool = CalledTool & { readonly currentCall: CurrentCall };

/** The share of the budget that the list of files may take beside a reply. */
const LIST_BUDGET_SHARE = 0.25;
/** Tokens of the fields beside the lists. */
const ENVELOPE_TOKENS = 40;
/** The longest name of a model. */
const MAX_MODEL_NAME_UNITS = 200;

/** The lists of an answer, as far as they fit. */
interface FittingLists extends Body {
  readonly tokens: number;
  /** Says that some entries are missing. */
  readonly hints: readonly string[];
}

/** Lists files and those left out, the first before the last, within `budget` tokens (0 = no budget). */
function listWithin(
  files: readonly { readonly fields: object; readonly line: string }[],
  excluded: ConsultReport["leftOut"],
  budget: number,
  tool: ConsultedTool,
): FittingLists {
  const total = files.length + excluded.length;
  const leftOut = excluded.map(({ path, fault }) => {
    const { message, hint } = faultWords(fault, "en", tool), reason = `${message} ${hint}`.trimEnd();
    return { fields: { path, reason }, line: `[left out: ${textValue(textPath(path))}: ${reason}]` };
  });
  return fit(total, budget, (count) => {
    const shown = files.slice(0, count), out = leftOut.slice(0, count - shown.length);
    const fields = { files: shown.map((file) => file.fields), left_out: out.map((file) => file.fields) };
    const lines = [...shown, ...out].map(({ line }) => line);
    const tokens = ENVELOPE_TOKENS + answerTokens(lines.join("\n"), fields, tool.currentCall.sentAs);
    return { fields, lines, tokens, hints: count < total ? [`${count} of ${total} listed (token_budget).`] : [] };
  });
}

function fileLine(path: string, size: string, isCut: boolean): string {
  return `${textPath(path)}\t${size}${isCut ? "\t(only its beginning)" : ""}`;
}

/** Fields about the end of an answer. @param tokens those of the whole */
function endFields(hints: readonly string[], cutBy: string, tokens: number): Record<string, unknown> {
  return {
    truncated: hints.length > 0,
    ...(hints.length > 0 && { truncated_by: cutBy, hints }),
    ...(tokens > LIMITS.tokensWorthSaying && { estimated_tokens: tokens }),
  };
}

/** The manifest of a call that sends nothing. */
export function manifestBody(report: ConsultReport, budget: number, tool: ConsultedTool): Body {
  let total_bytes = 0, total_estimated_tokens = 0;
  const files = report.files.map(({ path, bytes, text, textCut }) => {
    const estimated_tokens = estimateTokens(text);
    total_bytes += bytes;
    total_estimated_tokens += estimated_tokens;
    const fields = { path, bytes, estimated_tokens, ...(textCut && { truncated: true }) };
    return { fields, line: fileLine(path, `${bytes}\t~${estimated_tokens}`, textCut) };
  });
  const { fields, lines, hints, tokens } = listWithin(files, report.leftOut, budget, tool);
  const sizes = `${countPhrase("files", files.length)}, ${countPhrase("bytes", total_bytes)}, ` +
    `~${countPhrase("tokens", total_estimated_tokens)}`;
  const totals = { total_files: files.length, total_bytes, total_estimated_tokens };
  return {
    fields: { ...fields, ...totals, ...endFields(hints, "token_budget", tokens) },
    lines: [...lines, ...remarkLines([`Would send ${sizes}; nothing was sent.`], hints)],
  };
}

/** The answer to a dry run. */
export function manifestAnswer(report: ConsultReport, budget: number, tool: ConsultedTool): Answer {
  const { fields, lines } = manifestBody(report, budget, tool), structured = { dry_run: true, ...fields };
  return { text: lines.join("\n"), structured, isError: false, found: report.files.length > 0 };
}

/**
 * Answers with a model's reply.
 * @param leftOut files that the manifest left out
 * @param budget tokens; 0 = none
 */
export function consultAnswer(
  reply: ConsultAnswer,
  leftOut: ConsultReport["leftOut"],
  budget: number,
  tool: ConsultedTool,
): Answer {
  const listBudget = budget === 0 ? 0 : Math.max(1, Math.floor(budget * LIST_BUDGET_SHARE));
  const files = reply.files.map((fields) => {
    return { fields, line: fileLine(fields.path, `${fields.bytes}`, fields.truncated) };
  });
  const lists = listWithin(files, [...leftOut, ...reply.leftOut], listBudget, tool);
  const room = budget === 0 ? Infinity : Math.max(1, Math.floor(budget * USABLE_BUDGET_SHARE) - lists.tokens);
  const whole = reply.answer.toWellFormed(), tokens = estimateTokens(whole), isOver = tokens > room;
  const answer = isOver ? truncateToTokens(whole, room) : whole;
  const hints = [...cutHints(reply, isOver ? worstCaseTokens(tokens + lists.tokens) : 0, tool), ...lists.hints];
  const cutBy = isOver || lists.hints.length > 0 ? "token_budget" : "limit", result = textContent(answer);
  const account = [`[${sentLine(reply)}]`, ...lists.lines, ...remarkLines([], hints)].join("\n");
  return {
    text: `${result}\n\n${account}`,
    structured: {
      answer,
      model: truncateUnits(reply.model, MAX_MODEL_NAME_UNITS),
      ...lists.fields,
      usage: { input_tokens: reply.usage.inputTokens, output_tokens: reply.usage.outputTokens },
      ...endFields(hints, cutBy, lists.tokens + Math.min(tokens, room)),
    },
    isError: false,
    found: answer.trim() !== "",
    parts: { result, account },
  };
}

/** How to get an answer that was cut in full. @param needed tokens of one over the budget; 0: it is within */
function cutHints({ cut }: ConsultAnswer, needed: number, { currentCall }: ConsultedTool): string[] {
  if (!cut && needed === 0) return [];
  const { max_output_tokens: asked } = currentCall.args;
  const doubled = 2 * (typeof asked === "number" ? asked : LIMITS.consult.outputTokens);
  const call = currentCall.render({ max_output_tokens: Math.max(needed, cut ? doubled : 0) });
  return [`The answer was cut at its limit. With a higher one: ${call}`];
}

function sentLine({ files, model, usage: { inputTokens, outputTokens } }: ConsultAnswer): string {
  const bytes = countPhrase("bytes", files.reduce((sum, { bytes }) => sum + bytes, 0));
  return `${textValue(model)} was asked about ${countPhrase("files", files.length)}, ${bytes}; ` +
    `${countPhrase("tokens", inputTokens)} in, ${outputTokens} out.`;
}
