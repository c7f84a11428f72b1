/**
 * Random files in every kind of encoding, broken ones too, with the text they stand for.
 * @module
 */
import { decodeInvalidUtf8, toDisplayText } from "../../src/engine/text/encoding.ts";
import type { Random } from "../seed.ts";

/** A file, and how a reader must show it. */
export interface Sample {
  readonly bytes: Uint8Array;
  /** The encoding's label, if the file has no mark. */
  readonly label?: string;
  /** Bytes of the byte-order mark. */
  readonly markLength: number;
  /** The whole text as shown, without the mark. */
  readonly text: string;
  /** Whether the bytes around any offset show where a character starts. */
  readonly selfSynchronizing: boolean;
}

interface Kind {
  readonly mark: readonly number[];
  readonly label?: string;
  readonly newline: readonly number[];
  /** Characters and, if they decode without loss, invalid sequences. */
  readonly pieces: readonly (readonly number[])[];
  readonly selfSynchronizing: boolean;
  text(bytes: Uint8Array): string;
}

const utf8 = [
  ...["a", "\r", "é", "語", "🦀", "\ufeff"].map((text) => [...new TextEncoder().encode(text)]),
  ...[[0xff], [0x80], [0xe8, 0xaa], [0xf0, 0x9f, 0xa6], [0xed, 0xa0, 0x80]],
];
const utf8Text = (bytes: Uint8Array) => toDisplayText(decodeInvalidUtf8(bytes));
const [pairHigh, pairLow] = [[0x3e, 0xd8], [0x80, 0xdd]];
const little = [[0x61, 0], [0x0a, 0x01], [0, 0x0a], [0x9e, 0x8a], [...pairHigh, ...pairLow], pairHigh, pairLow];

function decoded(label: string): (bytes: Uint8Array) => string {
  return (bytes) => new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
}

function wide(label: "utf-16le" | "utf-16be", marked: boolean): Kind {
  const order = (units: readonly number[]) => label === "utf-16le" ? units : units.map((_, i) => units[i ^ 1]);
  return {
    mark: marked ? order([0xff, 0xfe]) : [],
    label: marked ? undefined : label,
    newline: order([10, 0]),
    pieces: little.map(order),
    selfSynchronizing: true,
    text: decoded(label),
  };
}

function legacy(label: string, ...pieces: number[][]): Kind {
  const all = [[0x61], [0x20], ...pieces];
  return { mark: [], label, newline: [10], pieces: all, selfSynchronizing: false, text: decoded(label) };
}

const KINDS: readonly Kind[] = [
  { mark: [], newline: [10], pieces: utf8, selfSynchronizing: true, text: utf8Text },
  { mark: [], newline: [10], pieces: [[0x61], [0x62]], selfSynchronizing: true, text: utf8Text },
  { mark: [0xef, 0xbb, 0xbf], newline: [10], pieces: utf8, selfSynchronizing: true, text: utf8Text },
  { mark: [], label: "utf8", newline: [10], pieces: utf8, selfSynchronizing: true, text: utf8Text },
  wide("utf-16le", true),
  wide("utf-16be", true),
  wide("utf-16le", false),
  wide("utf-16be", false),
  legacy("latin1", [0xe9], [0x80]),
  legacy("shift_jis", [0x83, 0x41], [0xb1], [0x95, 0x5c]),
  legacy("euc-jp", [0xa4, 0xa2], [0x8f, 0xb0, 0xa1]),
  legacy("gbk", [0xc4, 0xe3], [0x81, 0x40]),
  legacy("gb18030", [0xc4, 0xe3], [0x81, 0x30, 0x81, 0x30], [0x90, 0x30, 0x81, 0x30]),
  legacy("big5", [0xa4, 0x40], [0xb9, 0xaa]),
  legacy("euc-kr", [0xb0, 0xa1]),
];

/** A random file of at most about `maxPieces` characters. */
export function randomSample(random: Random, maxPieces: number): Sample {
  const kind = random.pick(KINDS);
  const breaks = random.pick([0, 0.05, 0.3, 0.9]), crlf = random.pick([0, 0, 0.5, 1]);
  const returned = [...kind.newline.map((byte) => byte === 10 ? 13 : byte), ...kind.newline];
  const parts = [kind.mark];
  for (let n = random.int(maxPieces); n > 0; n--) {
    parts.push(!random.chance(breaks) ? random.pick(kind.pieces) : random.chance(crlf) ? returned : kind.newline);
  }
  // After half a pair, the decoder would show the pair's half and the odd byte as one.
  const odd = kind.newline.length === 2 && random.chance(0.2) ? [...kind.newline, 0x61] : [];
  const bytes = Uint8Array.from([...parts, odd].flat());
  const { label, selfSynchronizing, mark } = kind;
  // Without a mark, the first character may be one.
  const markLength = mark.length || leadingMark(bytes);
  return { bytes, label, markLength, text: kind.text(bytes.subarray(markLength)), selfSynchronizing };
}

function leadingMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The lines of a text, which end at LF or CR LF: a break at its end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
