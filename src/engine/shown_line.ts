/**
 * A matching line as the caller sees it: within bounds, free of its line break, with spans that fit.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { shownText, utf8Length } from "./encoding.ts";

/** A range of UTF-16 units in a line. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The line as shown and its spans in UTF-8 bytes. */
export interface ShownLine {
  readonly line: string;
  readonly cut: boolean;
  readonly spans: [number, number][];
}

const ELLIPSIS = "…";

/**
 * Shows `line` with its matches: over `LIMITS.lineChars` it is cut around the first match, `…` standing
 * for what is left out; spans are clipped to what remains. A carriage return at the end goes with the
 * line break, unless a match covers it.
 */
export function shownLine(line: string, spans: readonly Span[]): ShownLine {
  const window = windowOf(line, spans);
  const head = window.start > 0 ? ELLIPSIS : "";
  const tail = window.end < line.length ? ELLIPSIS : "";
  const cut = head !== "" || tail !== "";
  const end = cut ? window.end : withoutReturn(line, spans);
  const offset = utf8Length(head, 0, head.length);
  return {
    line: head + shownText(line.slice(window.start, end)) + tail,
    cut,
    spans: clip(spans, window).map((s) => bytesOf(line, s, window.start, offset)),
  };
}

/** A context line, bounded like a matching one. */
export function shownContext(line: string): string {
  return shownLine(line, []).line;
}

function windowOf(line: string, spans: readonly Span[]): Span {
  if (line.length <= LIMITS.lineChars) return { start: 0, end: line.length };
  const first = spans[0] ?? { start: 0, end: 0 };
  const room = Math.max(0, LIMITS.lineChars - (first.end - first.start));
  const start = Math.max(0, Math.min(first.start - (room >> 1), line.length - LIMITS.lineChars));
  const end = Math.min(line.length, start + LIMITS.lineChars);
  return { start: onCharacter(line, start), end: onCharacter(line, end) };
}

/** Moves an index off the middle of a surrogate pair. */
function onCharacter(line: string, at: number): number {
  const low = line.charCodeAt(at), high = line.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? at - 1 : at;
}

function withoutReturn(line: string, spans: readonly Span[]): number {
  if (!line.endsWith("\r")) return line.length;
  return spans.some((s) => s.end === line.length && s.end > s.start) ? line.length : line.length - 1;
}

function clip(spans: readonly Span[], window: Span): Span[] {
  return spans
    .filter((s) => s.start < window.end && s.end > window.start || s.start === s.end && inside(s.start, window))
    .map((s) => ({ start: Math.max(s.start, window.start), end: Math.min(s.end, window.end) }));
}

function inside(at: number, window: Span): boolean {
  return at >= window.start && at <= window.end;
}

function bytesOf(line: string, span: Span, from: number, offset: number): [number, number] {
  const start = offset + utf8Length(line, from, span.start);
  return [start, start + utf8Length(line, span.start, span.end)];
}
