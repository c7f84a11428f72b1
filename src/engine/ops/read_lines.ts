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
import { crlfToLf, type LineBreaks, lineBreaksOf } from "../text/newlines.ts";
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
  const seeker = new LineSeeker(file, job, timeoutMs);
  const position = yield* firstLinePosition(seeker, range, file.size);
  if ("total" in position) return pageBeyondEnd(range.start, position.total);
  const { content, count, rest, more, fileEnd } = readLinesAt(file, seeker.breaks, position.at, range);
  const isCounted = position.line > 0 && (fileEnd !== undefined || seeker.isSmall || range.isClamped);
  const lineCount = isCounted ? yield* seeker.countLines(position.at, fileEnd ?? file.size) : undefined;
  const cut = rest === undefined ? { lineCut: false } : { lineCut: true, rest };
  return {
    content,
    contentAt: position.at,
    given: { type: "lines", start: position.line, count, ...cut },
    more,
    ...(lineCount === undefined ? {} : { totalLines: position.line - 1 + lineCount }),
  };
}

/** The start of the first requested line; the number of lines if there is no such line. */
function* firstLinePosition(
  seeker: LineSeeker,
  { start, isClamped }: LineRange,
  size: number,
): Operation<LinePosition | { readonly total: number }> {
  if (start < 0) return yield* seeker.fromEnd(-start);
  const position = yield* seeker.fromStart(start);
  const isThere = "at" in position && (position.at < size || start === 1);
  if (!isClamped || isThere) return position;
  const { at } = yield* seeker.fromEnd(1), total = "total" in position ? position.total : position.line - 1;
  return { at, line: Math.max(1, total) };
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

/** Files up to this size are read to the end to report the number of lines. */
const MAX_COUNTED_BYTES = 16 * 2 ** 20;

interface LinePosition {
  /** File offset in bytes. */
  readonly at: number;
  /** From 1; negative, counted from the end (-1 = the last), if there are too many lines before it to count. */
  readonly line: number;
}

/** Seeks lines of one file under one deadline. */
class LineSeeker {
  readonly breaks: LineBreaks;

  constructor(private readonly file: TextFile, private readonly job: Job, private readonly timeoutMs: number) {
    this.breaks = lineBreaksOf(file.encoding, job.cache.arena.kernel);
  }

  /** Whether counting all lines costs little. */
  get isSmall(): boolean {
    return this.file.size <= MAX_COUNTED_BYTES;
  }

  /**
   * Where line `line` (from 1) begins; the number of lines if there are fewer.
   * @throws ToolError `timeout`
   */
  *fromStart(line: number): Operation<LinePosition | { readonly total: number }> {
    const { markLength } = this.file;
    if (line === 1) return { at: markLength, line };
    const found = yield* this.#seekBreak(markLength, line - 1);
    if (found === undefined) throw this.#timeout();
    return "at" in found ? { at: found.at, line } : found;
  }

  /**
   * Where the n-th line from the end begins; line 1 if there are fewer.
   * @throws ToolError `timeout`
   */
  *fromEnd(n: number): Operation<LinePosition> {
    const { file, breaks } = this;
    let missing = n;
    for (let end = file.size; end > file.markLength;) {
      const start = this.#blockBefore(end);
      const block = file.readBlock(start, end);
      // The break at the end of the file begins no line.
      if (end === file.size && this.#unterminatedLines(block) === 0) missing++;
      const count = breaks.count(block);
      if (count >= missing) return yield* this.#withLineNumber(start + breaks.endOfNthLast(block, missing), n);
      missing -= count;
      end = start;
      if (this.job.remainingMs() <= 0) throw this.#timeout();
      if (this.job.shouldYield()) yield;
    }
    return { at: file.markLength, line: 1 };
  }

  /** Lines that begin in [from, to); undefined at the deadline. */
  *countLines(from: number, to: number): Operation<number | undefined> {
    const found = yield* this.#seekBreak(from, Infinity, to);
    return found && "total" in found ? found.total : undefined;
  }

  /** The offset after the n-th break in [from, to), or how many lines begin there; undefined at the deadline. */
  *#seekBreak(
    from: number,
    n: number,
    to = Infinity,
  ): Operation<{ readonly at: number } | { readonly total: number } | undefined> {
    const { file, breaks } = this;
    for (let at = from, before = 0, unterminated = 0;;) {
      const block = file.readBlock(at, to), count = breaks.count(block);
      if (before + count >= n) return { at: at + breaks.endOfNth(block, n - before) };
      before += count;
      if (block.length > 0) unterminated = this.#unterminatedLines(block);
      // The file ended in this block, perhaps within a unit. Bytes appended since then do not begin where a block may.
      if (block.length < file.blockBytes) return { total: before + unterminated };
      at += block.length;
      if (this.job.remainingMs() <= 0) return undefined;
      if (this.job.shouldYield()) yield;
    }
  }

  *#withLineNumber(at: number, fromEnd: number): Operation<LinePosition> {
    const before = this.isSmall ? yield* this.countLines(this.file.markLength, at) : undefined;
    return { at, line: before === undefined ? -fromEnd : before + 1 };
  }

  /** Blocks lie on one grid, so that each begins at a code unit. */
  #blockBefore(end: number): number {
    const { markLength, blockBytes } = this.file;
    return markLength + Math.floor((end - markLength - 1) / blockBytes) * blockBytes;
  }

  /** 1 if the block ends inside a line. */
  #unterminatedLines(block: Uint8Array): 0 | 1 {
    return this.breaks.endOfNthLast(block, 1) === block.length ? 0 : 1;
  }

  #timeout(): ToolError {
    return new ToolError("timeout", { ms: this.timeoutMs });
  }
}
