/**
 * Finds the matching lines of a cached text by its bytes, if those decide. Only the displayed lines are decoded.
 * @module
 */
import type { Hit } from "../../model/search_report.ts";
import type { CachedFile } from "../cache/cached_file.ts";
import { ABSENT, type ContentArena } from "../cache/content_arena.ts";
import type { DecidingBytes } from "../matcher/deciding_bytes.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { asciiText, type Decoded, decodeUtf8 } from "../text/encoding.ts";
import { LINE_FEED } from "../text/newlines.ts";
import type { KeyCounter, ScanOptions } from "./block.ts";
import { scanBlock, type ScanResult } from "./scan.ts";

/** Bytes of a typical line, and the share of a text up to which decoding single lines pays. */
const TYPICAL_LINE_BYTES = 64, MAX_SHOWN_SHARE = 1 / 2;
/** More hits in one text would take several slices. */
const MAX_HITS = 500;

/** A cached text, and the bytes that decide its lines. */
export class CachedTextScanner {
  private constructor(readonly file: CachedFile, readonly arena: ContentArena, readonly deciding: DecidingBytes) {}

  /** Undefined if so large a share of the text would be shown that decoding all of it is faster. */
  static create(
    file: CachedFile,
    arena: ContentArena,
    deciding: DecidingBytes | undefined,
    { before, after }: Pick<ScanOptions, "before" | "after">,
  ): CachedTextScanner | undefined {
    if (deciding === undefined || arena.isInScratch(file)) return undefined;
    const most = Math.min(
      MAX_HITS,
      Math.floor(MAX_SHOWN_SHARE * (file.end - file.at) / TYPICAL_LINE_BYTES / (1 + before + after)),
    );
    const text = new CachedTextScanner(file, arena, deciding);
    return text.#count(file.at, most) < most ? text : undefined;
  }

  /** Whether the bytes are still in memory. */
  get isInMemory(): boolean {
    return this.file.at !== ABSENT;
  }

  /** The same result as `scanBlock` of the whole text. */
  scanLines(matcher: Matcher, options: ScanOptions): ScanResult {
    const { at, end } = this.file, { kernel } = this.arena, hits: Hit[] = [], { counter } = options;
    if (counter !== undefined) return this.#countKeys(matcher, counter, options);
    let count = 0, units = 0, line = 1, counted = at;
    for (let from = at; from < end && count < options.maxLines; count++) {
      if (count >= options.endRecord || units >= options.maxUnits) {
        count += this.#count(from, options.maxLines - count);
        break;
      }
      const match = this.#match(from);
      if (match < 0) break;
      const start = this.#startOfLine(match), stop = this.#endOfLine(match);
      if (count >= options.firstRecord) {
        line += kernel.countNewlines(counted, start);
        counted = start;
        const found = this.#show(start, stop, line, matcher, { ...options, firstRecord: 0, endRecord: 1, maxLines: 1 });
        hits.push(...found.hits);
        units += found.units;
      }
      from = stop;
    }
    return { count, records: count, hits, units, keys: undefined };
  }

  /** Counts in each matching line, without hits; only those lines are decoded. */
  #countKeys(matcher: Matcher, counter: KeyCounter, options: ScanOptions): ScanResult {
    if (counter.literal !== undefined && options.maxLines === Infinity) return this.#countLiteral(counter.literal);
    const keys = new Map<string, number>(), single = { ...options, maxLines: 1 };
    let count = 0;
    for (let from = this.file.at; from < this.file.end && count < options.maxLines; count++) {
      const match = this.#match(from);
      if (match < 0) break;
      const start = this.#startOfLine(match),
        stop = this.#endOfLine(match),
        { text, ascii } = this.#decode(start, stop);
      const block = { text, start: 0, end: text.length, ascii, line: 1, tail: [] };
      for (const [key, n] of scanBlock(matcher, block, single).keys ?? []) keys.set(key, (keys.get(key) ?? 0) + n);
      from = stop;
    }
    return { count, records: count, hits: [], units: 0, keys };
  }

  /** Every match is this text: nothing is decoded. */
  #countLiteral(literal: string): ScanResult {
    const count = this.#count(this.file.at, Infinity), { length } = new TextEncoder().encode(literal);
    let matches = 0;
    for (let at = this.#match(this.file.at); at >= 0; at = this.#match(at + length)) matches++;
    return { count, records: count, hits: [], units: 0, keys: new Map([[literal, matches]]) };
  }

  /** An address in (or at the end of) the next matching line; -1 if there is none. `from` begins a line. */
  #match(from: number): number {
    const { needles, lead, trail } = this.deciding;
    this.arena.setNeedles(needles);
    const found = this.arena.kernel.findNeedle(from - lead, this.file.end + trail);
    return found < 0 ? -1 : found + lead;
  }

  #count(from: number, most: number): number {
    const { needles, lead, trail } = this.deciding;
    this.arena.setNeedles(needles);
    return this.arena.kernel.countLinesWithNeedle(from - lead, this.file.end + trail, lead, most);
  }

  /** The address of the line that contains an address. */
  #startOfLine(at: number): number {
    return Math.max(this.file.at, this.arena.kernel.bytes.lastIndexOf(LINE_FEED, at - 1) + 1);
  }

  /** The address after the line that contains an address. */
  #endOfLine(at: number): number {
    const next = this.arena.kernel.nthNewline(at, this.file.end, 1);
    return next < 0 ? this.file.end : next + 1;
  }

  /** The hit of one line, with its context lines. */
  #show(start: number, stop: number, line: number, matcher: Matcher, options: ScanOptions): ScanResult {
    const { bytes } = this.arena.kernel;
    let from = start, to = stop;
    for (let n = options.before; n > 0 && from > this.file.at; n--) {
      from = Math.max(this.file.at, bytes.lastIndexOf(LINE_FEED, from - 2) + 1);
    }
    for (let n = options.after; n > 0 && to < this.file.end; n--) to = this.#endOfLine(to);
    const before = this.#decode(from, start).text, own = this.#decode(start, stop), after = this.#decode(stop, to).text;
    const text = before + own.text + after, begin = before.length, end = begin + own.text.length;
    return scanBlock(matcher, { text, start: begin, end, ascii: own.ascii, line, tail: [] }, options);
  }

  #decode(from: number, to: number): Decoded {
    return decodeCachedText(this.file, this.arena, from, to);
  }
}

/** The text of a cached file, or the part of it from one address to another. */
export function decodeCachedText(
  { kind, at, end }: CachedFile,
  { kernel }: ContentArena,
  from = at,
  to = end,
): Decoded {
  const bytes = kernel.bytes.subarray(from, to);
  return kind === "ascii" ? { text: asciiText(bytes), ascii: true } : decodeUtf8(bytes);
}
