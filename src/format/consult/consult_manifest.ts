/**
 * The manifest of consult_files: the files that would be sent, and those that would not, with reasons.
 * @module
 */
import type { Lang } from "../../model/messages/messages.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ConsultReport } from "../../model/report.ts";
import { type ConsultedTool, type ManifestEntries, renderManifestWithin } from "./file_manifest.ts";
import type { Answer } from "../answer.ts";
import { countPhrase } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import { estimateTokens } from "../token_estimate.ts";

/** Tokens that the context of any model holds. A dry run does not ask the provider for the real number. */
const SMALLEST_CONTEXT_TOKENS = 4096;
/** Tokens of the remaining fields of an answer. */
const ENVELOPE_TOKENS = 12;

type Entries = ManifestEntries<ConsultReport["files"][number]>;

/** Replaces the texts of a report, which may be beginnings of files, by their estimated tokens. */
export function withTextTokens(report: ConsultReport): ConsultReport {
  const files = report.files.map(({ text, ...file }) =>
    text === undefined ? file : { ...file, estimatedTokens: estimateTokens(text) }
  );
  return { ...report, files };
}

/** Renders the manifest, shortened to `budget` tokens (0 = no budget). */
export function manifestBody(report: ConsultReport, budget: number, lang: Lang, tool?: ConsultedTool): AnswerBody {
  return renderWithin(report, budget, lang, tool).body;
}

function renderWithin(report: ConsultReport, budget: number, lang: Lang, tool?: ConsultedTool) {
  return renderManifestWithin(
    report,
    budget,
    lang,
    (entries) => manifestBodyOf(report, entries),
    ENVELOPE_TOKENS,
    tool,
  );
}

/** The answer to a dry run. */
export function manifestAnswer(report: ConsultReport, budget: number, lang: Lang, tool?: ConsultedTool): Answer {
  const { body, tokens } = renderWithin(report, budget, lang, tool);
  const estimate = tokens > LIMITS.tokensWorthSaying ? { estimated_tokens: tokens } : {};
  return {
    text: body.lines.join("\n"),
    structured: { dry_run: true, ...body.fields, ...estimate },
    isError: false,
    found: report.files.length > 0,
  };
}

function manifestBodyOf(report: ConsultReport, entries: Entries): AnswerBody {
  const totals = totalsOf(report);
  const advice = totals.tokens > SMALLEST_CONTEXT_TOKENS
    ? ["If the model's context holds less, long files are cut: none takes more than half of it."]
    : [];
  return {
    fields: manifestFields(entries, totals, [...advice, ...entries.hints]),
    lines: [
      ...entries.files.map((file) => fileLine(file)),
      ...entries.leftOutLines,
      `[${totalsPhrase(totals)}]`,
      ...advice.map((hint) => `[${hint}]`),
      ...entries.hintLines,
    ],
  };
}

function manifestFields(
  { files, leftOut, hints: cutHints }: Entries,
  totals: Totals,
  hints: readonly string[],
): Record<string, unknown> {
  const truncated = cutHints.length > 0;
  return {
    files: files.map(({ path, bytes, estimatedTokens, textCut }) => ({
      path,
      bytes,
      estimated_tokens: estimatedTokens,
      ...(textCut && { truncated: true }),
    })),
    left_out: leftOut,
    total_files: totals.n,
    total_bytes: totals.bytes,
    total_estimated_tokens: totals.tokens,
    truncated,
    ...(truncated && { truncated_by: "token_budget" }),
    ...(hints.length > 0 && { hints }),
  };
}

function fileLine({ path, bytes, estimatedTokens, textCut }: Entries["files"][number]): string {
  const cut = textCut ? "\t(only its beginning would be sent)" : "";
  return `${textPath(path)}\t${bytes}\t~${estimatedTokens}${cut}`;
}

function totalsPhrase(totals: Totals): string {
  const { n, bytes, tokens } = totals, size = `${countPhrase("bytes", bytes)}, ~${countPhrase("tokens", tokens)}`;
  return `Would send ${countPhrase("files", n)}, ${size}; nothing was sent.`;
}

/** The number of files, their bytes and their estimated tokens. */
type Totals = ReturnType<typeof totalsOf>;

function totalsOf({ files }: ConsultReport) {
  return {
    n: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    tokens: files.reduce((sum, file) => sum + file.estimatedTokens, 0),
  };
}
