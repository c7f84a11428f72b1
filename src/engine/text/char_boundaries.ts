/**
 * Finds character boundaries in bytes, so that no page splits a character.
 * @module
 */
import { decoderFor, utf8CharLength } from "./encoding.ts";

/** The bytes on either side of a place that decide whether it is inside a character; even, for UTF-16. */
export const CHAR_MARGIN_BYTES = 4;

/** [start, end) of one character. */
interface CharSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The first character boundary at or after `at`. In a multi-byte encoding other than UTF-8 and UTF-16 boundaries can't be
 * recognized, so `at` is taken for one.
 * @param bytes with `CHAR_MARGIN_BYTES` more on both sides if the file has them; in UTF-16 at a unit
 */
export function charStart(encoding: string, bytes: Uint8Array, at: number): number {
  return charAcross(encoding, bytes, at)?.end ?? at;
}

/**
 * The end of a page that begins at the character boundary `start`: at most `max` bytes of whole characters, but at least
 * one character.
 * @param bytes with `CHAR_MARGIN_BYTES` more after the page if the file has them
 */
export function pageEnd(encoding: string, bytes: Uint8Array, start: number, max: number): number {
  const end = start + Math.max(1, max);
  if (end >= bytes.length) return bytes.length;
  if (!encoding.startsWith("utf-")) return legacyPageEnd(encoding, bytes, start, end);
  const char = charAcross(encoding, bytes, end);
  if (!char) return end;
  return char.start > start ? char.start : char.end;
}

/** The character that begins before `at` and ends after it. */
function charAcross(encoding: string, bytes: Uint8Array, at: number): CharSpan | undefined {
  if (at <= 0 || at >= bytes.length) return undefined;
  if (encoding === "utf-8") return utf8CharAcross(bytes, at);
  if (encoding.startsWith("utf-16")) return utf16CharAcross(bytes, at, encoding === "utf-16le" ? 1 : 0);
  return undefined;
}

function utf8CharAcross(bytes: Uint8Array, at: number): CharSpan | undefined {
  for (let start = at - 1; start >= Math.max(0, at - 3); start--) {
    const length = utf8CharLength(bytes, start);
    if (length > 0) return start + length > at ? { start, end: start + length } : undefined;
  }
  return undefined;
}

/** @param high the index of a unit's upper byte */
function utf16CharAcross(bytes: Uint8Array, at: number, high: 0 | 1): CharSpan | undefined {
  const unit = at - at % 2;
  const pairAt = (i: number) => isHalf(bytes, i + high, 0xd8) && isHalf(bytes, i + 2 + high, 0xdc);
  if (pairAt(unit - 2)) return { start: unit - 2, end: unit + 2 };
  // Half a pair, then half a unit at the file's end: the standard decodes the three bytes as one error.
  const brokenAt = (i: number) => isHalf(bytes, i + high, 0xd8) && i + 3 === bytes.length;
  for (const start of [unit - 2, unit]) if (start < at && brokenAt(start)) return { start, end: start + 3 };
  if (unit === at) return undefined;
  return { start: unit, end: Math.min(bytes.length, unit + (pairAt(unit) ? 4 : 2)) };
}

function isHalf(bytes: Uint8Array, i: number, mark: 0xd8 | 0xdc): boolean {
  return i >= 0 && i < bytes.length && (bytes[i] & 0xfc) === mark;
}

/** A boundary is where the decoder has no pending bytes. */
function legacyPageEnd(encoding: string, bytes: Uint8Array, start: number, end: number): number {
  for (const by of [0, -1, -2, -3, 1, 2, 3]) {
    const candidate = end + by;
    if (candidate > start && endsOnCharacter(encoding, bytes.subarray(start, candidate))) return candidate;
  }
  return end;
}

function endsOnCharacter(encoding: string, bytes: Uint8Array): boolean {
  const decoder = new TextDecoder(decoderFor(encoding).encoding);
  decoder.decode(bytes, { stream: true });
  return decoder.decode() === "";
}
