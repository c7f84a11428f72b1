/**
 * The answer to consult_files: the model's reply, and the list of files that were sent to it.
 * @module
 */
import type { ConsultAnswer } from "../../model/consultation.ts";
import type { Lang } from "../../model/messages/messages.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ConsultReport } from "../../model/report.ts";
import { type ConsultedTool, type ManifestEntries, renderManifestWithin } from "./file_manifest.ts";
import type { Answer } from "../answer.ts";
import { USABLE_BUDGET_SHARE, worstCaseTokens } from "../fit_budget.ts";
import type { Args, CurrentCall } from "../current_call.ts";
import { unitWord } from "../phrases.ts";
import { textContent, textPath, textValue } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import { estimateTokens } from "../token_estimate.ts";

/** The share of the budget that the list of files may take. */
const MANIFEST_BUDGET_SHARE = 0.25;
/** Tokens of the remaining fields, without the reply. */
const ENVELOPE_TOKENS = 40;
/** The longest name of a model. */
const MAX_MODEL_NAME_UNITS = 200;
/** The share of the budget that a partial reply may take, beside an error. */
const PARTIAL_ANSWER_SHARE = 0.9;

/**
 * Answers with a model's reply.
 * @param leftOut files that the manifest left out
 * @param budget tokens; 0 = none
 */
export function consultAnswer(
  reply: ConsultAnswer,
  leftOut: ConsultReport["leftOut"],
  budget: number,
  lang: Lang,
  tool: ConsultedTool,
): Answer {
  const { body: manifest, tokens: manifestTokens } = manifestOf(reply, leftOut, budget, lang, tool);
  const room = budget === 0 ? 0 : Math.max(1, budgetShare(budget, USABLE_BUDGET_SHARE) - manifestTokens);
  const { answer, tokens, over } = cutToBudget(room, reply.answer);
  const currentCall = tool.currentCall;
  const hints = [
    ...(reply.cut
      ? [
        `The model stopped at its output limit. With a higher one: ${
          currentCall.render(doubledOutputLimit(currentCall))
        }`,
      ]
      : []),
    ...(over ? [overBudgetHint(worstCaseTokens(tokens + manifestTokens), budget, currentCall)] : []),
  ];
  const overBudget = over || "hints" in manifest.fields, truncated = overBudget || reply.cut;
  const estimated = manifestTokens + Math.min(tokens, room || tokens);
  const result = textContent(answer), account = [...manifest.lines, ...hints.map((hint) => `[${hint}]`)].join("\n");
  return {
    text: `${result}\n\n${account}`,
    structured: {
      answer,
      model: reply.model.slice(0, MAX_MODEL_NAME_UNITS).toWellFormed(),
      ...manifest.fields,
      usage: { input_tokens: reply.usage.inputTokens, output_tokens: reply.usage.outputTokens },
      truncated,
      ...(truncated && { truncated_by: overBudget ? "token_budget" : "limit" }),
      ...allHints(manifest, hints),
      ...(estimated > LIMITS.tokensWorthSaying && { estimated_tokens: estimated }),
    },
    isError: false,
    found: answer.trim() !== "",
    parts: { result, account },
  };
}

/** The list of files that were sent, and of all that were left out. */
function manifestOf(
  reply: ConsultAnswer,
  leftOut: ConsultReport["leftOut"],
  budget: number,
  lang: Lang,
  tool: ConsultedTool,
) {
  return renderManifestWithin(
    { files: reply.files, leftOut: [...leftOut, ...reply.leftOut] },
    budgetShare(budget, MANIFEST_BUDGET_SHARE),
    lang,
    (entries) => manifestBodyOf(reply, entries),
    ENVELOPE_TOKENS,
    tool,
  );
}

/** The part of a reply that arrived before the connection broke, shown beside the error. `budget` as above. */
export function partialAnswerBody(partial: string, budget: number, tool: ConsultedTool): AnswerBody {
  const { answer, tokens, over } = cutToBudget(budgetShare(budget, PARTIAL_ANSWER_SHARE), partial);
  const hints = over ? [overBudgetHint(Math.ceil(tokens / PARTIAL_ANSWER_SHARE), budget, tool.currentCall)] : [];
  return {
    fields: { partial_answer: answer, ...(over && { truncated: true, truncated_by: "token_budget", hints }) },
    lines: ["", "partial_answer:", textContent(answer), ...hints.map((hint) => `[${hint}]`)],
  };
}

/** Arguments that ask for a reply of twice the length. */
function doubledOutputLimit({ args: { max_output_tokens: asked } }: CurrentCall): Args {
  return { max_output_tokens: 2 * (typeof asked === "number" ? asked : LIMITS.consult.outputTokens) };
}

function overBudgetHint(tokens: number, budget: number, currentCall: CurrentCall): string {
  const unit = unitWord("tokens", tokens), call = currentCall.render({ max_output_tokens: tokens });
  return `The answer was ~${tokens} ${unit} and was cut to fit ${budget}. To get an answer of this length: ${call}`;
}

/** A share of a budget: at least 1, since 0 means no budget. */
function budgetShare(budget: number, part: number): number {
  return budget === 0 ? 0 : Math.max(1, Math.floor(budget * part));
}

/** Cuts a reply to `room` tokens (0 = no limit); `tokens` are those of the whole reply. */
function cutToBudget(room: number, text: string): { answer: string; tokens: number; over: boolean } {
  const whole = text.toWellFormed(), tokens = estimateTokens(whole);
  const over = room > 0 && tokens > room;
  return { answer: over ? firstLinesWithin(whole, tokens, room) : whole, tokens, over };
}

function allHints({ fields }: AnswerBody, hints: readonly string[]): Record<string, unknown> {
  const all = [...(Array.isArray(fields.hints) ? fields.hints : []), ...hints];
  return all.length > 0 ? { hints: all } : {};
}

function manifestBodyOf(
  reply: ConsultAnswer,
  entries: ManifestEntries<ConsultAnswer["files"][number]>,
): AnswerBody {
  const { files, leftOut, leftOutLines, hints, hintLines } = entries;
  return {
    fields: { files, left_out: leftOut, ...(hints.length > 0 && { hints }) },
    lines: [
      `[${sentLine(reply)}]`,
      ...files.map(({ path, bytes, truncated }) =>
        `${textPath(path)}\t${bytes}${truncated ? "\t(only its beginning was sent)" : ""}`
      ),
      ...leftOutLines,
      ...hintLines,
    ],
  };
}

function sentLine({ files, model, usage }: ConsultAnswer): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${textValue(model)} was asked about ${files.length} ${unitWord("files", files.length)}, ${bytes} ${
    unitWord("bytes", bytes)
  }; ${usage.inputTokens} ${unitWord("tokens", usage.inputTokens)} in, ${usage.outputTokens} out.`;
}

/** The first lines of `text` that fit into about `room` tokens. */
function firstLinesWithin(text: string, tokens: number, room: number): string {
  let end = text.length;
  for (let cost = tokens; cost > room && end > 0; cost = estimateTokens(text.slice(0, end))) {
    const about = Math.floor(end * room / cost * 0.98);
    const line = text.lastIndexOf("\n", about);
    end = Math.min(end - 1, line > about / 2 ? line : about);
  }
  return text.slice(0, end).toWellFormed();
}
