/**
 * Owns the contents of small text files: their bytes, one after another in the kernel's memory, so that a
 * search can sift thousands of them in one run.
 *
 * Memory is dealt out in segments. Texts in pure ASCII and others never share one, since they are sifted
 * for different things.
 * @module
 */
import { Kernel, type Needle } from "../kernel/kernel.ts";
import type { LineAutomaton } from "../simd/dfa_table.ts";
import { MAX_TEXT, type Resident } from "./resident.ts";

/** Bytes of a segment, and of the scratch area that files are read into. */
const SEGMENT = 4 * 2 ** 20;
/**
 * Zero bytes before, between and behind texts: what is looked for must not begin in one and end in the next,
 * and may look at one byte on either side of a text.
 */
export const GAP = 1;
/**
 * Large pieces of files are read to where they are as far from a multiple of so many bytes as in the file: else the
 * system copies at a third or a fifth of the speed, on processors that copy by lines of the cache (8, 3, 1.6 GB/s).
 */
const ALIGNED = 64;
/** A segment that any of so many last questions has used stays, so that a tree too large does not wash itself out. */
const KEPT = 8;

/** This part of the budget is for what is known of texts, in memory or not. */
const LENT = 0.25;

/** A stretch of memory, filled from its beginning. */
export interface Segment {
  readonly at: number;
  end: number;
  /** Bytes in it that are still some file's content. */
  live: number;
  /** The last question that used it. */
  used: number;
  readonly texts: Set<Resident>;
  /** Lent to somebody for good. */
  readonly lent?: true;
}

/** Where a text lay that has been dropped. */
export interface Slot {
  readonly segment: Segment;
  readonly kind: Resident["kind"];
  readonly at: number;
  readonly end: number;
}

/** Texts in memory. */
export class Contents {
  /** Where files are read to, before it is known what they are. */
  readonly scratch: { readonly at: number; readonly end: number };
  readonly #segments: (Segment | undefined)[] = [];
  readonly #open: { ascii?: Segment; other?: Segment } = {};
  readonly #first: number;
  /** Segments that the budget has room for: of texts, and lent. */
  readonly #most: { readonly texts: number; readonly lent: number };

