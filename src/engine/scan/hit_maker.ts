/**
 * Turns matching lines of a block into hits: as they are displayed, cut to a maximum length, with spans that fit and
 * with their context lines.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Hit } from "../../model/search_report.ts";
import { toDisplayText, utf8Length } from "../text/encoding.ts";
import { countLineFeeds, crlfToLf, lineEnd, lineStart } from "../text/newlines.ts";
import type { Block, LineGroup, Span } from "./block.ts";

/** Overhead of a line and of a match, in UTF-16 units. */
const LINE_OVERHEAD_UNITS = 16, SPAN_UNITS = 32;

/** Makes the hits of blocks, in their order. */
export class HitMaker {
  #block: Block | undefined;
  /** The start of a line of the block, and its number: each part of a text is counted once. */
  #at = 0;
  #line = 0;
  /** The context lines of the block's text by their starts. A line around several hits is made once. */
  readonly #context = new Map<number, string>();

  constructor(readonly before: number, readonly after: number) {}

  make(block: Block, { start, end, spans }: LineGroup): Hit {
    if (block !== this.#block) this.#begin(block);
    const { text } = block, from = block.start + start, to = block.start + end;
    const last = endOfShownLines(text, from, to), isPart = last < to;
    const lines = linesOf(text, [from, last], isPart ? spansUpTo(spans, last - from) : spans);
    const { line, cut, spans: shown } = displayLine(lines.text, lines.spans);
    return {
      lineNumber: this.#numberOf(from),
      line,
      cut: cut || isPart,
      ...isPart && { lines: 1 + countLineFeeds(text, from, to) },
      spans: shown,
      column: columnOf(lines.text, lines.spans),
      before: this.#linesBefore(text, from),
      after: this.#linesAfter(text, to),
    };
  }

  #begin(block: Block): void {
    if (block.text !== this.#block?.text) this.#context.clear();
    this.#block = block;
    this.#at = block.start;
    this.#line = block.line;
  }

  /** The number of the line that begins at `start`. */
  #numberOf(start: number): number {
    this.#line += countLineFeeds(this.#block?.text ?? "", this.#at, start);
    this.#at = start;
    return this.#line;
  }

  /** The lines before the one that begins at `start`. */
  #linesBefore(text: string, start: number): string[] {
    const lines: string[] = [];
    for (let end = start - 1; lines.length < this.before && end >= 0;) {
      const begin = lineStart(text, end);
      lines.push(this.#contextLine(text, begin, end));
      end = begin - 1;
    }
    return lines.reverse();
  }

  /** The lines after the one that ends at `end`. */
  #linesAfter(text: string, end: number): string[] {
    const lines: string[] = [];
    for (let start = end + 1; lines.length < this.after && start < text.length;) {
      const stop = lineEnd(text, start);
      lines.push(this.#contextLine(text, start, stop));
      start = stop + 1;
    }
    return lines;
  }

  #contextLine(text: string, start: number, end: number): string {
    const line = this.#context.get(start) ?? displayLine(linesOf(text, [start, end]).text).line;
    this.#context.set(start, line);
    return line;
  }
}

/** UTF-16 units that a hit takes of a page. */
export function hitUnits({ line, before, after, spans }: Pick<Hit, "line" | "before" | "after" | "spans">): number {
  return unitsOf([line]) + unitsOf(before) + unitsOf(after) + SPAN_UNITS * spans.length;
}

function unitsOf(lines: readonly string[]): number {
  let units = 0;
  for (const line of lines) units += LINE_OVERHEAD_UNITS + line.length;
  return units;
}

/** The column of the first span: 1-based, in characters (code points). */
function columnOf(line: string, spans: readonly Span[]): number {
  const [at] = spans[0] ?? [0];
  return 1 + at - pairsIn(line.slice(0, at));
}

