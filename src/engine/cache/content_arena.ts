/**
 * Owns the contents of small text files: their bytes, one after another in the kernel's memory, so that a
 * search can sift thousands of them in one run.
 *
 * Memory is dealt out in segments. Texts in pure ASCII and others never share one, since they are sifted
 * for different things.
 * @module
 */
import { Kernel, type Needle } from "../simd/kernel.ts";
import type { DfaTable } from "../simd/dfa_table.ts";
import { type CachedFile, MAX_CACHED_FILE_BYTES } from "./cached_file.ts";

/** Bytes of a segment, and of the scratch area that files are read into. */
const SEGMENT_BYTES = 4 * 2 ** 20;
/**
 * Zero bytes before, between and behind texts: what is looked for must not begin in one and end in the next,
 * and may look at one byte on either side of a text.
 */
export const GAP_BYTES = 1;
/**
 * Large pieces of files are read to where they are as far from a multiple of so many bytes as in the file: else the
 * system copies at a third or a fifth of the speed, on processors that copy by lines of the cache (8, 3, 1.6 GB/s).
 */
const ALIGN_BYTES = 64;
/** A segment that any of so many last questions has used stays, so that a tree too large does not wash itself out. */
const MIN_IDLE_REQUESTS = 8;

/** This part of the budget is for what is known of texts, in memory or not. */
const PINNED_SHARE = 0.25;

/** A stretch of memory, filled from its beginning. */
export interface Segment {
  readonly at: number;
  end: number;
  /** Bytes in it that are still some file's content. */
  liveBytes: number;
  /** The last question that used it. */
  lastUsed: number;
  readonly texts: Set<CachedFile>;
  /** Lent to somebody for good. */
  readonly isPinned?: true;
}

/** Where a text lay that has been dropped. */
export interface Slot {
  readonly segment: Segment;
  readonly kind: CachedFile["kind"];
  readonly at: number;
  readonly end: number;
}

/** Texts in memory. */
export class ContentArena {
  /** Where files are read to, before it is known what they are. */
  readonly scratch: { readonly at: number; readonly end: number };
  readonly #segments: (Segment | undefined)[] = [];
  readonly #open: { ascii?: Segment; other?: Segment } = {};
  readonly #base: number;
  /** Segments that the budget has room for: of texts, and lent. */
  readonly #maxSegments: { readonly texts: number; readonly lent: number };

