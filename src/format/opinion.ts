/**
 * A model's answer, and the account of what went to it.
 * @module
 */
import type { Opinion } from "../model/consultation.ts";
import type { Lang } from "../model/lang.ts";
import { LIMITS } from "../model/limits.ts";
import type { ConsultReport } from "../model/report.ts";
import { accountWithin, type Entries } from "./account.ts";
import type { Answer } from "./answer.ts";
import { type Called, ownCall } from "./errors.ts";
import { atMost, SAFE } from "./fit.ts";
import type { Args, OwnCall } from "./own_call.ts";
import { say, unitWord } from "./phrases.ts";
import { textContent, textPath, textValue } from "./safe_text.ts";
import type { Body } from "./seal.ts";
import { estimateTokens } from "./token_estimate.ts";

/** Part of the budget that the account may take, so that the answer gets the most. */
const ACCOUNT = 0.25;
/** Tokens of what stands beside it, but for the answer. */
const AROUND = 40;
/** Characters of a model's name: what is longer is none. */
const MODEL_CHARS = 200;
/** Part that an answer may take which stands beside an error. */
const BESIDE = 0.9;

/**
 * The answer to consult_files.
 * @param leftOut files that the manifest left out
 * @param budget tokens; 0 = none
 */
export function opinionAnswer(
  opinion: Opinion,
  leftOut: ConsultReport["leftOut"],
  budget: number,
  lang: Lang,
  tool: Called,
): Answer {
  const all = { files: opinion.files, leftOut: [...leftOut, ...opinion.leftOut] };
  const write = (entries: Entries<Opinion["files"][number]>) => bodyOf(opinion, entries, lang);
  const { body: account, tokens: cost } = accountWithin(all, partOf(budget, ACCOUNT), lang, write, AROUND, tool);
  const room = budget === 0 ? 0 : Math.max(1, partOf(budget, SAFE) - cost);
  const { answer, tokens, over } = within(room, opinion.answer);
  const own = ownCall(tool, lang);
  const hints = [
    ...(opinion.cut ? [say(lang, "answer_cut", { call: own.mended(longer(own)) })] : []),
    ...(over ? [overBudgetHint(atMost(tokens + cost), budget, own)] : []),
  ];
  const overBudget = over || "hints" in account.fields, truncated = overBudget || opinion.cut;
  const said = cost + Math.min(tokens, room || tokens);
  const lines = [...account.lines, ...hints.map((hint) => `[${hint}]`)];
  return {
    text: [textContent(answer), "", ...lines].join("\n"),
    structured: {
      answer,
      model: opinion.model.slice(0, MODEL_CHARS).toWellFormed(),
      ...account.fields,
      usage: { input_tokens: opinion.usage.inputTokens, output_tokens: opinion.usage.outputTokens },
      truncated,
      ...(truncated && { truncated_by: overBudget ? "token_budget" : "limit" }),
      ...hintsIn(account, hints),
      ...(said > LIMITS.tokensWorthSaying && { estimated_tokens: said }),
    },
    isError: false,
    found: answer.trim() !== "",
    apart: { result: textContent(answer), account: lines.join("\n") },
  };
}

/** What had come of an answer that broke off, to stand beside the error; `budget` as above. */
export function brokenOpinion(partial: string, budget: number, lang: Lang, tool: Called): Body {
  const { answer, tokens, over } = within(partOf(budget, BESIDE), partial);
  const hints = over ? [overBudgetHint(Math.ceil(tokens / BESIDE), budget, ownCall(tool, lang))] : [];
  return {
    fields: { partial_answer: answer, ...(over && { truncated: true, truncated_by: "token_budget", hints }) },
    lines: ["", "partial_answer:", textContent(answer), ...hints.map((hint) => `[${hint}]`)],
  };
}

/** Twice as long an answer as was asked for. */
function longer({ args: { max_output_tokens: asked } }: OwnCall): Args {
  return { max_output_tokens: 2 * (typeof asked === "number" ? asked : LIMITS.consult.outputTokens) };
}

function overBudgetHint(tokens: number, budget: number, own: OwnCall): string {
  const unit = unitWord(own.lang, "tokens", tokens), call = own.mended({ max_output_tokens: tokens });
  return say(own.lang, "answer_over_budget", { tokens, unit, budget, call });
}

/** Part of a budget; of the smallest one too it is a budget, since 0 is none. */
function partOf(budget: number, part: number): number {
  return budget === 0 ? 0 : Math.max(1, Math.floor(budget * part));
}

/** An answer of a model as far as it fits into `room` tokens (0 = any number); what it has in all. */
function within(room: number, text: string): { answer: string; tokens: number; over: boolean } {
  const whole = text.toWellFormed(), tokens = estimateTokens(whole);
  const over = room > 0 && tokens > room;
  return { answer: over ? beginning(whole, tokens, room) : whole, tokens, over };
}

function hintsIn({ fields }: Body, hints: readonly string[]): Record<string, unknown> {
  const all = [...(Array.isArray(fields.hints) ? fields.hints : []), ...hints];
  return all.length > 0 ? { hints: all } : {};
}

function bodyOf(opinion: Opinion, entries: Entries<Opinion["files"][number]>, lang: Lang): Body {
  const { files, leftOut, leftOutLines, hints, hintLines } = entries;
  return {
    fields: { files, left_out: leftOut, ...(hints.length > 0 && { hints }) },
    lines: [
      `[${sentLine(opinion, lang)}]`,
      ...files.map(({ path, bytes, truncated }) =>
        `${textPath(path)}\t${bytes}${truncated ? `\t(${say(lang, "sent_cut")})` : ""}`
      ),
      ...leftOutLines,
      ...hintLines,
    ],
  };
}

function sentLine({ files, model, usage }: Opinion, lang: Lang): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return say(lang, "sent", {
    model: textValue(model),
    n: files.length,
    unit: unitWord(lang, "files", files.length),
    bytes,
    byte: unitWord(lang, "bytes", bytes),
    input: usage.inputTokens,
    token: unitWord(lang, "tokens", usage.inputTokens),
    output: usage.outputTokens,
  });
}

/** The lines of `text` that about fit. */
function beginning(text: string, tokens: number, room: number): string {
  let end = text.length;
  for (let cost = tokens; cost > room && end > 0; cost = estimateTokens(text.slice(0, end))) {
    const about = Math.floor(end * room / cost * 0.98);
    const line = text.lastIndexOf("\n", about);
    end = Math.min(end - 1, line > about / 2 ? line : about);
  }
  return text.slice(0, end).toWellFormed();
}