  /** @param budget bytes that may be kept */
  constructor(readonly kernel: Kernel, budget: number) {
    const at = Math.ceil((Kernel.RESERVED + GAP) / ALIGNED) * ALIGNED;
    this.scratch = { at, end: at + SEGMENT };
    this.#first = at + SEGMENT + GAP;
    const most = Math.floor(Math.min(budget, 2 ** 32 - 2 ** 24 - this.#first) / SEGMENT),
      lent = Math.floor(most * LENT);
    this.#most = { texts: most - lent, lent };
    kernel.reserve(this.#first);
  }

  /** Some of the scratch area, for what is at `offset` in a file: whoever uses that area next writes over it. */
  room(bytes: number, offset: number): Uint8Array {
    const from = this.scratch.at + offset % ALIGNED;
    return this.kernel.bytes.subarray(from, Math.min(from + bytes, this.scratch.end));
  }

  /** No more fits in without something else going. */
  get isFull(): boolean {
    return this.#count(false) >= this.#most.texts;
  }

  /** Counts the times that texts were removed or could have been moved. */
  removals = 0;
  #aim: readonly Needle[] | undefined;
  #followed: LineAutomaton["next"] | undefined;

  /** Sets what the kernel looks for. A guard may stop it half-way: then that is nothing that it was set to before. */
  aim(needles: readonly Needle[]): void {
    if (needles === this.#aim) return;
    this.#aim = undefined;
    this.kernel.aim(needles);
    this.#aim = needles;
  }

  /** Sets what the kernel decides lines by. */
  follow({ next }: LineAutomaton): void {
    if (next === this.#followed) return;
    this.#followed = undefined;
    this.kernel.follow(next);
    this.#followed = next;
  }

  /** Bytes of memory in use. */
  get size(): number {
    return this.#segments.reduce((sum, segment) => sum + (segment === undefined ? 0 : SEGMENT), 0);
  }

  /**
   * Moves a text from the scratch area to where it can stay; it stays where it is when there is no room.
   * @param question counts upwards: the one that reads it
   * @param slot where it can stay if it fits: one that is read again and again takes no more room than once
   */
  keep(text: Resident, question: number, slot?: Slot): boolean {
    const length = text.end - text.at;
    const fits = slot !== undefined && slot.kind === text.kind && length <= slot.end - slot.at;
    const segment = fits ? slot.segment : this.#roomFor(length, text.kind === "ascii", question);
    if (segment === undefined) return false;
    const at = fits ? slot.at : segment.end;
    this.kernel.bytes.copyWithin(at, text.at, text.end);
    this.kernel.bytes[at + length] = 0;
    if (!fits) segment.end = at + length + GAP;
    segment.live += length + GAP;
    segment.used = question;
    segment.texts.add(text);
    text.at = at;
    text.end = at + length;
    return true;
  }

  /** Memory for something else, zeros throughout, for good; undefined where the budget is used up. */
  lend(): { readonly at: number; readonly end: number } | undefined {
    if (this.#count(true) >= this.#most.lent) return undefined;
    const index = this.#hole();
    const at = this.#first + index * SEGMENT, end = at + SEGMENT;
    this.kernel.reserve(end);
    this.kernel.bytes.fill(0, at, end);
    this.#segments[index] = { at, end, live: SEGMENT, used: 0, texts: new Set(), lent: true };
    return { at, end };
  }

  /** Takes back all that was lent. */
  reclaim(): void {
    for (const [i, segment] of this.#segments.entries()) if (segment?.lent) this.#segments[i] = undefined;
  }

  /** Forgets a text's bytes. @returns where they lay, unless all of that is free now */
  drop(text: Resident): Slot | undefined {
    const segment = this.#segmentAt(text.at);
    if (segment === undefined) return undefined;
    const { kind, at, end } = text;
    this.removals++;
    segment.live -= end - at + GAP;
    segment.texts.delete(text);
    text.at = text.end = ABSENT;
    if (segment.live > 0) return { segment, kind, at, end };
    this.#free(segment);
  }

  /** A question uses the texts in [from, to), which lie in one segment. */
  touch(from: number, question: number): void {
    const segment = this.#segmentAt(from);
    if (segment !== undefined) segment.used = question;
  }

  /** Whether a text lies where it can stay. */
  isKept(text: Resident): boolean {
    return text.at >= this.#first;
  }

  /** Whether a text lies where the next file will be read to. */
  isScratch(text: Resident): boolean {
    return text.at >= this.scratch.at && text.at < this.scratch.end;
  }

  /** Whether two texts follow one another without anything between them. */
  adjoin(first: Resident, second: Resident): boolean {
    return second.at === first.end + GAP;
  }

  #roomFor(length: number, ascii: boolean, question: number): Segment | undefined {
    const kind = ascii ? "ascii" : "other";
    const open = this.#open[kind];
    if (open !== undefined && open.end + length + GAP <= open.at + SEGMENT) return open;
    const index = this.#freeIndex(question);
    if (index === undefined) return undefined;
    const at = this.#first + index * SEGMENT;
    this.kernel.reserve(at + SEGMENT);
    const segment: Segment = { at, end: at + GAP, live: 0, used: question, texts: new Set() };
    this.kernel.bytes[at] = 0;
    this.#segments[index] = segment;
    return this.#open[kind] = segment;
  }

  #freeIndex(question: number): number | undefined {
    if (!this.isFull) return this.#hole();
    const victim = this.#leastUsed(question);
    if (victim === undefined) return undefined;
    this.removals++;
    for (const text of victim.texts) if (this.#segmentAt(text.at) === victim) text.at = text.end = ABSENT;
    this.#free(victim);
    return this.#hole();
  }

  #hole(): number {
    const hole = this.#segments.indexOf(undefined);
    return hole >= 0 ? hole : this.#segments.length;
  }

  #count(lent: boolean): number {
    return this.#segments.reduce((sum, segment) => segment !== undefined && !!segment.lent === lent ? sum + 1 : sum, 0);
  }

  /** The segment that is missed least: one mostly of forgotten texts, else the longest unused. */
  #leastUsed(question: number): Segment | undefined {
    let victim: Segment | undefined;
    for (const segment of this.#segments) {
      if (segment === undefined || segment.lent) continue;
      if (segment === this.#open.ascii || segment === this.#open.other) continue;
      if (segment.used === question) continue;
      if (segment.live * 2 < segment.end - segment.at) return segment;
      if (question - segment.used > KEPT && (victim === undefined || segment.used < victim.used)) victim = segment;
    }
    return victim;
  }

  #free(segment: Segment): void {
    this.#segments[(segment.at - this.#first) / SEGMENT] = undefined;
    if (this.#open.ascii === segment) this.#open.ascii = undefined;
    if (this.#open.other === segment) this.#open.other = undefined;
  }

  #segmentAt(address: number): Segment | undefined {
    return address < this.#first ? undefined : this.#segments[Math.floor((address - this.#first) / SEGMENT)];
  }
}

/** The address of a text that is not in memory. */
export const ABSENT = 0;

if (MAX_TEXT + 2 * GAP > SEGMENT) throw new Error("a text must fit into a segment");
