/**
 * Lines of a file by number, cut to a number of lines and of bytes.
 * @module
 */
import type { ReadReport } from "../model/report.ts";
import type { LineRange } from "../model/request.ts";
import { pageEnd } from "./characters.ts";
import { crlfToLf } from "./crlf_to_lf.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { type LinePlace, LineSeeker } from "./line_seek.ts";
import type { LineBreaks } from "./newlines.ts";
import { utf8Length } from "./text.ts";
import type { TextFile } from "./text_file.ts";

/** What a page of a file says of itself. */
export type Part = Pick<ReadReport, "content" | "given" | "more" | "totalLines"> & {
  /** Byte offset of the content's first character. */
  readonly contentAt: number;
};

/** Bytes that let the end of a page be seen: a line break, or the rest of a character. */
const MARGIN = 8;

/** Lines found at a place. */
interface Lines {
  readonly content: string;
  readonly count: number;
  /** File offset of what was cut from the line. */
  readonly rest?: number;
  readonly more: boolean;
  /** File offset that was looked at last, when that is the end of the file. */
  readonly fileEnd?: number;
}

/**
 * Answers a line range; `read` has the rules.
 * @throws ToolError `binary`, `timeout`
 */
export function* readLines(file: TextFile, range: LineRange, job: Job, timeoutMs: number): Operation<Part> {
  const seeker = new LineSeeker(file, job, timeoutMs);
  const place = yield* placeOf(seeker, range);
  if ("total" in place) return beyond(range.start, place.total);
  const { content, count, rest, more, fileEnd } = linesAt(file, seeker.breaks, place.at, range);
  const isCounted = place.line > 0 && (fileEnd !== undefined || seeker.small || range.clamped);
  const behind = isCounted ? yield* seeker.lines(place.at, fileEnd ?? file.size) : undefined;
  const cut = rest === undefined ? { lineCut: false } : { lineCut: true, rest };
  return {
    content,
    contentAt: place.at,
    given: { type: "lines", start: place.line, count, ...cut },
    more,
    ...(behind === undefined ? {} : { totalLines: place.line - 1 + behind }),
  };
}

/** Where the first line wanted begins; the number of lines where there is no such line. */
function* placeOf(
  seeker: LineSeeker,
  { start, clamped }: LineRange,
): Operation<LinePlace | { readonly total: number }> {
  if (start < 0) return yield* seeker.fromEnd(-start);
  const place = yield* seeker.fromStart(start);
  if (!clamped || !("total" in place)) return place;
  const { at } = yield* seeker.fromEnd(1);
  return { at, line: Math.max(1, place.total) };
}

function beyond(start: number, totalLines: number): Part {
  const given = { type: "lines", start, count: 0, lineCut: false } as const;
  return { content: "", contentAt: 0, given, more: false, totalLines };
}

function linesAt(file: TextFile, breaks: LineBreaks, at: number, range: LineRange): Lines {
  const wanted = mostBytes(file.encoding) * range.maxBytes + MARGIN;
  const bytes = file.piece(at, wanted);
  const ended = bytes.length < wanted;
  const whole = wholeLines(breaks, bytes, range.max, ended);
  const text = withoutLastBreak(crlfToLf(file.shownPart(bytes.subarray(0, whole))));
  const fitting = whole === 0 ? NONE : fittingLines(text, range.maxBytes);
  const fileEnd = ended ? { fileEnd: at + bytes.length } : {};
  if (fitting.count === 0 && bytes.length > 0) {
    const { content, end } = cutLine(file, breaks, bytes, range.maxBytes);
    return { content, count: 1, rest: at + end, more: true, ...fileEnd };
  }
  const more = fitting.end < text.length || whole < bytes.length || (!ended && at + whole < file.size);
  return { content: text.slice(0, fitting.end), count: fitting.count, more, ...fileEnd };
}

/** Bytes of the file that one of the content can be: half a character at most of two bytes, or a line break of two. */
function mostBytes(encoding: string): number {
  return encoding.startsWith("utf-16") ? 4 : 2;
}

/** Bytes of the first lines, at most `max`, that are there from beginning to end. */
function wholeLines(breaks: LineBreaks, bytes: Uint8Array, max: number, ended: boolean): number {
  const wanted = breaks.after(bytes, max);
  if (wanted >= 0) return wanted;
  return ended ? bytes.length : Math.max(0, breaks.afterLast(bytes, 1));
}

function withoutLastBreak(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

/** Lines of a text, and the characters they take. */
interface Fitting {
  readonly count: number;
  readonly end: number;
}

const NONE: Fitting = { count: 0, end: 0 };

/** The first lines of `text` that together take at most `maxBytes`. */
function fittingLines(text: string, maxBytes: number): Fitting {
  let fitting = NONE, bytes = 0;
  for (let at = 0; at <= text.length; at = fitting.end + 1) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    bytes += utf8Length(text, at, end) + (at > 0 ? 1 : 0);
    if (bytes > maxBytes) break;
    fitting = { count: fitting.count + 1, end };
  }
  return fitting;
}

/** The beginning of the first line. */
function cutLine(file: TextFile, breaks: LineBreaks, bytes: Uint8Array, maxBytes: number) {
  const first = breaks.after(bytes, 1);
  const length = Math.min(maxBytes, first < 0 ? bytes.length : first);
  const page = shownPage(file, bytes, length);
  // No byte is ever shown as more than three, so a third fits for certain.
  return utf8Length(page.content) <= maxBytes ? page : shownPage(file, bytes, Math.floor(maxBytes / 3));
}

function shownPage(file: TextFile, bytes: Uint8Array, max: number) {
  const end = pageEnd(file.encoding, bytes, 0, max);
  return { content: file.shownPart(bytes.subarray(0, end)), end };
}
