/**
 * Reads a large UTF-8 file chunk by chunk; only one chunk (or one longer line) is in memory. It is read to where the
 * kernel can inspect it, and decoded only if something is left to scan.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import type { ContentArena } from "../cache/content_arena.ts";
import { decodeUtf8 } from "../text/encoding.ts";
import { crlfToLf, crlfToLfInPlace, LINE_FEED, type LineBreaks, lineBreaksOf } from "../text/newlines.ts";
import { readFully } from "../text/text_file.ts";
import type { Haystack, LoadOptions } from "./haystack.ts";

/** The matches in consecutive lines of the file: none, a count, or text still to be scanned. */
export type FilePart =
  | Pick<Extract<Haystack, { kind: "miss" }>, "kind">
  | Pick<Extract<Haystack, { kind: "count" }>, "kind" | "count">
  | Pick<Extract<Haystack, { kind: "block" }>, "kind" | "block" | "counted">;

/** Inspects the bytes of whole lines, from address to address; undefined if they don't decide. */
export type InspectBytes = (from: number, to: number) => FilePart | undefined;

/** Bytes of a chunk. Its text is scanned in one run of the guard, which alone takes 0.2 ms. */
const CHUNK_BYTES = 2 ** 19;
/** Bytes of a part, which is decoded if it may have a match. */
const PART_BYTES = 2 ** 13;

/** Reads the chunks of a file in order. */
export class LargeFileReader {
  #at: number;
  #line = 1;
  #tail: readonly string[] = [];
  #size = CHUNK_BYTES;
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

  /** The parts of the next chunk, in order; undefined after the last. */
  nextParts(inspect: InspectBytes): readonly FilePart[] | undefined {
    const { bytes: read, isLast } = this.#wholeLines(this.file.stamp.size - this.#at);
    if (read.length === 0) return undefined;
    const lookahead = isLast ? 0 : this.options.after;
    this.#at += startOfLastLines(read, lookahead);
    const bytes = this.options.keepsCrlf ? read : crlfToLfInPlace(read, this.arena.kernel);
    const end = startOfLastLines(bytes, lookahead);
    const decided = this.#inspect(bytes, 0, end, inspect);
    const parts = decided === undefined ? this.#splitIntoParts(bytes, end, inspect) : [decided];
    this.#tail = this.#tailOf(bytes.subarray(0, end));
    this.#line += this.#breaks.count(bytes.subarray(0, end));
    return parts;
  }

  /** The next bytes that end after a line break and have more lines than the lookahead, or all that are left. */
  #wholeLines(rest: number): { readonly bytes: Uint8Array; readonly isLast: boolean } {
    for (;;) {
      const want = Math.max(0, Math.min(rest, this.#size));
      const read = readFully(this.file, this.#bufferFor(want), this.#at);
      if (read.length === rest || read.length < want) return { bytes: read, isLast: true };
      const end = read.lastIndexOf(LINE_FEED) + 1;
      if (end > 0 && startOfLastLines(read.subarray(0, end), this.options.after) > 0) {
        return { bytes: read.subarray(0, end), isLast: false };
      }
      this.#size *= 2;
    }
  }

  /** The kernel's scratch area, valid until other tasks run; a buffer of its own if that is too small. */
  #bufferFor(bytes: number): Uint8Array {
    const scratch = this.arena.scratchFor(bytes, this.#at);
    return scratch.length === bytes ? scratch : new Uint8Array(bytes);
  }

  /** Inspects [from, to), if those bytes are in the kernel's memory. */
  #inspect(bytes: Uint8Array, from: number, to: number, inspect: InspectBytes): FilePart | undefined {
    const all = this.arena.kernel.bytes, at = bytes.byteOffset + from, end = bytes.byteOffset + to;
    if (bytes.buffer !== all.buffer) return undefined;
    // Every text lies between zeros, which needles may include.
    const [before, after] = [all[at - 1], all[end]];
    all[at - 1] = all[end] = 0;
    const decided = inspect(at, end);
    [all[at - 1], all[end]] = [before, after];
    return decided;
  }

  /** Splits a chunk into inspected parts; adjacent parts that must be scanned are joined. */
  #splitIntoParts(bytes: Uint8Array, end: number, inspect: InspectBytes): FilePart[] {
    const parts: FilePart[] = [];
    let from = 0, line = this.#line;
    for (let at = 0, stop = 0; at < end; at = stop) {
      const last = bytes.indexOf(LINE_FEED, at + PART_BYTES - 1);
      stop = last < 0 ? end : Math.min(end, last + 1);
      const decided = this.#inspect(bytes, at, stop, inspect);
      if (decided === undefined) continue;
      if (at > from) parts.push(this.#block(bytes, from, at, line));
      parts.push(decided);
      line += this.#breaks.count(bytes.subarray(from, stop));
      from = stop;
    }
    if (end > from) parts.push(this.#block(bytes, from, end, line));
    return parts;
  }

  /** Decodes a part that begins at line number `line`, with its context lines. */
  #block(bytes: Uint8Array, from: number, to: number, line: number): FilePart {
    const following = bytes.subarray(to);
    const lookahead = this.#breaks.endOfNth(following, this.options.after);
    const part = decodeUtf8(bytes.subarray(from, to)), { text } = part;
    const rest = decodeUtf8(lookahead < 0 ? following : following.subarray(0, lookahead));
    const place = { start: 0, end: text.length, line, tail: this.#tailOf(bytes.subarray(0, from)) };
    return { kind: "block", block: { text: text + rest.text, ascii: part.ascii && rest.ascii, ...place } };
  }

  /** The context lines at the end of `done`, the processed bytes of this chunk. */
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
