/**
 * The answer to read_file.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import type { CurrentCall } from "../current_call.ts";
import { countPhrase, emptyFileHint, unitWord } from "../phrases.ts";
import { textContent } from "../safe_text.ts";
import type { RenderedPage } from "../render_page.ts";
import { answerTokens } from "../token_estimate.ts";

/** The notes of an answer, and the call that its hints change. */
export interface RemarkContext {
  readonly notes: readonly string[];
  readonly currentCall: CurrentCall;
}

/** How to answer with content. */
export interface ReadAnswerOptions extends RemarkContext {
  /** The size of the range asked for, in bytes or lines, after caps. */
  readonly max: number;
  readonly lineNumbers: boolean;
  /** The last line, if the caller asked for all lines up to one: `src/a.ts:10-40`, or those of a definition. */
  readonly lastLine?: number;
  /** The number of lines that the caller named. */
  readonly namedLines?: number;
  /** The outline of the lines after one, which the budget left out. */
  readonly outlineAfter?: (line: number) => readonly string[];
  /** Arguments that the call for the next page repeats. */
  readonly repeatedArgs: Readonly<Record<string, unknown>>;
}

/**
 * Answers with the content, its range, and the arguments of the next page.
 * @param asked the range as asked, whose first line may be counted from the end
 */
export function readAnswer(report: ReadReport, asked: ReadRange, options: ReadAnswerOptions): RenderedPage {
  const { given, path, totalLines, size } = report;
  const { content, next, rest, remarks, remarkFields } = readParts(report, options);
  const structured = {
    path,
    content,
    is_truncated: report.more,
    range: rangeFields(given.type, startOf(given), options.max),
    ...(totalLines !== undefined && { total_lines: totalLines }),
    size_bytes: size,
    ...(next && { next }),
    ...remarkFields,
  };
  const range = next ? [rangePhrase(report, next, options)] : movedRangePhrases(report, asked);
  const text = textWithFooters(content, [...range, ...remarks]);
  return withEstimate(structured, text, hasFound(report), options.currentCall, restText(rest));
}

/** The parts of an answer to a read, alone or among others: its content, the next page, notes and hints. */
export function readParts(report: ReadReport, options: ReadAnswerOptions) {
  const { given } = report, { notes, outlineAfter } = options;
  const hints = [...lineHints(report, options), ...encodingHints(report, options)];
  const next = report.more ? nextPageArgs(report, options) : undefined;
  const rest = given.type === "lines" && outlineAfter?.(given.start + given.count - 1) || [];
  return {
    content: options.lineNumbers ? withLineNumbers(report) : report.content,
    ...(next && { next }),
    rest,
    remarks: [...notes, ...hints],
    remarkFields: {
      ...(rest.length > 0 && { rest }),
      ...(notes.length > 0 && { notes }),
      ...(hints.length > 0 && { hints }),
    },
  };
}

/** The outline of what was left out, below the remarks. */
export function restText(rest: readonly string[]): string {
  return rest.length === 0 ? "" : ["", "[In the rest:]", ...rest].join("\n");
}

/** Whether a read found something: an empty file is found as well. */
export function hasFound({ content, size }: ReadReport): boolean {
  return content.length > 0 || size === 0;
}

/** Tokens that the estimate adds to an answer. */
const ESTIMATE_TOKENS = 8;

/** An answer with its cost, which it states before `tail` if it is worth that. */
export function withEstimate(
  structured: Record<string, unknown>,
  text: string,
  found: boolean,
  { sentAs }: CurrentCall,
  tail = "",
): RenderedPage {
  const n = answerTokens(text + tail, structured, sentAs) + ESTIMATE_TOKENS;
  const isWorthSaying = n > LIMITS.tokensWorthSaying;
  const said = isWorthSaying ? `\n[~${countPhrase("tokens", n)}]` : "";
  const fields = isWorthSaying ? { ...structured, estimated_tokens: n } : structured;
  return { answer: { text: text + said + tail, structured: fields, isError: false, found }, tokens: n };
}

/** The content with line numbers, as in `45. text`. */
export function withLineNumbers({ content, given }: ReadReport): string {
  if (given.type !== "lines" || given.count === 0) return content;
  return content.split("\n").map((line, i) => `${given.start + i}. ${line}`).join("\n");
}

/** All five fields of a range. Those of the other kind are null. */
export function rangeFields(type: ReadRange["type"], from: number, max: number): Record<string, unknown> {
  return type === "bytes"
    ? { range_type: type, offset_bytes: from, max_bytes: max, start_line: null, max_lines: null }
    : { range_type: type, offset_bytes: null, max_bytes: null, start_line: from, max_lines: max };
}

