/**
 * Reads a large UTF-8 file piece by piece, each of whole lines, to where the kernel can search it. Only one piece is in
 * memory, or one longer line.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import type { ContentArena } from "../cache/content_arena.ts";
import { decodeUtf8 } from "../text/encoding.ts";
import { crlfToLf, crlfToLfInPlace, LINE_FEED, type LineBreaks, lineBreaksOf } from "../text/newlines.ts";
import { readFully } from "../text/text_file.ts";
import type { Block } from "./block.ts";
import type { TextPart } from "./candidate_lines.ts";
import type { LoadOptions } from "./open_file.ts";

/** Whole lines in the kernel's memory; or decoded, since a line has no room there. */
export type FilePiece = { readonly part: TextPart } | { readonly decoded: Block };

/** Bytes of a piece, unless a line is longer. */
const PIECE_BYTES = 2 ** 19;

/** Reads the pieces of a file in order. */
export class LargeFileReader {
  #at: number;
  #line = 1;
  #tail: readonly string[] = [];
  readonly #breaks: LineBreaks;

  /** @param from bytes of the byte-order mark */
  constructor(
    readonly file: OpenFile,
    from: number,
    readonly options: Pick<LoadOptions, "before" | "after" | "keepsCrlf">,
    readonly arena: ContentArena,
  ) {
    this.#at = from;
    this.#breaks = lineBreaksOf("utf-8", arena.kernel);
  }

  /** The next piece, valid until the next call or until other tasks run; undefined after the last. */
  next(): FilePiece | undefined {
    const { bytes: read, isLast } = this.#wholeLines(this.file.stamp.size - this.#at);
    if (read.length === 0) return undefined;
    const lookahead = isLast ? 0 : this.options.after;
    this.#at += startOfLastLines(read, lookahead);
    const bytes = this.options.keepsCrlf ? read : crlfToLfInPlace(read, this.arena.kernel);
    const own = bytes.subarray(0, startOfLastLines(bytes, lookahead));
    const piece = this.#pieceOf(bytes, own.length);
    this.#tail = this.#tailOf(own);
    this.#line += this.#breaks.count(own);
    return piece;
  }

  /** @param end of the bytes that are searched; the others are context */
  #pieceOf(bytes: Uint8Array, end: number): FilePiece {
    const { kernel } = this.arena, line = this.#line, tail = this.#tail, at = bytes.byteOffset;
    if (bytes.buffer === kernel.bytes.buffer) {
      const isAscii = kernel.isAscii(at, at + bytes.length) && !kernel.hasNul(at, at + bytes.length);
      const place = { at, end: at + end, contextEnd: at + bytes.length, line, tail };
      return { part: { kind: isAscii ? "ascii" : "utf8", ...place } };
    }
    const own = decodeUtf8(bytes.subarray(0, end)), rest = decodeUtf8(bytes.subarray(end));
    return { decoded: { text: own.text + rest.text, start: 0, end: own.text.length, ascii: own.ascii, line, tail } };
  }

  /** The next bytes that end after a line break and have more lines than the lookahead, or all that are left. */
  #wholeLines(rest: number): { readonly bytes: Uint8Array; readonly isLast: boolean } {
    for (let size = PIECE_BYTES;; size *= 2) {
      const want = Math.max(0, Math.min(rest, size));
      const read = readFully(this.file, this.#bufferFor(want), this.#at);
      if (read.length === rest || read.length < want) return { bytes: read, isLast: true };
      const end = read.lastIndexOf(LINE_FEED) + 1;
      if (end > 0 && startOfLastLines(read.subarray(0, end), this.options.after) > 0) {
        return { bytes: read.subarray(0, end), isLast: false };
      }
    }
  }

  /** The kernel's scratch area; a buffer of its own if that is too small. */
  #bufferFor(bytes: number): Uint8Array {
    const scratch = this.arena.scratchFor(bytes, this.#at);
    return scratch.length === bytes ? scratch : new Uint8Array(bytes);
  }

  /** The context lines at the end of `done`, the processed bytes of this piece. */
  #tailOf(done: Uint8Array): readonly string[] {
    const { before } = this.options;
    if (before === 0 || done.length === 0) return this.#tail;
    const from = startOfLastLines(done, before);
    const lines = crlfToLf(decodeUtf8(done.subarray(from)).text).split("\n").slice(0, -1);
    return [...this.#tail, ...lines].slice(-before);
  }
}

/** Where the last `count` of whole lines begin. */
function startOfLastLines(lines: Uint8Array, count: number): number {
  let start = lines.length;
  for (let i = 0; i < count && start > 0; i++) start = start < 2 ? 0 : lines.lastIndexOf(LINE_FEED, start - 2) + 1;
  return start;
}