/** Lines, and the spans found in them. */
interface Lines {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The lines from one index to another (a break or the end of the text), with LF for CR LF. */
function linesOf(text: string, [from, to]: Span, spans: readonly Span[] = []): Lines {
  const lines = text.slice(from, to);
  if (!lines.includes("\r")) return { text: lines, spans };
  const ended = text.slice(from, to + 1), withLf = crlfToLf(ended);
  const returns = Array.from(ended.matchAll(/\r\n/g), ({ index }) => index);
  let passed = 0;
  const moved = (at: number) => {
    while (passed < returns.length && returns[passed] < at) passed++;
    return at - passed;
  };
  return {
    text: to < text.length ? withLf.slice(0, -1) : withLf,
    spans: spans.map(([start, end]) => [moved(start), moved(end)]),
  };
}

/** The end of the lines that are shown of [from, to). */
function endOfShownLines(text: string, from: number, to: number): number {
  let end = -1;
  for (let n = 0, at = from; n < LIMITS.matchLines; n++, at = end + 1) {
    end = text.indexOf("\n", at);
    if (end < 0 || end >= to) return to;
  }
  return end;
}

function spansUpTo(spans: readonly Span[], end: number): readonly Span[] {
  const after = spans.findIndex(([start]) => start > end);
  return after < 0 ? spans : spans.slice(0, after);
}

/** The displayed lines, with LF between them, and their spans in UTF-8 bytes. */
export interface DisplayLine {
  readonly line: string;
  readonly cut: boolean;
  readonly spans: [number, number][];
}

/** One of the lines: its start in their text, the displayed part, and the byte at which that part begins. */
interface LinePiece {
  readonly begin: number;
  readonly line: string;
  readonly window: Span;
  readonly at: number;
}

const ELLIPSIS = "…";

/**
 * Cuts a line, or several, for display: a line over `LIMITS.lineChars` is cut around its first match, with `…` for the
 * omitted text, and spans are clipped.
 * @param spans in order
 */
export function displayLine(text: string, spans: readonly Span[] = []): DisplayLine {
  const pieces: LinePiece[] = [], shown: string[] = [];
  let cut = false, begin = 0, bytes = 0;
  for (const line of text.includes("\n") ? text.split("\n") : [text]) {
    const window = displayWindow(line, begin, spans), [start, end] = window;
    const head = start > 0 ? ELLIPSIS : "", tail = end < line.length ? ELLIPSIS : "";
    const at = bytes + utf8Length(head);
    pieces.push({ begin, line, window, at });
    shown.push(head + toDisplayText(line.slice(start, end)) + tail);
    cut ||= head + tail !== "";
    begin += line.length + 1;
    if (begin <= text.length) bytes = at + utf8Length(line, start, end) + utf8Length(tail) + 1;
  }
  return { line: detachedCopy(shown.join("\n")), cut, spans: spansInBytes(pieces, spans) };
}

/** A copy of the text. A slice would keep the whole original alive. */
function detachedCopy(text: string): string {
  return (" " + text).slice(1);
}

/** The part of a line to display; `begin` is the line's start in the text that the spans refer to. */
function displayWindow(line: string, begin: number, spans: readonly Span[]): Span {
  if (line.length <= LIMITS.lineChars || isShort(line)) return [0, line.length];
  const [from, to] = firstSpanIn(spans, begin, line.length);
  const room = Math.max(0, LIMITS.lineChars - (to - from));
  const start = Math.max(0, Math.min(from - (room >> 1), line.length - LIMITS.lineChars));
  return [charBoundaryBefore(line, start), charBoundaryBefore(line, Math.min(line.length, start + LIMITS.lineChars))];
}

/** The first span in a line, clipped to it; an empty one at its beginning if there is none. */
function firstSpanIn(spans: readonly Span[], begin: number, length: number): Span {
  const [start, end] = spans.find(([start, end]) => start <= begin + length && end >= begin) ?? [begin, begin];
  return [Math.max(0, start - begin), Math.min(length, end - begin)];
}

/** Moves an index off the middle of a surrogate pair. */
function charBoundaryBefore(line: string, at: number): number {
  const low = line.charCodeAt(at), high = line.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? at - 1 : at;
}

/** Whether the line is short enough counted in characters: half of its units may belong to pairs. */
function isShort(line: string): boolean {
  return line.length <= 2 * LIMITS.lineChars && line.length - pairsIn(line) <= LIMITS.lineChars;
}

/** Counts the surrogate pairs in a text. */
function pairsIn(text: string): number {
  return text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
}

/** The displayed spans, in bytes of the displayed text. */
function spansInBytes(pieces: readonly LinePiece[], spans: readonly Span[]): [number, number][] {
  const all: [number, number][] = [];
  let i = 0;
  for (const [from, to] of spans) {
    i = pieceOf(pieces, from, i);
    const start = byteOffsetOf(pieces[i], from), isEmpty = from === to && isShown(pieces[i], from);
    const end = from === to ? start : byteOffsetOf(pieces[pieceOf(pieces, to, i)], to);
    if (end > start || isEmpty) all.push([start, end]);
  }
  return all;
}

/** The index of the piece that contains an index of the text, searched from the piece `from` on. */
function pieceOf(pieces: readonly LinePiece[], at: number, from: number): number {
  let i = from;
  while (i + 1 < pieces.length && pieces[i + 1].begin <= at) i++;
  return i;
}

function byteOffsetOf({ begin, line, window: [from, to], at: first }: LinePiece, at: number): number {
  return first + utf8Length(line, from, Math.max(from, Math.min(to, at - begin)));
}

function isShown({ begin, window: [from, to] }: LinePiece, at: number): boolean {
  return at - begin >= from && at - begin <= to;
}