/** The arguments of the next page. The rest of a line that was cut can only be read by bytes. */
export function nextPageArgs(
  { path, given }: ReadReport,
  { max, lastLine, repeatedArgs }: ReadAnswerOptions,
): Record<string, unknown> {
  if (given.type === "bytes") {
    return { path, offset_bytes: given.offset + given.length, max_bytes: max, ...repeatedArgs };
  }
  const { line_numbers: _, ...bytesToo } = repeatedArgs;
  if (given.rest !== undefined) return { path, offset_bytes: given.rest, ...bytesToo };
  const start = given.start + given.count;
  return lastLine !== undefined && start <= lastLine
    ? { path: `${path}:${start}-${lastLine}`, ...repeatedArgs }
    : { path, start_line: start, max_lines: max, ...repeatedArgs };
}

function lineHints(report: ReadReport, options: ReadAnswerOptions): string[] {
  return [...cutLineHints(report, options), ...beyondEndHints(report)];
}

/** The hint about a line that was cut: how to read its rest, and the line after it. */
export function cutLineHints(
  { given, totalLines }: ReadReport,
  { currentCall }: Pick<ReadAnswerOptions, "currentCall">,
): string[] {
  if (given.type === "bytes" || !given.lineCut) return [];
  const n = given.start, isLast = n === -1 || n === totalLines;
  return [
    isLast
      ? `Line ${n}, the last, is too long and was cut: next continues it.`
      : `Line ${n} is too long and was cut: next continues it. The line after it: ${
        currentCall.render({ start_line: n + 1, symbol: undefined })
      }`,
  ];
}

/** The hint about content that is not UTF-8, unless the caller named an encoding. */
function encodingHints(
  { content, likelyEncoding }: ReadReport,
  { currentCall, repeatedArgs }: ReadAnswerOptions,
): string[] {
  if (repeatedArgs.encoding !== undefined || !content.includes("\uFFFD")) return [];
  if (likelyEncoding === undefined) return ["Bytes that are not UTF-8 are shown as �."];
  const call = currentCall.render({ encoding: likelyEncoding });
  return [`Bytes that are not UTF-8 are shown as �; the text seems to be in ${likelyEncoding}: ${call}`];
}

/** The hint about an empty range: how long the file is. */
export function beyondEndHints({ given, content, size, totalLines }: ReadReport): string[] {
  if (content !== "" || given.type === "lines" && given.count > 0) return [];
  const bytes = unitWord("bytes", size);
  if (totalLines === undefined) return [emptyFileHint(size)];
  return [`Nothing here: the file has ${size} ${bytes}, ${totalLines} ${unitWord("lines", totalLines)}.`];
}

/** `lines 1-40 of 120; next: {…}`. */
export function rangePhrase(
  report: ReadReport,
  next: Record<string, unknown>,
  { currentCall }: ReadAnswerOptions,
): string {
  return `${givenPhrase(report)}; ${nextPhrase(next, { currentCall })}`;
}

/** `next: read_file {…}`. */
export function nextPhrase(
  next: Record<string, unknown>,
  { currentCall }: Pick<ReadAnswerOptions, "currentCall">,
): string {
  return `next: ${currentCall.renderOther(currentCall.tool, next)}`;
}

/** The range of a last page that begins elsewhere than asked, such as the last 50 lines. */
function movedRangePhrases(report: ReadReport, asked: ReadRange): string[] {
  const { given } = report, isSome = given.type === "bytes" ? given.length > 0 : given.count > 0;
  return isSome && startOf(given) !== startOf(asked) ? [givenPhrase(report)] : [];
}

function startOf(range: ReadReport["given"] | ReadRange): number {
  return range.type === "bytes" ? range.offset : range.start;
}

/** `lines 1-40 of 120`, or `bytes 0-99 of 5000`. */
export function givenPhrase({ given, size, totalLines }: ReadReport): string {
  return given.type === "bytes"
    ? `bytes ${given.offset}-${given.offset + given.length} of ${size}`
    : linesPhrase(given.start, given.start + Math.max(0, given.count - 1), totalLines);
}

/** `lines 1-40 of 120`. */
export function linesPhrase(from: number, to: number, total: number | undefined): string {
  return total === undefined ? `lines ${from}-${to}` : `lines ${from}-${to} of ${total}`;
}

/**
 * The content, then remarks on lines of their own, in brackets. The text is never blank: some models refuse blank text,
 * and then the host's call fails.
 */
export function textWithFooters(content: string, footers: readonly string[]): string {
  const safe = textContent(content), isBlank = footers.length === 0 && safe.trim() === "";
  const remarks = isBlank
    ? ["There is no visible text here."]
    : safe === content
    ? footers
    : [...footers, "control characters are shown as \\xNN"];
  if (remarks.length === 0) return safe;
  const separator = safe === "" || safe.endsWith("\n") ? "" : "\n";
  return safe + separator + remarks.map((sentence) => `[${sentence}]`).join("\n");
}
