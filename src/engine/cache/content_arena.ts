/**
 * An arena for the bytes of small text files. They lie one after another in the kernel's memory, in segments that are
 * filled, moved together and evicted as a whole. Most files are read to the very place where their text stays.
 * @module
 */
import { type DfaTable, Kernel, type Needle } from "../simd/kernel.ts";
import { type CachedFile, MAX_CACHED_FILE_BYTES } from "./cached_file.ts";

/** Bytes of a segment, and of the scratch area that files are read into. */
const SEGMENT_BYTES = 4 * 2 ** 20;
/**
 * Zero bytes before, between and after texts. A match must not begin in one text and end in the next. The kernel may
 * look at one byte on either side of a text.
 */
export const GAP_BYTES = 1;
/**
 * A large piece of a file is read to an address with the same remainder modulo this as its offset in the file.
 * Otherwise processors that copy by cache lines have a third or a fifth of the speed (3 or 1.6 GB/s instead of 8).
 */
const ALIGN_BYTES = 64;
/**
 * A segment is evicted only if it was unused in this number of requests, so that a tree larger than the budget does not
 * evict itself.
 */
const MIN_IDLE_REQUESTS = 8;

/** A part of memory, filled from its beginning. */
export interface Segment {
  readonly at: number;
  end: number;
  /** Bytes in it that are still some file's content. */
  liveBytes: number;
  /** The last request that used it. */
  lastUsed: number;
  readonly texts: Set<CachedFile>;
}

/** Addresses [at, end) for the bytes of files. */
interface ReadingPlace {
  readonly at: number;
  readonly end: number;
}

/** Stores texts in memory. */
export class ContentArena {
  /** A place for bytes that do not stay. */
  readonly scratch: ReadingPlace;
  readonly #segments: (Segment | undefined)[] = [];
  /** The segment that is being filled. */
  #open: Segment | undefined;
  readonly #base: number;
  /** Segments that the budget has room for. */
  readonly #maxSegments: number;

