/**
 * Reads the files of a batch from the disk into the scratch area, classifies their contents and caches them.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { placeKey } from "../../model/place.ts";
import { byteOrderMarkOf } from "../text/encoding.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type Haystack, skippedBy } from "./haystack.ts";
import type { Job } from "../run/job.ts";
import { ABSENT, GAP_BYTES } from "../cache/content_arena.ts";
import { type CachedFile, isText, makeCachedFile, MAX_CACHED_FILE_BYTES } from "../cache/cached_file.ts";

/** Reading stops after this many milliseconds: a thousand directories deep, each file takes one of 10. */
const MAX_READ_MS = 30;

/** A file's content, or why it has none. */
export type KnownFile = CachedFile | Extract<Haystack, { kind: "skip" | "gone" }>;

/** The bytes read of one file, in the scratch area. */
interface ReadBytes {
  readonly kind: "text" | "aside";
  readonly stamp?: Stamp;
  readonly at: number;
  readonly end: number;
}

/** The result of reading one file. */
type ReadOutcome = ReadBytes | Extract<Haystack, { kind: "skip" | "gone" }>;

/** The kind of a file, and the location of its text. */
type TextLocation = Pick<CachedFile, "kind" | "at" | "end" | "crlf">;

/** Reads the files of one search. */
export class BatchReader {
  #uncachedFiles: CachedFile[] = [];
  /** Files read so far. */
  filesRead = 0;

  constructor(readonly job: Job) {}

  /** Whether texts of the last batch did not fit in the cache: they are in the scratch area until `releaseScratch`. */
  get hasUncachedFiles(): boolean {
    return this.#uncachedFiles.length > 0;
  }

  /**
   * Fills the holes of `known` by reading.
   * @param known the contents of `files[at]`, `files[at + 1]`, …; shortened if not all fit in the scratch area
   */
  readMissing(files: readonly WalkEntry[], at: number, known: (KnownFile | undefined)[]): void {
    const { missing, entries, order } = distinctFiles(files, at, known);
    if (missing.length === 0) return;
    const { door, cache } = this.job, readAt = Date.now();
    // A token for this request only: a file may have other names, through which it can change without an event.
    const token = cache.freshness.requestToken();
    const outcomes = door.proveBatch(() => this.#readAll(entries));
    this.filesRead += outcomes.length;
    const read = outcomes.map((outcome, k) => this.#cacheFile(entries[k], outcome, readAt, token));
    for (let m = 0; m < missing.length; m++) {
      if (order[m] >= read.length) return void (known.length = missing[m]);
      known[missing[m]] = read[order[m]];
    }
  }

  /** Releases the scratch area, which the next reader overwrites, in this search or in another. */
  releaseScratch(): void {
    for (const file of this.#uncachedFiles) file.at = file.end = ABSENT;
    this.#uncachedFiles = [];
  }

  #readAll(entries: readonly WalkEntry[]): ReadOutcome[] {
    const outcomes: ReadOutcome[] = [], end = performance.now() + MAX_READ_MS;
    let { at } = this.job.cache.arena.scratch;
    for (const entry of entries) {
      if (outcomes.length > 0 && performance.now() >= end) break;
      const outcome = this.#readOne(entry, at);
      if (outcome === undefined) break;
      if (outcome.kind === "text") at = this.#endText(outcome.end);
      outcomes.push(outcome);
    }
    return outcomes;
  }

  /** Ends a text in the scratch area. @returns where the next can begin */
  #endText(end: number): number {
    this.job.cache.arena.kernel.bytes[end] = 0;
    return end + GAP_BYTES;
  }

  /** Undefined if the scratch area is full. */
  #readOne(entry: WalkEntry, at: number): ReadOutcome | undefined {
    const { kernel, scratch } = this.job.cache.arena, most = MAX_CACHED_FILE_BYTES + 1;
    if (at + most + GAP_BYTES > scratch.end) return undefined;
    try {
      const { bytes, stamp } = this.job.door.readFile(entry.place, kernel.bytes.subarray(at, at + most), entry.dirMark);
      return { kind: bytes < most ? "text" : "aside", at, end: at + bytes, stamp };
    } catch (error) {
      return skippedBy(error);
    }
  }

  #cacheFile({ place, dirMark: dir }: WalkEntry, outcome: ReadOutcome, readAt: number, token: number): KnownFile {
    if (!("at" in outcome)) return outcome;
    const { door, cache, epoch } = this.job;
    // A file that was not read to its end has no known size yet.
    const stamp = outcome.kind === "aside" ? outcome.stamp ?? door.statUnproved(place) : outcome.stamp;
    const size = stamp?.size ?? outcome.end - outcome.at;
    const file = makeCachedFile({ ...this.#classifyContent(outcome), size, readAt, token, stamp, dir });
    cache.store(place, file, epoch);
    if (isText(file) && cache.arena.isInScratch(file)) this.#uncachedFiles.push(file);
    return file;
  }

  #classifyContent({ kind, at, end }: ReadBytes): TextLocation {
    if (kind === "aside") return withoutText("aside");
    const { kernel } = this.job.cache.arena;
    if (kernel.isAscii(at, end) && !kernel.hasNul(at, end)) return this.#text("ascii", at, end);
    const { encoding, markLength } = byteOrderMarkOf(kernel.bytes.subarray(at, Math.min(end, at + 3)));
    if (encoding !== "utf-8") return withoutText("aside");
    if (kernel.hasNul(at, Math.min(end, at + LIMITS.binaryProbe))) return withoutText("binary");
    return this.#text("utf8", at + markLength, end);
  }

  /** A text in the scratch area, with LF for CR LF. */
  #text(kind: CachedFile["kind"], at: number, end: number): TextLocation {
    const { kernel } = this.job.cache.arena, last = kernel.crlfToLf(at, end);
    if (last === end) return { kind, at, end, crlf: "none" };
    // A text lies between zeros.
    kernel.bytes[last] = 0;
    return { kind, at, end: last, crlf: kernel.countNewlines(at, last) === end - last ? "all" : "some" };
  }
}

/** The files of a batch to read. A file with several names (links) is read once. */
interface DistinctFiles {
  /** Indices in the batch. */
  readonly missing: readonly number[];
  readonly entries: readonly WalkEntry[];
  /** For each of `missing`, the index of its file in `entries`. */
  readonly order: readonly number[];
}

function distinctFiles(
  files: readonly WalkEntry[],
  at: number,
  known: readonly (KnownFile | undefined)[],
): DistinctFiles {
  const missing: number[] = [], entries: WalkEntry[] = [], order: number[] = [];
  const indices = new Map<string, number>();
  for (let i = 0; i < known.length; i++) {
    if (known[i] !== undefined) continue;
    const key = placeKey(files[at + i].place), index = indices.get(key);
    missing.push(i);
    order.push(index ?? entries.length);
    if (index !== undefined) continue;
    indices.set(key, entries.length);
    entries.push(files[at + i]);
  }
  return { missing, entries, order };
}

/** A file whose bytes are not kept. */
function withoutText(kind: "aside" | "binary"): TextLocation {
  return { kind, at: ABSENT, end: ABSENT, crlf: "none" };
}
