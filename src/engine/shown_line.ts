/**
 * A matching line as the caller sees it: within bounds, free of its line break, with spans that fit.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { Span } from "./pattern/iterate.ts";
import { shownText, utf8Length } from "./text.ts";

/** The line as shown and its spans in UTF-8 bytes. */
export interface ShownLine {
  readonly line: string;
  readonly cut: boolean;
  readonly spans: [number, number][];
}

const ELLIPSIS = "…";

/**
 * Shows `line` with its matches: over `LIMITS.lineChars` it is cut around the first match, `…` standing
 * for what is left out; spans are clipped to what remains.
 */
export function shownLine(line: string, spans: readonly Span[]): ShownLine {
  const [start, end] = windowOf(line, spans);
  const head = start > 0 ? ELLIPSIS : "";
  const tail = end < line.length ? ELLIPSIS : "";
  const cut = head !== "" || tail !== "";
  const offset = utf8Length(head);
  return {
    line: apart(head + shownText(line.slice(start, end)) + tail),
    cut,
    spans: clip(spans, [start, end]).map((span) => bytesOf(line, span, start, offset)),
  };
}

/**
 * The same text, as a string of its own: a slice would keep all of the text alive that it was cut from, and the
 * garbage collector busy with it.
 */
function apart(text: string): string {
  return (" " + text).slice(1);
}

/** A context line, bounded like a matching one. */
export function shownContext(line: string): string {
  return shownLine(line, []).line;
}

function windowOf(line: string, spans: readonly Span[]): Span {
  if (line.length <= LIMITS.lineChars || isShort(line)) return [0, line.length];
  const [from, to] = spans[0] ?? [0, 0];
  const room = Math.max(0, LIMITS.lineChars - (to - from));
  const start = Math.max(0, Math.min(from - (room >> 1), line.length - LIMITS.lineChars));
  return [onCharacter(line, start), onCharacter(line, Math.min(line.length, start + LIMITS.lineChars))];
}

/** Moves an index off the middle of a surrogate pair. */
function onCharacter(line: string, at: number): number {
  const low = line.charCodeAt(at), high = line.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? at - 1 : at;
}

/** Whether it is short all the same, counted in characters: half of its units may belong to pairs. */
function isShort(line: string): boolean {
  if (line.length > 2 * LIMITS.lineChars) return false;
  return line.length - (line.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0) <= LIMITS.lineChars;
}

function clip(spans: readonly Span[], [from, to]: Span): Span[] {
  return spans
    .filter(([start, end]) => start === end ? start >= from && start <= to : start < to && end > from)
    .map(([start, end]) => [Math.max(start, from), Math.min(end, to)]);
}

function bytesOf(line: string, [start, end]: Span, from: number, offset: number): [number, number] {
  const first = offset + utf8Length(line, from, start);
  return [first, first + utf8Length(line, start, end)];
}
