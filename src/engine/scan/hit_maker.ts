/**
 * Turns matching lines of a block into hits: as they are displayed, with their context lines.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Hit } from "../../model/search_report.ts";
import { countLineFeeds, crlfToLf, lineEnd, lineStart } from "../text/newlines.ts";
import type { Block, LineGroup, Span } from "./block.ts";
import { displayLine, pairsIn } from "./display_line.ts";

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