  /** @param budget bytes that may be kept */
  constructor(readonly kernel: Kernel, budget: number) {
    const at = Math.ceil((Kernel.RESERVED_BYTES + GAP_BYTES) / ALIGN_BYTES) * ALIGN_BYTES;
    this.scratch = { at, end: at + SEGMENT_BYTES };
    this.#base = at + SEGMENT_BYTES + GAP_BYTES;
    const most = Math.floor(Math.min(budget, 2 ** 32 - 2 ** 24 - this.#base) / SEGMENT_BYTES),
      lent = Math.floor(most * PINNED_SHARE);
    this.#maxSegments = { texts: most - lent, lent };
    kernel.reserve(this.#base);
  }

  /** Some of the scratch area, for what is at `offset` in a file: whoever uses that area next writes over it. */
  scratchFor(bytes: number, offset: number): Uint8Array {
    const from = this.scratch.at + offset % ALIGN_BYTES;
    return this.kernel.bytes.subarray(from, Math.min(from + bytes, this.scratch.end));
  }

  /** No more fits in without something else going. */
  get isFull(): boolean {
    return this.#countSegments(false) >= this.#maxSegments.texts;
  }

  /** Counts the times that texts were removed or could have been moved. */
  removalCount = 0;
  #needles: readonly Needle[] | undefined;
  #dfa: DfaTable["next"] | undefined;

  /** Sets what the kernel looks for. A guard may stop it half-way: then that is nothing that it was set to before. */
  setNeedles(needles: readonly Needle[]): void {
    if (needles === this.#needles) return;
    this.#needles = undefined;
    this.kernel.setNeedles(needles);
    this.#needles = needles;
  }

  /** Sets what the kernel decides lines by. */
  setDfa({ next }: DfaTable): void {
    if (next === this.#dfa) return;
    this.#dfa = undefined;
    this.kernel.setDfa(next);
    this.#dfa = next;
  }

  /** Bytes of memory in use. */
  get usedBytes(): number {
    return this.#segments.reduce((sum, segment) => sum + (segment === undefined ? 0 : SEGMENT_BYTES), 0);
  }

  /**
   * Moves a text from the scratch area to where it can stay; it stays where it is when there is no room.
   * @param question counts upwards: the one that reads it
   * @param slot where it can stay if it fits: one that is read again and again takes no more room than once
   */
  store(text: CachedFile, question: number, slot?: Slot): boolean {
    const length = text.end - text.at;
    const fits = slot !== undefined && slot.kind === text.kind && length <= slot.end - slot.at;
    const segment = fits ? slot.segment : this.#segmentFor(length, text.kind === "ascii", question);
    if (segment === undefined) return false;
    const at = fits ? slot.at : segment.end;
    this.kernel.bytes.copyWithin(at, text.at, text.end);
    this.kernel.bytes[at + length] = 0;
    if (!fits) segment.end = at + length + GAP_BYTES;
    segment.liveBytes += length + GAP_BYTES;
    segment.lastUsed = question;
    segment.texts.add(text);
    text.at = at;
    text.end = at + length;
    return true;
  }

  /** Memory for something else, zeros throughout, for good; undefined where the budget is used up. */
  allocatePinned(): { readonly at: number; readonly end: number } | undefined {
    if (this.#countSegments(true) >= this.#maxSegments.lent) return undefined;
    const index = this.#emptyIndex();
    const at = this.#base + index * SEGMENT_BYTES, end = at + SEGMENT_BYTES;
    this.kernel.reserve(end);
    this.kernel.bytes.fill(0, at, end);
    this.#segments[index] = { at, end, liveBytes: SEGMENT_BYTES, lastUsed: 0, texts: new Set(), isPinned: true };
    return { at, end };
  }

  /** Takes back all that was lent. */
  freePinned(): void {
    for (const [i, segment] of this.#segments.entries()) if (segment?.isPinned) this.#segments[i] = undefined;
  }

  /** Forgets a text's bytes. @returns where they lay, unless all of that is free now */
  remove(text: CachedFile): Slot | undefined {
    const segment = this.#segmentAt(text.at);
    if (segment === undefined) return undefined;
    const { kind, at, end } = text;
    this.removalCount++;
    segment.liveBytes -= end - at + GAP_BYTES;
    segment.texts.delete(text);
    text.at = text.end = ABSENT;
    if (segment.liveBytes > 0) return { segment, kind, at, end };
    this.#release(segment);
  }

  /** A question uses the texts in [from, to), which lie in one segment. */
  touch(from: number, question: number): void {
    const segment = this.#segmentAt(from);
    if (segment !== undefined) segment.lastUsed = question;
  }

  /** Whether a text lies where it can stay. */
  isStored(text: CachedFile): boolean {
    return text.at >= this.#base;
  }

  /** Whether a text lies where the next file will be read to. */
  isInScratch(text: CachedFile): boolean {
    return text.at >= this.scratch.at && text.at < this.scratch.end;
  }

  /** Whether two texts follow one another without anything between them. */
  areAdjacent(first: CachedFile, second: CachedFile): boolean {
    return second.at === first.end + GAP_BYTES;
  }

  #segmentFor(length: number, ascii: boolean, question: number): Segment | undefined {
    const kind = ascii ? "ascii" : "other";
    const open = this.#open[kind];
    if (open !== undefined && open.end + length + GAP_BYTES <= open.at + SEGMENT_BYTES) return open;
    const index = this.#claimIndex(question);
    if (index === undefined) return undefined;
    const at = this.#base + index * SEGMENT_BYTES;
    this.kernel.reserve(at + SEGMENT_BYTES);
    const segment: Segment = { at, end: at + GAP_BYTES, liveBytes: 0, lastUsed: question, texts: new Set() };
    this.kernel.bytes[at] = 0;
    this.#segments[index] = segment;
    return this.#open[kind] = segment;
  }

  #claimIndex(question: number): number | undefined {
    if (!this.isFull) return this.#emptyIndex();
    const victim = this.#evictionCandidate(question);
    if (victim === undefined) return undefined;
    this.removalCount++;
    for (const text of victim.texts) if (this.#segmentAt(text.at) === victim) text.at = text.end = ABSENT;
    this.#release(victim);
    return this.#emptyIndex();
  }

  #emptyIndex(): number {
    const hole = this.#segments.indexOf(undefined);
    return hole >= 0 ? hole : this.#segments.length;
  }

  #countSegments(lent: boolean): number {
    return this.#segments.reduce(
      (sum, segment) => segment !== undefined && !!segment.isPinned === lent ? sum + 1 : sum,
      0,
    );
  }

  /** The segment that is missed least: one mostly of forgotten texts, else the longest unused. */
  #evictionCandidate(question: number): Segment | undefined {
    let victim: Segment | undefined;
    for (const segment of this.#segments) {
      if (segment === undefined || segment.isPinned) continue;
      if (segment === this.#open.ascii || segment === this.#open.other) continue;
      if (segment.lastUsed === question) continue;
      if (segment.liveBytes * 2 < segment.end - segment.at) return segment;
      if (
        question - segment.lastUsed > MIN_IDLE_REQUESTS && (victim === undefined || segment.lastUsed < victim.lastUsed)
      ) victim = segment;
    }
    return victim;
  }

  #release(segment: Segment): void {
    this.#segments[(segment.at - this.#base) / SEGMENT_BYTES] = undefined;
    if (this.#open.ascii === segment) this.#open.ascii = undefined;
    if (this.#open.other === segment) this.#open.other = undefined;
  }

  #segmentAt(address: number): Segment | undefined {
    return address < this.#base ? undefined : this.#segments[Math.floor((address - this.#base) / SEGMENT_BYTES)];
  }
}

/** The address of a text that is not in memory. */
export const ABSENT = 0;

if (MAX_CACHED_FILE_BYTES + 2 * GAP_BYTES > SEGMENT_BYTES) throw new Error("a text must fit into a segment");
