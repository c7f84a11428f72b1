/**
 * The manifest of consult_files: what would be sent, what not, and why.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import { LIMITS } from "../model/limits.ts";
import type { ConsultReport } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import { faultWords } from "./errors.ts";
import { fewer, withinBudget } from "./fit.ts";
import { say, unitWord } from "./phrases.ts";
import { textPath, textValue } from "./safe_text.ts";
import type { Body } from "./sheet.ts";
import { estimateTokens } from "./token_estimate.ts";

/** The report with its tokens as the texts have them, where it has texts; and without the texts. */
export function measured(report: ConsultReport): ConsultReport {
  const files = report.files.map(({ text, textCut, ...file }) =>
    text === undefined || textCut ? file : { ...file, estimatedTokens: estimateTokens(text) }
  );
  return { ...report, files };
}

/** The manifest as it stands in an answer, shortened to `budget` tokens (0 = none). */
export function manifestBody(report: ConsultReport, budget: number, lang: Lang): Body {
  const size = report.files.length + report.leftOut.length;
  let count = size;
  let body = bodyOf(report, count, lang);
  for (let tokens = costOf(body); count > 0 && !withinBudget(tokens, budget); tokens = costOf(body)) {
    count = fewer(count, tokens, budget);
    body = bodyOf(report, count, lang);
  }
  return body;
}

/** The answer to a dry run. */
export function manifestAnswer(report: ConsultReport, budget: number, lang: Lang): Answer {
  const body = manifestBody(report, budget, lang);
  const tokens = costOf(body);
  const said = tokens > LIMITS.tokensWorthSaying ? { estimated_tokens: tokens } : {};
  return {
    text: body.lines.join("\n"),
    structured: { dry_run: true, ...body.fields, ...said },
    isError: false,
    found: report.files.length > 0,
  };
}

function costOf({ fields, lines }: Body): number {
  return Math.max(estimateTokens(JSON.stringify(fields)), estimateTokens(lines.join("\n"))) + 12;
}

/** The first `count` entries: files that go before those left out. */
function bodyOf(report: ConsultReport, count: number, lang: Lang): Body {
  const files = report.files.slice(0, count);
  const leftOut = report.leftOut.slice(0, count - files.length).map(({ path, fault }) => {
    const { message, hint } = faultWords(fault, lang);
    return { path, reason: `${message} ${hint}` };
  });
  const size = report.files.length + report.leftOut.length;
  const cut = count < size ? [say(lang, "list_shortened", { shown: count, total: size })] : [];
  const totals = totalsOf(report);
  return {
    fields: {
      files: files.map(({ path, bytes, estimatedTokens }) => ({ path, bytes, estimated_tokens: estimatedTokens })),
      left_out: leftOut,
      total_files: report.files.length,
      total_bytes: totals.bytes,
      total_estimated_tokens: totals.tokens,
      truncated: cut.length > 0,
      ...(cut.length > 0 && { truncated_by: "token_budget", hints: cut }),
    },
    lines: [
      ...files.map((file) => `${textPath(file.path)}\t${file.bytes}\t~${file.estimatedTokens}`),
      ...leftOut.map(({ path, reason }) => `[${say(lang, "left_out", { path: textValue(textPath(path)), reason })}]`),
      `[${
        say(lang, "would_send", {
          n: report.files.length,
          unit: unitWord(lang, "files", report.files.length),
          ...totals,
        })
      }]`,
      ...cut.map((sentence) => `[${sentence}]`),
    ],
  };
}

function totalsOf({ files }: ConsultReport): { bytes: number; tokens: number } {
  return {
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    tokens: files.reduce((sum, file) => sum + file.estimatedTokens, 0),
  };
}
