/**
 * Decodes a file's bytes: byte-order marks, character encodings, and detection of binary files.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { nearestNames } from "../../model/nearest_names.ts";
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { detectUtf16 } from "./detect_encoding.ts";

/** The result of probing a file's first bytes. */
interface Probe {
  /** By the byte-order mark; UTF-8 without one. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Bytes of the byte-order mark; 0 if there is none. */
  readonly markLength: number;
  /** Set if a NUL is within `LIMITS.binaryProbe` bytes, and no UTF-16 mark explains it. */
  readonly binary?: BinaryKind;
}

/** What a file with a NUL is: `binary`, or text in UTF-16 that has no mark, which is skipped as well. */
export type BinaryKind = "binary" | "utf-16le" | "utf-16be";

/** A file's text. */
export interface Decoded {
  /** Without the byte-order mark; invalid UTF-8 as lone surrogates. */
  readonly text: string;
  /** Every character is ASCII. */
  readonly ascii: boolean;
}

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;
/** Little-endian; the other begins with NULs. */
const UTF32_MARK = [0xff, 0xfe, 0, 0];

/** Probes a file by its first bytes; `LIMITS.binaryProbe` of them are enough. */
export function probeEncoding(bytes: Uint8Array): Probe {
  const mark = byteOrderMarkOf(bytes), probed = bytes.subarray(0, LIMITS.binaryProbe);
  return mark.encoding === "utf-8" && probed.includes(0) ? { ...mark, binary: binaryKind(probed) } : mark;
}

/** What a file is by its first bytes, which have a NUL. */
export function binaryKind(bytes: Uint8Array): BinaryKind {
  return detectUtf16(bytes) ?? "binary";
}

/** The byte-order mark, by the first four bytes. That of UTF-32 is none: the file's NULs make it binary. */
export function byteOrderMarkOf(bytes: Uint8Array): Pick<Probe, "encoding" | "markLength"> {
  const begins = (mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte);
  const mark = begins(UTF32_MARK) ? undefined : BYTE_ORDER_MARKS.find(({ bytes }) => begins(bytes));
  return { encoding: mark?.encoding ?? "utf-8", markLength: mark?.bytes.length ?? 0 };
}

const utf8Decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const decoders = new Map<string, TextDecoder>();

/**
 * The decoder of a WHATWG label; UTF-8 without one. It keeps a byte-order mark as U+FEFF.
 * @throws ToolError `encoding` for an unknown label
 */
export function decoderFor(label = "utf-8"): TextDecoder {
  const key = label.trim().toLowerCase();
  const decoder = decoders.get(key) ?? newDecoder(key);
  decoders.set(key, decoder);
  return decoder;
}

function newDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    const meant = LABEL_ALIASES[label] ??
      nearestNames(label, COMMON_LABELS, 1).find((known) => levenshteinDistance(label, known) <= MAX_LABEL_TYPOS);
    throw new ToolError(meant === undefined ? "encoding" : "encoding_near", {
      encoding: label,
      ...(meant && { meant }),
    });
  }
}

/** The most wrong letters in a label: with two, ISO-2022-KR would be ISO-2022-JP. */
const MAX_LABEL_TYPOS = 1;
/** The most common labels of the WHATWG standard. */
const COMMON_LABELS =
  "utf-8 utf-16le utf-16be latin1 windows-1250 windows-1251 windows-1252 windows-1254 shift_jis euc-jp iso-2022-jp gbk gb18030 big5 euc-kr koi8-r iso-8859-1 iso-8859-2 iso-8859-15 macintosh"
    .split(" ");
/** Names from other standards. */
const LABEL_ALIASES: Readonly<Record<string, string>> = {
  latin: "latin1",
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
  "utf-16-le": "utf-16le",
  "utf-16-be": "utf-16be",
  ansi: "windows-1252",
};

/** Decodes all of `bytes`, including a byte-order mark. */
export function decodeText(bytes: Uint8Array, label?: string): Decoded {
  const decoder = decoderFor(label);
  if (decoder.encoding === "utf-8") return decodeUtf8(bytes);
  if (isAsciiCompatible(decoder.encoding) && isAscii(bytes)) return decodeUtf8(bytes);
  const text = decoder.decode(bytes);
  return { text, ascii: utf8Length(text) === text.length };
}

/** Decodes bytes that are known to be ASCII. For short lines and long texts Buffer's latin1 takes longer. */
export function decodeAscii(bytes: Uint8Array): string {
  return utf8Decoder.decode(bytes);
}

/** Decodes UTF-8, valid or not, including a byte-order mark. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const ascii = isAscii(bytes);
  return { text: ascii || isUtf8(bytes) ? utf8Decoder.decode(bytes) : decodeInvalidUtf8(bytes), ascii };
}

/** Whether ASCII bytes stand for ASCII text in this encoding. ISO-2022-JP writes Japanese in such bytes. */
function isAsciiCompatible(encoding: string): boolean {
  return !encoding.startsWith("utf-16") && encoding !== "iso-2022-jp";
}

/**
 * Decodes a whole file. A byte-order mark takes precedence over `label`. With a label, a file is binary if its decoded
 * text has a NUL near its start.
 * @throws ToolError `encoding` for an unknown label
 */
export function decodeFile(bytes: Uint8Array, label?: string): Decoded | BinaryKind {
  decoderFor(label);
  const { encoding, markLength, binary } = probeEncoding(bytes);
  const forced = markLength === 0 ? label : undefined;
  if (binary !== undefined && forced === undefined) return binary;
  const decoded = decodeText(bytes.subarray(markLength), forced ?? encoding);
  return forced !== undefined && decoded.text.slice(0, LIMITS.binaryProbe).includes("\0") ? "binary" : decoded;
}

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
    const length = utf8CharLength(bytes, i), code = length === 0 ? 0xdc00 + bytes[i] : codePoint(bytes, i, length);
    if (code > 0xffff) units[n++] = 0xd7c0 + (code >> 10);
    units[n++] = code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
    i += length || 1;
  }
  return Buffer.from(units.buffer, 0, 2 * n).toString("utf16le");
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
