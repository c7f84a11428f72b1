/**
 * Matching lines as the caller sees them: cut to a maximum length, with spans that fit.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { toDisplayText, utf8Length } from "../text/encoding.ts";
import type { Span } from "./block.ts";

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
export function pairsIn(text: string): number {
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
