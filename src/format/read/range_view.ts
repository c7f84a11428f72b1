/**
 * The content of a range of a file, cut to fewer bytes, and how to read on.
 * @module
 */
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import { byteLength } from "../byte_text.ts";
import { emptyFileHint } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import type { ReadContext, ReadView } from "./read_view.ts";

/** How to show a range. */
export interface RangeOptions extends ReadContext {
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
 * The content, its range, and the arguments of the next page.
 * @param asked the range as asked, whose first line may be counted from the end
 */
export function rangeView(report: ReadReport, asked: ReadRange, options: RangeOptions): ReadView {
  const { given, path, totalLines, more } = report, isLines = given.type === "lines";
  const content = options.lineNumbers ? withLineNumbers(report) : report.content;
  const next = more ? nextPageArgs(report, options) : undefined;
  const rest = isLines && options.outlineAfter?.(given.start + given.count - 1) || [];
  const lines = totalLines !== undefined && { total_lines: totalLines }, left = rest.length > 0 && { rest };
  // A range that the caller named is all it wants: the heading tells what is left.
  const further = isNamedRange(report, options) ? undefined : next;
  const start = isLines ? { start_line: given.start } : { offset_bytes: given.offset };
  // Numbered lines tell their place themselves.
  const isMoved = content !== "" && !options.lineNumbers && startOf(given) !== startOf(asked);
  return {
    content,
    fields: {
      ...{ path, content, is_truncated: more, range: rangeFields(given.type, startOf(given), options.max) },
      ...{ ...lines, size_bytes: report.size, ...(next && { next }), ...left },
    },
    status: next ? [rangePhrase(report, next, options)] : isMoved ? [givenPhrase(report)] : [],
    heading: headingOf(report),
    part: {
      fields: { path, ...start, content, ...lines, ...(further && { next: further }), ...left },
      status: further ? [nextPhrase(further, options)] : [],
    },
    notes: options.notes,
    hints: [...cutLineHints(report, options), ...beyondEndHints(report), ...encodingHints(report, options)],
    tail: rest.length === 0 ? "" : ["", "[In the rest:]", ...rest].join("\n"),
    found: hasFound(report),
  };
}

/** Whether a read found something: an empty file is found as well. */
export function hasFound({ content, size }: ReadReport): boolean {
  return content.length > 0 || size === 0;
}

/** Whether a part is the whole range that the caller named. */
function isNamedRange({ given }: ReadReport, { namedLines = Infinity }: RangeOptions): boolean {
  return given.type === "lines" && given.start > 0 && given.count >= namedLines && !given.lineCut;
}

function headingOf(report: ReadReport): string {
  const { path, given, totalLines } = report;
  if (given.type === "bytes") return `${textPath(path)} ${givenPhrase(report)}`;
  const lines = given.start > 0 && given.count > 0 ? `:${given.start}-${given.start + given.count - 1}` : "";
  return textPath(path) + lines + (totalLines === undefined ? "" : ` of ${totalLines}`);
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
  { max, lastLine, repeatedArgs }: RangeOptions,
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

/** The hint about a line that was cut: how to read its rest, and the line after it. */
export function cutLineHints({ given, totalLines }: ReadReport, { currentCall }: ReadContext): string[] {
  if (given.type === "bytes" || !given.lineCut) return [];
  const n = given.start, after = () => currentCall.render({ start_line: n + 1, symbol: undefined });
  return [
    n === -1 || n === totalLines
      ? `Line ${n}, the last, is too long and was cut: next continues it.`
      : `Line ${n} is too long and was cut: next continues it. The line after it: ${after()}`,
  ];
}

/** The hint about content that is not UTF-8, unless the caller named an encoding. */
function encodingHints({ content, likelyEncoding }: ReadReport, { currentCall, repeatedArgs }: RangeOptions): string[] {
  if (repeatedArgs.encoding !== undefined || !content.includes("\uFFFD")) return [];
  const words = "Bytes that are not UTF-8 are shown as �";
  if (likelyEncoding === undefined) return [`${words}.`];
  const call = currentCall.render({ encoding: likelyEncoding });
  return [`${words}; the text seems to be in ${likelyEncoding}: ${call}`];
}

/** The hint about an empty range: how long the file is. */
export function beyondEndHints({ given, content, size, totalLines }: ReadReport): string[] {
  if (content !== "" || given.type === "lines" && given.count > 0) return [];
  return [emptyFileHint(size, totalLines)];
}

/** `lines 1-40 of 120; next: {…}`. */
export function rangePhrase(report: ReadReport, next: Record<string, unknown>, context: ReadContext): string {
  return `${givenPhrase(report)}; ${nextPhrase(next, context)}`;
}

/** `next: read_file {…}`. */
function nextPhrase(next: Record<string, unknown>, { currentCall }: ReadContext): string {
  return `next: ${currentCall.renderOther(currentCall.tool, next)}`;
}

function startOf(range: ReadReport["given"] | ReadRange): number {
  return range.type === "bytes" ? range.offset : range.start;
}

/** `lines 1-40 of 120`, or `bytes 0-99 of 5000`. */
function givenPhrase({ given, size, totalLines }: ReadReport): string {
  return given.type === "bytes"
    ? `bytes ${given.offset}-${given.offset + given.length} of ${size}`
    : linesPhrase(given.start, given.start + Math.max(0, given.count - 1), totalLines);
}

/** `lines 1-40 of 120`. */
export function linesPhrase(from: number, to: number, total: number | undefined): string {
  return `lines ${from}-${to}` + (total === undefined ? "" : ` of ${total}`);
}

/** A report of the beginning of a page. */
export interface TruncatedRead {
  readonly report: ReadReport;
  /** Whether a read of that length would give the same report. If not, its length in bytes is unknown. */
  readonly isExact: boolean;
}

/** Keeps the first `max` bytes of content: whole lines of a page of lines if one fits, else whole characters. */
export function truncateRead(report: ReadReport, max: number): TruncatedRead {
  const { content, given, contentAt } = report;
  const { read } = new TextEncoder().encodeInto(content, new Uint8Array(max)), text = content.slice(0, read);
  if (text === content) return { report, isExact: true };
  const isLines = given.type === "lines", lastBreak = isLines ? content.lastIndexOf("\n", read) : -1;
  if (isLines && lastBreak >= 0) {
    const lines = content.slice(0, lastBreak), count = lines.split("\n").length;
    return { report: { ...report, content: lines, given: { ...given, count }, more: true }, isExact: true };
  }
  const end = contentAt === undefined ? undefined : contentAt + byteLength(text);
  const cut = isLines
    ? { ...given, count: 1, lineCut: true, ...(end !== undefined && { rest: end }) }
    : { ...given, ...(end !== undefined && { length: end - given.offset }) };
  return { report: { ...report, content: text, given: cut, more: true }, isExact: end !== undefined };
}