  /** @param budget bytes that may be kept */
  constructor(readonly kernel: Kernel, budget: number) {
    const at = Math.ceil((Kernel.RESERVED_BYTES + GAP_BYTES) / ALIGN_BYTES) * ALIGN_BYTES;
    this.scratch = { at, end: at + SEGMENT_BYTES };
    this.#base = at + SEGMENT_BYTES + GAP_BYTES;
    this.#maxSegments = Math.floor(Math.min(budget, 2 ** 32 - 2 ** 24 - this.#base) / SEGMENT_BYTES);
    kernel.reserve(this.#base);
  }

  /** A part of the scratch area, for bytes from `offset` in a file. The next user of the scratch area overwrites it. */
  scratchFor(bytes: number, offset: number): Uint8Array {
    const from = this.scratch.at + offset % ALIGN_BYTES;
    return this.kernel.bytes.subarray(from, Math.min(from + bytes, this.scratch.end));
  }

  /**
   * Where the next files are read to: where they can stay if there is room for any file, else the scratch area. The
   * next reader overwrites what was not stored.
   */
  get readingPlace(): ReadingPlace {
    const open = this.#open, at = open?.end ?? 0, end = (open?.at ?? 0) + SEGMENT_BYTES;
    return open !== undefined && at + MAX_CACHED_FILE_BYTES + 2 * GAP_BYTES <= end ? { at, end } : this.scratch;
  }

  /** Bytes of the budget that are used for something else. */
  bytesElsewhere = (): number => 0;

  /** Whether no text fits in unless another one goes. */
  get isFull(): boolean {
    return this.#segmentCount >= this.#maxSegments - Math.ceil(this.bytesElsewhere() / SEGMENT_BYTES);
  }

  #needles: readonly Needle[] | undefined;
  #dfa: DfaTable["next"] | undefined;

  /** Sets the needles that the kernel looks for. A timeout may stop this half-way; then no needles count as set. */
  setNeedles(needles: readonly Needle[]): void {
    if (needles === this.#needles) return;
    this.#needles = undefined;
    this.kernel.setNeedles(needles);
    this.#needles = needles;
  }

  /** Sets the automaton that decides lines in the kernel. */
  setDfa({ next }: DfaTable): void {
    if (next === this.#dfa) return;
    this.#dfa = undefined;
    this.kernel.setDfa(next);
    this.#dfa = next;
  }

  /** Bytes of memory in use. */
  get usedBytes(): number {
    return this.#segmentCount * SEGMENT_BYTES;
  }

  /**
   * Keeps a text where it was read to, or moves it out of the scratch area. Without room the result is false.
   * @param epoch number of the request that reads it; counts upwards
   */
  store(text: CachedFile, epoch: number): boolean {
    const segment = this.#segmentFor(text.end - text.at, epoch);
    if (segment === undefined) return false;
    const isInPlace = this.#segmentAt(text.at) === segment;
    this.#move(text, segment, isInPlace ? text.at : segment.end);
    segment.lastUsed = epoch;
    return true;
  }

  /** Removes a text's bytes. */
  remove(text: CachedFile): void {
    const segment = this.#segmentAt(text.at);
    if (segment === undefined) return;
    segment.liveBytes -= text.end - text.at + GAP_BYTES;
    segment.texts.delete(text);
    text.at = text.end = ABSENT;
    // Files may have just been read to the open segment.
    if (segment.liveBytes === 0 && segment !== this.#open) this.#release(segment);
  }

  /** Marks the segment at `from` as used by a request. */
  touch(from: number, epoch: number): void {
    const segment = this.#segmentAt(from);
    if (segment !== undefined) segment.lastUsed = epoch;
  }

  /** Whether a text lies outside the scratch area, where it can stay. */
  isStored(text: CachedFile): boolean {
    return text.at >= this.#base;
  }

  #segmentFor(length: number, epoch: number): Segment | undefined {
    const open = this.#open;
    if (open !== undefined && open.end + length + GAP_BYTES <= open.at + SEGMENT_BYTES) return open;
    const index = this.#claimIndex(epoch);
    if (index === undefined) return undefined;
    const at = this.#base + index * SEGMENT_BYTES;
    this.kernel.reserve(at + SEGMENT_BYTES);
    const segment: Segment = { at, end: at + GAP_BYTES, liveBytes: 0, lastUsed: epoch, texts: new Set() };
    this.kernel.bytes[at] = 0;
    this.#segments[index] = segment;
    this.#open = segment;
    this.#moveSparse(segment);
    return segment.end + length + GAP_BYTES <= at + SEGMENT_BYTES ? segment : this.#segmentFor(length, epoch);
  }

  /** Moves what is left of a segment mostly of removed texts, so that its memory can be used again. */
  #moveSparse(target: Segment): void {
    const sparse = this.#segments.find((one) => one !== undefined && one !== target && isSparse(one));
    if (sparse === undefined) return;
    for (const text of sparse.texts) this.#move(text, target);
    target.lastUsed = Math.max(target.lastUsed, sparse.lastUsed);
    this.#release(sparse);
  }

  /** @param at the end of the segment's texts, or behind it where the text was read to */
  #move(text: CachedFile, segment: Segment, at = segment.end): void {
    const length = text.end - text.at;
    if (at !== text.at) this.kernel.bytes.copyWithin(at, text.at, text.end);
    this.kernel.bytes[at + length] = 0;
    segment.end = at + length + GAP_BYTES;
    segment.liveBytes += length + GAP_BYTES;
    segment.texts.add(text);
    text.at = at;
    text.end = at + length;
  }

  #claimIndex(epoch: number): number | undefined {
    if (!this.isFull) return this.#emptyIndex();
    const candidate = this.#evictionCandidate(epoch);
    if (candidate === undefined) return undefined;
    for (const text of candidate.texts) if (this.#segmentAt(text.at) === candidate) text.at = text.end = ABSENT;
    this.#release(candidate);
    return this.#emptyIndex();
  }

  #emptyIndex(): number {
    const hole = this.#segments.indexOf(undefined);
    return hole >= 0 ? hole : this.#segments.length;
  }

  get #segmentCount(): number {
    return this.#segments.filter((segment) => segment !== undefined).length;
  }

  /** The segment to evict: one mostly of removed texts, else the one unused for longest. */
  #evictionCandidate(epoch: number): Segment | undefined {
    let candidate: Segment | undefined;
    for (const segment of this.#segments) {
      if (segment === undefined || segment.lastUsed === epoch || segment === this.#open) continue;
      if (isSparse(segment)) return segment;
      const isIdle = epoch - segment.lastUsed > MIN_IDLE_REQUESTS;
      if (isIdle && (candidate === undefined || segment.lastUsed < candidate.lastUsed)) candidate = segment;
    }
    return candidate;
  }

  #release(segment: Segment): void {
    this.#segments[(segment.at - this.#base) / SEGMENT_BYTES] = undefined;
    if (this.#open === segment) this.#open = undefined;
  }

  #segmentAt(address: number): Segment | undefined {
    return address < this.#base ? undefined : this.#segments[Math.floor((address - this.#base) / SEGMENT_BYTES)];
  }
}

/** Whether a segment is mostly of removed texts. */
function isSparse({ liveBytes, at, end }: Segment): boolean {
  return liveBytes * 2 < end - at;
}

/** The address of a text that is not in memory. */
export const ABSENT = 0;

if (MAX_CACHED_FILE_BYTES + 2 * GAP_BYTES > SEGMENT_BYTES) throw new Error("a text must fit into a segment");
