/**
 * Reads lines of a file by number, up to a number of lines and of bytes.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ReadReport } from "../../model/report.ts";
import type { LineRange } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { pageEnd } from "../text/char_boundaries.ts";
import { utf8Length } from "../text/encoding.ts";
import { type LineBreaks, type LinePosition, LineReader, type LineTotal } from "../text/line_reader.ts";
import { crlfToLf } from "../text/newlines.ts";
import type { TextFile } from "../text/text_file.ts";

export type FilePage = Pick<ReadReport, "content" | "given" | "more" | "totalLines"> & {
  /** Byte offset of the content's first character. */
  readonly contentAt: number;
};

/** Bytes in which the end of a page is found: a line break, or the rest of a character. */
const MARGIN_BYTES = 8;

/** Lines found at an offset. */
interface LinesFound {
  readonly content: string;
  readonly count: number;
  /** File offset of the first byte that was cut from the line. */
  readonly rest?: number;
  readonly more: boolean;
  /** The end of the file, if it was reached. */
  readonly fileEnd?: number;
}

/**
 * Answers a line range; see `read` for the rules.
 * @throws ToolError `binary`, `timeout`
 */
export function* readLines(file: TextFile, range: LineRange, job: Job, timeoutMs: number): Operation<FilePage> {
  const lines = new LineReader(file, job.cache.arena.kernel, job), first = yield* firstLine(lines, range);
  if (first === undefined) throw new ToolError("timeout", { ms: timeoutMs });
  if ("total" in first) return pageBeyondEnd(range.start, first.total);
  const { content, count, rest, more, fileEnd } = readLinesAt(file, lines.breaks, first.at, range);
  const isCounted = first.line > 0 && (fileEnd !== undefined || lines.isSmall || range.isClamped);
  const lineCount = isCounted ? yield* lines.count(first.at, fileEnd ?? file.size) : undefined;
  const cut = rest === undefined ? { lineCut: false } : { lineCut: true, rest };
  return {
    content,
    contentAt: first.at,
    given: { type: "lines", start: first.line, count, ...cut },
    more,
    ...(lineCount === undefined ? {} : { totalLines: first.line - 1 + lineCount }),
  };
}

/** The first requested line; the number of lines if there is no such line; undefined at the deadline. */
function* firstLine(
  lines: LineReader,
  { start, isClamped }: LineRange,
): Operation<LinePosition | LineTotal | undefined> {
  if (start < 0) return yield* lines.fromEnd(-start);
  const found = yield* lines.fromStart(start);
  if (!isClamped || found === undefined || "at" in found && (found.at < lines.file.size || start === 1)) return found;
  const last = yield* lines.fromEnd(1), total = "total" in found ? found.total : found.line - 1;
  return last && { at: last.at, line: Math.max(1, total) };
}

function pageBeyondEnd(start: number, totalLines: number): FilePage {
  const given = { type: "lines", start, count: 0, lineCut: false } as const;
  return { content: "", contentAt: 0, given, more: false, totalLines };
}

function readLinesAt(file: TextFile, breaks: LineBreaks, at: number, range: LineRange): LinesFound {
  const wanted = maxBytesPerContentByte(file.encoding) * range.maxBytes + MARGIN_BYTES;
  const bytes = file.readPiece(at, wanted);
  const isAtEnd = bytes.length < wanted;
  const linesEnd = wholeLinesEnd(breaks, bytes, range.max, isAtEnd);
  const text = withoutLastBreak(crlfToLf(file.displayText(bytes.subarray(0, linesEnd))));
  const fitting = linesEnd === 0 ? NO_LINES : fittingLines(text, range.maxBytes);
  const fileEnd = isAtEnd ? { fileEnd: at + bytes.length } : {};
  if (fitting.count === 0 && bytes.length > 0) {
    const { content, end } = cutFirstLine(file, breaks, bytes, range.maxBytes);
    return { content, count: 1, rest: at + end, more: true, ...fileEnd };
  }
  const more = fitting.end < text.length || linesEnd < bytes.length || (!isAtEnd && at + linesEnd < file.size);
  return { content: text.slice(0, fitting.end), count: fitting.count, more, ...fileEnd };
}

/** Bytes of the file for one byte of content, at most: half of a two-byte character, or a line break of two bytes. */
function maxBytesPerContentByte(encoding: string): number {
  return encoding.startsWith("utf-16") ? 4 : 2;
}

/** Bytes of the first complete lines, at most `max`. */
function wholeLinesEnd(breaks: LineBreaks, bytes: Uint8Array, max: number, isAtEnd: boolean): number {
  const wanted = breaks.endOfNth(bytes, max);
  if (wanted >= 0) return wanted;
  return isAtEnd ? bytes.length : Math.max(0, breaks.endOfNthLast(bytes, 1));
}

function withoutLastBreak(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

/** Some lines of a text, and the number of their characters. */
interface FittingLines {
  readonly count: number;
  readonly end: number;
}

const NO_LINES: FittingLines = { count: 0, end: 0 };

/** The first lines of `text` that together take at most `maxBytes`. */
function fittingLines(text: string, maxBytes: number): FittingLines {
  let fitting = NO_LINES, bytes = 0;
  for (let at = 0; at <= text.length; at = fitting.end + 1) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    bytes += utf8Length(text, at, end) + (at > 0 ? 1 : 0);
    if (bytes > maxBytes) break;
    fitting = { count: fitting.count + 1, end };
  }
  return fitting;
}

function cutFirstLine(file: TextFile, breaks: LineBreaks, bytes: Uint8Array, maxBytes: number) {
  const first = breaks.endOfNth(bytes, 1);
  const length = Math.min(maxBytes, first < 0 ? bytes.length : first);
  const page = decodePage(file, bytes, length);
  // One byte is shown as at most three, so a third always fits.
  return utf8Length(page.content) <= maxBytes ? page : decodePage(file, bytes, Math.floor(maxBytes / 3));
}

function decodePage(file: TextFile, bytes: Uint8Array, max: number) {
  const end = pageEnd(file.encoding, bytes, 0, max);
  return { content: file.displayText(bytes.subarray(0, end)), end };
}
