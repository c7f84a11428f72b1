/**
 * Decodes a file's bytes: byte-order marks, character encodings, and detection of binary files.
 * @module
 */
import { isAscii, isUtf8 } from "node:buffer";
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import { LIMITS } from "../../model/limits.ts";
import { nearestNames } from "../../model/nearest_names.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { asciiText, decodeInvalidUtf8, utf8Length } from "./utf8.ts";

/** The result of probing a file's first bytes. */
export interface Probe {
  /** By the byte-order mark; UTF-8 without one. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Bytes of the byte-order mark; 0 if there is none. */
  readonly markLength: number;
  /** A NUL within `LIMITS.binaryProbe` bytes, and no UTF-16 mark that explains it. */
  readonly binary: boolean;
}

/** A file's text. */
export interface Decoded {
  /** Without the byte-order mark; invalid UTF-8 as lone surrogates (see utf8.ts). */
  readonly text: string;
  /** Every character is ASCII. */
  readonly ascii: boolean;
}

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** Probes a file by its first bytes; `LIMITS.binaryProbe` of them are enough. */
export function probeEncoding(bytes: Uint8Array): Probe {
  const mark = byteOrderMarkOf(bytes);
  const binary = mark.encoding === "utf-8" && hasNul(asciiText(bytes.subarray(0, LIMITS.binaryProbe)));
  return { ...mark, binary };
}

/** The byte-order mark, by the first three bytes. */
export function byteOrderMarkOf(bytes: Uint8Array): Pick<Probe, "encoding" | "markLength"> {
  const mark = BYTE_ORDER_MARKS.find((m) => m.bytes.every((byte, i) => bytes[i] === byte));
  return { encoding: mark?.encoding ?? "utf-8", markLength: mark?.bytes.length ?? 0 };
}

function hasNul(text: string): boolean {
  return text.includes("\0");
}

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
  if (isAsciiCompatible(decoder.encoding) && isAscii(bytes)) return { text: asciiText(bytes), ascii: true };
  const text = decoder.decode(bytes);
  return { text, ascii: utf8Length(text) === text.length };
}

/** Decodes UTF-8, valid or not, including a byte-order mark. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  if (isAscii(bytes)) return { text: asciiText(bytes), ascii: true };
  return { text: isUtf8(bytes) ? decoderFor().decode(bytes) : decodeInvalidUtf8(bytes), ascii: false };
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
export function decodeFile(bytes: Uint8Array, label?: string): Decoded | "binary" {
  decoderFor(label);
  const { encoding, markLength, binary } = probeEncoding(bytes);
  const forced = markLength === 0 ? label : undefined;
  if (binary && forced === undefined) return "binary";
  const decoded = decodeText(bytes.subarray(markLength), forced ?? encoding);
  return forced !== undefined && hasNul(decoded.text.slice(0, LIMITS.binaryProbe)) ? "binary" : decoded;
}
