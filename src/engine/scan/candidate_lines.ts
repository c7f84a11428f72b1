/**
 * Decodes lines of a text in the kernel's memory, with their context, one by one.
 * @module
 */
import type { CachedFile } from "../cache/cached_file.ts";
import type { ContentArena } from "../cache/content_arena.ts";
import { asciiText, type Decoded, decodeUtf8 } from "../text/encoding.ts";
import { LINE_FEED } from "../text/newlines.ts";
import type { Block } from "./block.ts";
import type { StoredText } from "./line_finder.ts";

/** Blocks that are made when they are needed. */
export interface Blocks {
  readonly count: number;
  /** UTF-16 units of all, at most. */
  readonly units: number;
  /** The k-th block; k never decreases. */
  get(k: number): Block;
  /** Makes the blocks from the k-th on now: other tasks may change memory. */
  detach(from: number): void;
}

/** Blocks that are made already. */
export function madeBlocks(blocks: readonly Block[]): Blocks {
  const units = blocks.reduce((sum, { start, end }) => sum + end - start, 0);
  return { count: blocks.length, units, get: (k) => blocks[k], detach: () => {} };
}

/** A text in memory, or whole lines of a longer one. */
export interface TextPart extends StoredText {
  /** Bytes up to here may be shown as context after its lines. */
  readonly contextEnd: number;
  /** The number of its first line. */
  readonly line: number;
  /** The last lines before it. */
  readonly tail: readonly string[];
}

/** What lines need beside their own text: their numbers, and the text around them. */
export interface LineOptions {
  readonly isNumbered: boolean;
  readonly hasContext: boolean;
}

/** Lines of a text by the addresses after them. */
export class CandidateLines implements Blocks {
  readonly units: number;
  readonly #starts: readonly number[];
  /** An address, and the number of the line there. */
  #numbered: { readonly at: number; readonly line: number };
  /** An address, and its index in the whole text. */
  #indexed: { readonly at: number; readonly index: number };
  #whole: Block | undefined;
  readonly #made: Block[] = [];

  constructor(
    readonly arena: ContentArena,
    readonly part: TextPart,
    readonly ends: readonly number[],
    readonly options: LineOptions,
  ) {
    this.#starts = ends.map((end) => this.#lineStart(end - 1));
    this.units = ends.reduce((sum, end, k) => sum + end - this.#starts[k], 0);
    this.#numbered = { at: part.at, line: part.line };
    this.#indexed = { at: part.at, index: 0 };
  }

  get count(): number {
    return this.ends.length;
  }

  get(k: number): Block {
    return this.#made[k] ?? this.#make(k);
  }

  detach(from: number): void {
    for (let k = from; k < this.count; k++) this.#made[k] ??= this.#make(k);
  }

  #make(k: number): Block {
    const { part, arena, options: { isNumbered, hasContext } } = this, start = this.#starts[k];
    const own = decodeStored(part, arena, start, this.ends[k]), { length } = own.text, { tail } = part;
    const line = isNumbered ? this.#numberOf(start) : part.line;
    if (!hasContext) return { ...own, start: 0, end: length, line, tail };
    const { text } = this.#whole ??= decodedPart(part, arena), from = this.#indexOf(start);
    return { text, start: from, end: from + length, ascii: own.ascii, line, tail };
  }

  /** The index of an address in the whole text, in UTF-16 units. */
  #indexOf(start: number): number {
    const { at, index } = this.#indexed;
    const passed = this.part.kind === "ascii" ? start - at : decodeStored(this.part, this.arena, at, start).text.length;
    this.#indexed = { at: start, index: index + passed };
    return this.#indexed.index;
  }

  #numberOf(start: number): number {
    const { at, line } = this.#numbered;
    this.#numbered = { at: start, line: line + this.arena.kernel.countNewlines(at, start) };
    return this.#numbered.line;
  }

  /** The start of the line that contains an address. */
  #lineStart(at: number): number {
    return Math.max(this.part.at, this.arena.kernel.bytes.lastIndexOf(LINE_FEED, at - 1) + 1);
  }
}

/** The text of a cached file, or the part of it from one address to another. */
export function decodeStored({ kind, at, end }: StoredText, { kernel }: ContentArena, from = at, to = end): Decoded {
  const bytes = kernel.bytes.subarray(from, to);
  return kind === "ascii" ? { text: asciiText(bytes), ascii: true } : decodeUtf8(bytes);
}

/** A text in memory as one block. */
export function decodedPart({ contextEnd, line, tail, ...text }: TextPart, arena: ContentArena): Block {
  const own = decodeStored(text, arena), after = decodeStored(text, arena, text.end, contextEnd).text;
  return { text: own.text + after, start: 0, end: own.text.length, ascii: own.ascii, line, tail };
}

/** A cached text as a part of its own. */
export function wholeText(file: CachedFile): TextPart {
  return { kind: file.kind, at: file.at, end: file.end, contextEnd: file.end, line: 1, tail: [] };
}
