/**
 * Turns matching lines of a block into hits: as they are displayed, with their context lines.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Hit } from "../../model/search_report.ts";
import { countLineFeeds, crlfToLf, lineEnd, lineStart } from "../text/newlines.ts";
import type { Block, LineGroup, Span } from "./block.ts";
import { displayLine } from "./display_line.ts";

/** Overhead of a line and of a match, in UTF-16 units. */
const LINE_OVERHEAD_UNITS = 16, SPAN_UNITS = 32;

/** Makes the hits of a block, from its first group of lines to its last. */
export class HitMaker {
  readonly #numbers: LineNumbers;

  constructor(
    readonly block: Block,
    readonly before: number,
    readonly after: number,
    readonly context = new ContextLines(block),
  ) {
    this.#numbers = new LineNumbers(block);
  }

  make({ start, end, spans }: LineGroup): Hit {
    const { text } = this.block, from = this.block.start + start, to = this.block.start + end;
    const last = endOfShownLines(text, from, to), isPart = last < to;
    const lines = linesOf(text, [from, last], isPart ? spansUpTo(spans, last - from) : spans);
    const { line, cut, spans: shown } = displayLine(lines.text, lines.spans);
    return {
      lineNumber: this.#numbers.at(from),
      line,
      cut: cut || isPart,
      ...isPart && { lines: 1 + countLineFeeds(text, from, to) },
      spans: shown,
      column: columnOf(lines.text, lines.spans),
      before: this.context.before(from, this.before),
      after: this.context.after(to, this.after),
    };
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
  let column = 1;
  for (let i = 0; i < at; i++) {
    const unit = line.charCodeAt(i);
    if (unit < 0xdc00 || unit > 0xdfff || !isHigh(line.charCodeAt(i - 1))) column++;
  }
  return column;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
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

/** The lines around hits of one text. A line around several hits is made once. */
export class ContextLines {
  readonly #made = new Map<number, string>();

  constructor(readonly block: Block) {}

  /** The last `count` lines before the line that begins at `start`. */
  before(start: number, count: number): string[] {
    const { text, tail } = this.block, lines: string[] = [];
    let end = start - 1;
    while (lines.length < count && end >= 0) {
      const begin = lineStart(text, end);
      lines.push(this.#line(begin, end));
      end = begin - 1;
    }
    for (let i = tail.length - 1; i >= 0 && lines.length < count; i--) lines.push(displayLine(tail[i]).line);
    return lines.reverse();
  }

  /** The first `count` lines after the line that ends at `end`. */
  after(end: number, count: number): string[] {
    const { text } = this.block, lines: string[] = [];
    let start = end + 1;
    while (lines.length < count && start < text.length) {
      const stop = lineEnd(text, start);
      lines.push(this.#line(start, stop));
      start = stop + 1;
    }
    return lines;
  }

  #line(start: number, end: number): string {
    const line = this.#made.get(start) ?? displayLine(linesOf(this.block.text, [start, end]).text).line;
    this.#made.set(start, line);
    return line;
  }
}

/** Line numbers of ascending positions; each part of the text is counted once. */
class LineNumbers {
  #at: number;
  #line: number;

  constructor({ text, start, line }: Block) {
    this.text = text;
    this.#at = start;
    this.#line = line;
  }

  readonly text: string;

  /** The number of the line that begins at `start`, which must not decrease. */
  at(start: number): number {
    for (;;) {
      const next = this.text.indexOf("\n", this.#at);
      if (next < 0 || next >= start) return this.#line;
      this.#line++;
      this.#at = next + 1;
    }
  }
}
