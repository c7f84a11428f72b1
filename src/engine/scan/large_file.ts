/**
 * Reads a large UTF-8 file piece by piece, each of whole lines, to where the kernel can search it. Only one piece is in
 * memory, or one longer line.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import type { ContentArena } from "../cache/content_arena.ts";
import type { Kernel } from "../simd/kernel.ts";
import { decodeUtf8 } from "../text/encoding.ts";
import { LineBreaks } from "../text/line_reader.ts";
import { crlfToLf, LINE_FEED } from "../text/newlines.ts";
import { readFully } from "../text/text_file.ts";
import type { Block } from "./block.ts";
import type { LoadOptions, OpenedFile } from "./open_file.ts";
import type { TextPart } from "./stored_text.ts";

/** Bytes of a piece, unless a line is longer. */
const PIECE_BYTES = 2 ** 19;

/**
 * The pieces of a file in order, each with the lines before and after it that may be shown: in the kernel's memory, or
 * decoded if they have no room there. A piece is valid until the next one, or until other tasks run.
 */
export function* largeFilePieces(
  { file, from }: Pick<OpenedFile & { readonly kind: "large" }, "file" | "from">,
  { before, after, keepsCrlf }: Pick<LoadOptions, "before" | "after" | "keepsCrlf">,
  arena: ContentArena,
): Generator<TextPart | Block, void, void> {
  const { kernel } = arena, breaks = new LineBreaks("utf-8", kernel);
  for (let at = from, line = 1, head = 0, isLast = false; !isLast;) {
    const read = wholeLines(file, at, head + after, breaks, arena),
      isStored = read.bytes.buffer === kernel.bytes.buffer;
    isLast = read.isLast;
    const count = breaks.count(read.bytes), end = isLast ? count : count - after, next = Math.min(before, end);
    // All lines are all bytes: to find the end of the last would take a pass over them.
    const endOf = (block: Uint8Array, n: number) => n === count ? block.length : breaks.endOfNth(block, n);
    at += endOf(read.bytes, end - next);
    const bytes = isStored && !keepsCrlf ? crlfToLfInPlace(read.bytes, kernel) : read.bytes;
    const own = { from: breaks.endOfNth(bytes, head), to: endOf(bytes, end), line };
    // A file that shrank may end before them.
    if (own.from >= 0 && own.from < own.to) {
      yield isStored ? storedPart(bytes, own, kernel) : decodedBlock(bytes, own, keepsCrlf);
    }
    line += end - head;
    head = next;
  }
}

/** The lines of a piece itself in its bytes, [from, to), and the number of the first. */
interface OwnLines {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

function storedPart({ byteOffset: at, length }: Uint8Array, { from, to, line }: OwnLines, kernel: Kernel): TextPart {
  const contextEnd = at + length, isAscii = kernel.isAscii(at, contextEnd) && !kernel.hasNul(at, contextEnd);
  return { kind: isAscii ? "ascii" : "utf8", contextAt: at, at: at + from, end: at + to, contextEnd, line };
}

function decodedBlock(bytes: Uint8Array, { from, to, line }: OwnLines, keepsCrlf: boolean): Block {
  const parts = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)].map((part) => decodeUtf8(part));
  const [head, own, rest] = parts.map(({ text }) => keepsCrlf ? text : crlfToLf(text)), { length: start } = head;
  return { text: head + own + rest, start, end: start + own.length, ascii: parts[1].ascii, line };
}

/** The next bytes that end after a line break, at least half of them behind the first `around` lines; or all that are left. */
function wholeLines(file: OpenFile, at: number, around: number, breaks: LineBreaks, arena: ContentArena) {
  const rest = Math.max(0, file.stamp.size - at);
  for (let size = PIECE_BYTES;; size *= 2) {
    const wanted = Math.min(rest, size), scratch = arena.scratchFor(wanted, at);
    const bytes = readFully(file, scratch.length === wanted ? scratch : new Uint8Array(wanted), at);
    if (bytes.length === rest || bytes.length < wanted) return { bytes, isLast: true };
    const first = breaks.endOfNth(bytes, around + 1);
    if (first > 0 && (around === 0 || first <= size / 2)) {
      return { bytes: bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1), isLast: false };
    }
  }
}

/** Replaces each CR LF by LF, in bytes in the kernel's memory. @returns the remaining bytes */
function crlfToLfInPlace(bytes: Uint8Array, kernel: Kernel): Uint8Array {
  const { byteOffset: at, length } = bytes;
  return bytes.subarray(0, kernel.crlfToLf(at, at + length) - at);
}
