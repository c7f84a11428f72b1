/**
 * The engine's representation of text: a string in which each invalid byte of UTF-8 is the lone surrogate U+DC00 +
 * byte. No character matches it, and the byte can be restored from it.
 * @module
 */
import { Buffer } from "node:buffer";
import process from "node:process";

/** A view of `bytes` with Buffer's methods, without a copy. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes ASCII. Of other bytes, only the positions of the ASCII characters among them are right. Fast on every
 * runtime.
 */
export function asciiText(bytes: Uint8Array): string {
  return LATIN1_IS_FAST ? bufferOf(bytes).toString("latin1") : decoder.decode(bytes);
}

const [major, minor] = (process.versions.deno ?? "0.0").split(".").map(Number);
/**
 * From 2.8 on Deno decodes latin1 at least as fast as `TextDecoder` does; before, byte by byte, a hundred times slower.
 * The version decides, not a measurement. A thread that once measured 4,096 bytes as fast then spent 17 s on a line of
 * 100 MB, and could not be interrupted.
 */
const LATIN1_IS_FAST = major > 2 || minor >= 8;

/**
 * Decodes UTF-8 that may be invalid: each byte that belongs to no character becomes U+DC00 + byte.
 *
 * @example
 * ```ts
 * decodeInvalidUtf8(Uint8Array.of(0x61, 0xff)); // "a\udcff"
 * ```
 */
export function decodeInvalidUtf8(bytes: Uint8Array): string {
  // A character never takes more UTF-16 units than it has bytes.
  const units = new Uint16Array(bytes.length);
  let n = 0;
  for (let i = 0; i < bytes.length;) {
    const length = utf8CharLength(bytes, i);
    if (length === 0) units[n++] = 0xdc00 + bytes[i++];
    else {
      n = putCharacter(units, n, codePoint(bytes, i, length));
      i += length;
    }
  }
  return bufferOf(new Uint8Array(units.buffer, 0, 2 * n)).toString("utf16le");
}

/** The bytes of the character that starts at `i`; 0 for an invalid or continuation byte. */
export function utf8CharLength(bytes: Uint8Array, i: number): number {
  const lead = bytes[i];
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0 || i + length > bytes.length || !isSecondByte(lead, bytes[i + 1])) return 0;
  for (let k = 2; k < length; k++) if ((bytes[i + k] & 0xc0) !== 0x80) return 0;
  return length;
}

/** Some lead bytes allow fewer second bytes: no overlong forms, no surrogates, nothing above U+10FFFF. */
function isSecondByte(lead: number, second: number): boolean {
  const from = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const to = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return second >= from && second <= to;
}

function codePoint(bytes: Uint8Array, i: number, length: number): number {
  let code = length === 1 ? bytes[i] : bytes[i] & (0x7f >> length);
  for (let k = 1; k < length; k++) code = code << 6 | bytes[i + k] & 0x3f;
  return code;
}

function putCharacter(units: Uint16Array, n: number, code: number): number {
  if (code < 0x10000) units[n++] = code;
  else {
    units[n++] = 0xd7c0 + (code >> 10);
    units[n++] = 0xdc00 + (code & 0x3ff);
  }
  return n;
}

/** The text for display: U+FFFD for every invalid byte. */
export function toDisplayText(text: string): string {
  return text.toWellFormed();
}

/**
 * The UTF-8 bytes of `text.slice(from, to)` as displayed. The ends must not split a surrogate pair.
 *
 * @example
 * ```ts
 * utf8Length("für", 0, 2); // 3
 * ```
 */
export function utf8Length(text: string, from = 0, to = text.length): number {
  // For longer pieces the call out of JavaScript is faster.
  if (to - from > 256) return Buffer.byteLength(text.slice(from, to));
  let bytes = to - from;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit < 0xd800 || unit > 0xdbff) bytes += 2;
    // A high surrogate is always followed by a low one, which counts as a unit and 2 more: 4 for the pair.
  }
  return bytes;
}
