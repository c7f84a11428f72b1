/**
 * The manifest of consult_files: the files that would be sent, and those that would not, with reasons.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ConsultReport } from "../../model/report.ts";
import { type ManifestEntries, renderManifestWithin } from "./file_manifest.ts";
import type { Answer } from "../answer.ts";
import type { CalledTool } from "../error_answer.ts";
import { say, unitWord } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import { estimateTokens } from "../token_estimate.ts";

/** Tokens that the context of any model holds. A dry run does not ask the provider for the real number. */
const SMALLEST_CONTEXT_TOKENS = 4096;
/** Tokens of the remaining fields of an answer. */
const ENVELOPE_TOKENS = 12;

/** Replaces the texts of a report, which may be beginnings of files, by their estimated tokens. */
export function withTextTokens(report: ConsultReport): ConsultReport {
  const files = report.files.map(({ text, ...file }) =>
    text === undefined ? file : { ...file, estimatedTokens: estimateTokens(text) }
  );
  return { ...report, files };
}

/** Renders the manifest, shortened to `budget` tokens (0 = no budget). */
export function manifestBody(report: ConsultReport, budget: number, lang: Lang, tool?: CalledTool): AnswerBody {
  return renderWithin(report, budget, lang, tool).body;
}

function renderWithin(report: ConsultReport, budget: number, lang: Lang, tool?: CalledTool) {
  return renderManifestWithin(
    report,
    budget,
    lang,
    (entries) => manifestBodyOf(report, entries, lang),
    ENVELOPE_TOKENS,
    tool,
  );
}

/** The answer to a dry run. */
export function manifestAnswer(report: ConsultReport, budget: number, lang: Lang, tool?: CalledTool): Answer {
  const { body, tokens } = renderWithin(report, budget, lang, tool);
  const estimate = tokens > LIMITS.tokensWorthSaying ? { estimated_tokens: tokens } : {};
  return {
    text: body.lines.join("\n"),
    structured: { dry_run: true, ...body.fields, ...estimate },
    isError: false,
    found: report.files.length > 0,
  };
}

function manifestBodyOf(
  report: ConsultReport,
  entries: ManifestEntries<ConsultReport["files"][number]>,
  lang: Lang,
): AnswerBody {
  const { files, leftOut, leftOutLines, hints, hintLines } = entries;
  const n = report.files.length, totals = totalsOf(report), byte = unitWord(lang, "bytes", totals.bytes);
  const truncated = hints.length > 0;
  const advice = totals.tokens > SMALLEST_CONTEXT_TOKENS ? [say(lang, "would_send_less")] : [],
    all = [...advice, ...hints];
  return {
    fields: {
      files: files.map(({ path, bytes, estimatedTokens, textCut }) => ({
        path,
        bytes,
        estimated_tokens: estimatedTokens,
        ...(textCut && { truncated: true }),
      })),
      left_out: leftOut,
      total_files: n,
      total_bytes: totals.bytes,
      total_estimated_tokens: totals.tokens,
      truncated,
      ...(truncated && { truncated_by: "token_budget" }),
      ...(all.length > 0 && { hints: all }),
    },
    lines: [
      ...files.map(({ path, bytes, estimatedTokens, textCut }) =>
        `${textPath(path)}\t${bytes}\t~${estimatedTokens}${textCut ? `\t(${say(lang, "would_send_cut")})` : ""}`
      ),
      ...leftOutLines,
      `[${
        say(lang, "would_send", {
          n,
          unit: unitWord(lang, "files", n),
          byte,
          ...totals,
          token: unitWord(lang, "tokens", totals.tokens),
        })
      }]`,
      ...advice.map((hint) => `[${hint}]`),
      ...hintLines,
    ],
  };
}

function totalsOf({ files }: ConsultReport): { bytes: number; tokens: number } {
  return {
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    tokens: files.reduce((sum, file) => sum + file.estimatedTokens, 0),
  };
}
