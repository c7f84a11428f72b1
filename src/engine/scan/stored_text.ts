/**
 * Texts in the kernel's memory, decoded whole or line by line.
 * @module
 */
import type { CachedFile } from "../cache/cached_file.ts";
import type { ContentArena } from "../cache/content_arena.ts";
import { decodeAscii, type Decoded, decodeUtf8 } from "../text/encoding.ts";
import { LINE_FEED } from "../text/newlines.ts";
import type { Block } from "./block.ts";

/** A text in the kernel's memory. */
export type StoredText = Pick<CachedFile, "kind" | "at" | "end">;

/** A stored text, or whole lines of a longer one. */
export interface TextPart extends StoredText {
  /** The bytes from here on and up to `contextEnd` may be shown around its lines. */
  readonly contextAt: number;
  readonly contextEnd: number;
  /** The number of its first line. */
  readonly line: number;
}

/** A cached text as a part of its own. */
export function wholeText({ kind, at, end }: CachedFile): TextPart {
  return { kind, contextAt: at, at, end, contextEnd: end, line: 1 };
}

/** A stored text, or the part of it from one address to another. */
export function decodeStored({ kind, at, end }: StoredText, { kernel }: ContentArena, from = at, to = end): Decoded {
  const bytes = kernel.bytes.subarray(from, to);
  return kind === "ascii" ? { text: decodeAscii(bytes), ascii: true } : decodeUtf8(bytes);
}

/** A stored text as one block. */
export function blockOf(part: TextPart, arena: ContentArena): Block {
  const { contextAt, at, end, contextEnd, line } = part, own = decodeStored(part, arena);
  const head = at === contextAt ? "" : decodeStored(part, arena, contextAt, at).text, { length: start } = head;
  const rest = end === contextEnd ? "" : decodeStored(part, arena, end, contextEnd).text;
  return { text: head + own.text + rest, start, end: start + own.text.length, ascii: own.ascii, line };
}

/** What lines need beside their own text: their numbers, and the text around them. */
export interface LineOptions {
  readonly isNumbered: boolean;
  readonly hasContext: boolean;
}

/** Lines of a stored text, each a block, by the addresses after them in order. */
export function blocksOfLines(
  part: TextPart,
  ends: readonly number[],
  arena: ContentArena,
  { isNumbered, hasContext }: LineOptions,
): Block[] {
  const { kernel } = arena, whole = hasContext && ends.length > 0 ? blockOf(part, arena) : undefined;
  let { at, line } = part, index = whole?.start ?? 0;
  return ends.map((end) => {
    const start = at + kernel.bytes.subarray(at, end - 1).lastIndexOf(LINE_FEED) + 1;
    const own = decodeStored(part, arena, start, end), { length } = own.text;
    if (isNumbered) line += kernel.countNewlines(at, start);
    if (whole !== undefined) {
      index += part.kind === "ascii" ? start - at : decodeStored(part, arena, at, start).text.length;
    }
    at = start;
    return { text: whole?.text ?? own.text, start: index, end: index + length, ascii: own.ascii, line };
  });
}
