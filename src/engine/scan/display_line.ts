/**
 * Matching lines as the caller sees them: each within bounds, with spans that fit.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Span } from "./iterate_matches.ts";
import { toDisplayText, utf8Length } from "../text/utf8.ts";

/** The lines as shown, with LF between them, and their spans in UTF-8 bytes. */
export interface DisplayLine {
  readonly line: string;
  readonly cut: boolean;
  readonly spans: [number, number][];
}

/** One of the lines: where it begins in their text, what of it is shown, and at which byte that begins there. */
interface LinePiece {
  readonly begin: number;
  readonly line: string;
  readonly window: Span;
  readonly at: number;
}

const ELLIPSIS = "…";

/**
 * Shows a line, or several, with their matches: a line over `LIMITS.lineChars` is cut around the first match in it, `…`
 * standing for what is left out; spans are clipped to what remains.
 * @param spans in order
 */
export function displayLine(text: string, spans: readonly Span[]): DisplayLine {
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

/**
 * The same text, as a string of its own: a slice would keep all of the text alive that it was cut from, and the
 * garbage collector busy with it.
 */
function detachedCopy(text: string): string {
  return (" " + text).slice(1);
}

/** A context line, bounded like a matching one. */
export function displayContextLine(line: string): string {
  return displayLine(line, []).line;
}

/** The part of a line to show; `begin` is where the line is in the text that has the spans. */
function displayWindow(line: string, begin: number, spans: readonly Span[]): Span {
  if (line.length <= LIMITS.lineChars || isShort(line)) return [0, line.length];
  const [from, to] = firstSpanIn(spans, begin, line.length);
  const room = Math.max(0, LIMITS.lineChars - (to - from));
  const start = Math.max(0, Math.min(from - (room >> 1), line.length - LIMITS.lineChars));
  return [charBoundaryBefore(line, start), charBoundaryBefore(line, Math.min(line.length, start + LIMITS.lineChars))];
}

/** The first span that is in a line, from its beginning on and as far as it is in it; else nothing, at the beginning. */
function firstSpanIn(spans: readonly Span[], begin: number, length: number): Span {
  const [start, end] = spans.find(([start, end]) => start <= begin + length && end >= begin) ?? [begin, begin];
  return [Math.max(0, start - begin), Math.min(length, end - begin)];
}

/** Moves an index off the middle of a surrogate pair. */
function charBoundaryBefore(line: string, at: number): number {
  const low = line.charCodeAt(at), high = line.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? at - 1 : at;
}

/** Whether it is short all the same, counted in characters: half of its units may belong to pairs. */
function isShort(line: string): boolean {
  if (line.length > 2 * LIMITS.lineChars) return false;
  return line.length - (line.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0) <= LIMITS.lineChars;
}

/** The spans, where something of them is shown, in bytes of what is. */
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

/** The index of the piece that an index of the text is in, from one that is not behind it on. */
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
