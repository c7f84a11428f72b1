/**
 * The answers of consult_files: the manifest of what would be sent, and a model's reply with the list of what was sent.
 * @module
 */
import type { ConsultAnswer, SentFile } from "../model/consultation.ts";
import { LIMITS } from "../model/limits.ts";
import type { ConsultReport } from "../model/report.ts";
import { type Answer, type AnswerContext, frame, type Parts, type Rendered } from "./answer.ts";
import { type CalledTool, faultWords } from "./error_answer.ts";
import { fit, worstCaseTokens } from "./fit_budget.ts";
import type { Body } from "./page.ts";
import { countPhrase } from "./phrases.ts";
import { textContent, textPath, textValue, truncateUnits } from "./safe_text.ts";
import { beginningOf, estimateTokens } from "./token_estimate.ts";

/** The call of consult_files that is answered. */
export interface ConsultContext extends Pick<AnswerContext, "budget" | "notes" | "currentCall"> {
  readonly tool: CalledTool;
}

/** The share of the budget that the list of files may take beside a reply. */
const LIST_BUDGET_SHARE = 0.25;
/** The longest name of a model. */
const MAX_MODEL_NAME_UNITS = 200;

/** A file that is sent, or one that is not, with its line in text. */
interface Row {
  readonly isSent: boolean;
  readonly fields: object;
  readonly line: string;
}

/** @param fields with the path, and what else structured content says of it */
function sentRow(fields: Pick<SentFile, "path"> & Record<string, unknown>, size: string, isCut: boolean): Row {
  return { isSent: true, fields, line: `${textPath(fields.path)}\t${size}${isCut ? "\t(only its beginning)" : ""}` };
}

function leftOutRow({ path, fault }: ConsultReport["leftOut"][number], { tool }: ConsultContext): Row {
  const { message, hint } = faultWords(fault, "en", tool), reason = `${message} ${hint}`.trimEnd();
  return { isSent: false, fields: { path, reason }, line: `[left out: ${textValue(textPath(path))}: ${reason}]` };
}

/** All that an answer with these rows says. */
function partsOf(rows: readonly Row[], total: number, notes: readonly string[]): Parts {
  const cut = rows.length < total ? [`${rows.length} of ${total} listed (token_budget).`] : [];
  const fieldsOf = (isSent: boolean) => rows.filter((row) => row.isSent === isSent).map(({ fields }) => fields);
  return {
    fields: { files: fieldsOf(true), left_out: fieldsOf(false) },
    content: rows.map(({ line }) => line).join("\n"),
    notes,
    hints: cut,
    found: true,
  };
}

/** The fields about a cut. */
function cutFields(hints: readonly string[], cutBy: string): Record<string, unknown> {
  return hints.length === 0 ? { truncated: false } : { truncated: true, truncated_by: cutBy };
}

/** What a question would send, and what it would leave out. */
export type Manifest = Pick<ConsultAnswer, "files" | "leftOut">;

/** The answer to a dry run. */
export function manifestAnswer({ files, leftOut }: Manifest, context: ConsultContext): Answer {
  const sent = files.map(({ path, bytes, sentTokens: estimated_tokens, truncated }) => {
    const fields = { path, bytes, estimated_tokens, ...(truncated && { truncated }) };
    return sentRow(fields, `${bytes}\t~${estimated_tokens}`, truncated);
  });
  const total_bytes = sum(files, "sentBytes"), total_estimated_tokens = sum(files, "sentTokens");
  const rows = [...sent, ...leftOut.map((one) => leftOutRow(one, context))], total_files = sent.length;
  const sizes = `${countPhrase("files", total_files)}, ${countPhrase("bytes", total_bytes)}`;
  const status = [`Would send ${sizes}, ~${countPhrase("tokens", total_estimated_tokens)}; nothing was sent.`];
  return fit(rows.length, context.budget, (count) => {
    const parts = partsOf(rows.slice(0, count), rows.length, context.notes);
    const totals = { total_files, total_bytes, total_estimated_tokens };
    const fields = { dry_run: true, ...parts.fields, ...totals, ...cutFields(parts.hints, "token_budget") };
    return frame({ ...parts, fields, status, found: total_files > 0 }, context.currentCall.sentAs);
  }).answer;
}

function sum(files: readonly SentFile[], key: "sentBytes" | "sentTokens"): number {
  return files.reduce((total, file) => total + file[key], 0);
}

/** The manifest beside an error. */
export function manifestBody(manifest: Manifest, context: ConsultContext): Body {
  const { text, structured: { dry_run: _, ...fields } } = manifestAnswer(manifest, context);
  return { fields, lines: text.split("\n") };
}

/** Answers with a model's reply. @param leftOut files that the manifest left out */
export function consultAnswer(
  reply: ConsultAnswer,
  leftOut: ConsultReport["leftOut"],
  context: ConsultContext,
): Answer {
  const { budget } = context, whole = reply.answer.toWellFormed();
  const rows = [
    ...reply.files.map(({ path, bytes, truncated }) => sentRow({ path, bytes, truncated }, `${bytes}`, truncated)),
    ...[...leftOut, ...reply.leftOut].map((one) => leftOutRow(one, context)),
  ];
  const answerWith = (answer: string, count: number) =>
    replyAnswer(reply, answer, partsOf(rows.slice(0, count), rows.length, context.notes), context);
  const listBudget = budget === 0 ? 0 : Math.max(1, Math.floor(budget * LIST_BUDGET_SHARE));
  const list = fit(rows.length, listBudget, (count) => ({ count, ...answerWith("", count) }));
  return fit(whole.length, budget, (units) => answerWith(beginningOf(whole, units), list.count)).answer;
}

function replyAnswer(reply: ConsultAnswer, answer: string, list: Parts, context: ConsultContext): Rendered {
  const result = textContent(answer);
  const isOver = answer.length < reply.answer.length, { inputTokens, outputTokens } = reply.usage;
  const hints = [...(isOver || reply.cut ? [cutHint(reply, isOver, context)] : []), ...list.hints];
  const asked = `${textValue(reply.model)} was asked about ${countPhrase("files", reply.files.length)}`;
  const status = [
    `${asked}, ${countPhrase("bytes", sum(reply.files, "sentBytes"))}`,
    `${countPhrase("tokens", inputTokens)} in, ${outputTokens} out`,
  ];
  const { answer: framed, tokens } = frame({
    ...list,
    fields: {
      answer,
      model: truncateUnits(reply.model, MAX_MODEL_NAME_UNITS),
      ...list.fields,
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
      ...cutFields(hints, isOver || list.hints.length > 0 ? "token_budget" : "limit"),
    },
    content: `${result}\n\n${list.content}`,
    status,
    hints,
    found: answer.trim() !== "",
  }, context.currentCall.sentAs);
  return { answer: { ...framed, parts: { result, account: framed.text.slice(result.length + 2) } }, tokens };
}

/** How to get an answer that was cut in full: by the model at its own limit, or here by the budget. */
function cutHint({ answer, cut }: ConsultAnswer, isOver: boolean, { currentCall }: ConsultContext): string {
  const { max_output_tokens: asked } = currentCall.args;
  const doubled = 2 * (typeof asked === "number" ? asked : LIMITS.consult.outputTokens);
  const max_output_tokens = Math.max(isOver ? worstCaseTokens(estimateTokens(answer)) : 0, cut ? doubled : 0);
  return `The answer was cut at its limit. With a higher one: ${currentCall.render({ max_output_tokens })}`;
}
