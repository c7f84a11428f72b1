/**
 * Loads files in batches, from the cache or the disk.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { placeKey } from "../../model/place.ts";
import { type CachedFile, isText, makeCachedFile, MAX_CACHED_FILE_BYTES } from "../cache/cached_file.ts";
import { ABSENT, GAP_BYTES } from "../cache/content_arena.ts";
import { MAX_RECHECKED_FILES } from "../cache/file_cache.ts";
import { NEVER_FRESH } from "../cache/freshness.ts";
import type { Job } from "../run/job.ts";
import { type BinaryKind, binaryKind, byteOrderMarkOf } from "../text/encoding.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type NotSearched, notSearched } from "./open_file.ts";
import { isUtf8 } from "node:buffer";

/** Limits of a batch: files, and files read from the disk. A batch must fit one time slice. */
const BATCH_LIMITS = { files: 2048, read: 128 };
/** Reading stops after this many milliseconds: a thousand directories deep, each file takes one of 10. */
const MAX_READ_MS = 30;

/** A file's content, or why it has none. */
export type KnownFile = CachedFile | NotSearched;

/** The contents of files by their indices, as far as they are known. */
export type KnownContents = readonly (CachedFile | undefined)[];

export function isCached(file: KnownFile): file is CachedFile {
  return "token" in file;
}

/** The kind of a file, and the location of its text. */
type TextLocation = Pick<CachedFile, "kind" | "at" | "end" | "isUtf8" | "hasCrlf">;

/** A file that was just read. */
interface ReadFile extends TextLocation {
  readonly bytes: number;
  readonly stamp?: Stamp;
}

/** Loads the files of one search. */
export class FileLoader {
  #recheckedFiles = 0;
  #uncachedFiles: CachedFile[] = [];
  /** Files read from the disk so far. */
  filesRead = 0;

  constructor(readonly job: Job) {}

  /**
   * Loads `files[at]`, `files[at + 1]`, …; at least one. Texts that did not fit in the cache are in the scratch area
   * until `releaseScratch` or the next load.
   * @param contents used as far as they are in memory
   */
  load(files: readonly WalkEntry[], at: number, contents: KnownContents = []): KnownFile[] {
    this.releaseScratch();
    this.job.cache.clearIfTooLarge();
    const known = this.#cachedContents(files, at, contents);
    return this.#readMissing(files, at, known);
  }

  /** Loads one file again. */
  reload(entry: WalkEntry): KnownFile {
    return this.load([entry], 0)[0];
  }

  /** Releases the scratch area, which the next reader overwrites, in this search or in another. */
  releaseScratch(): void {
    for (const file of this.#uncachedFiles) file.at = file.end = ABSENT;
    this.#uncachedFiles = [];
  }

  /** Stats a cached file again before it is shown; false if it has changed. */
  isUnchanged({ place }: WalkEntry, file: CachedFile): boolean {
    const { cache, epoch } = this.job;
    if (!cache.isServedUnchecked(file, epoch) || this.#recheckedFiles++ >= MAX_RECHECKED_FILES) return true;
    if (file.stamp === undefined || cache.door.isUnchanged(place, file.stamp)) return true;
    file.token = NEVER_FRESH;
    return false;
  }

  /** The current cached contents; a hole for each file that must be read. */
  #cachedContents(files: readonly WalkEntry[], at: number, contents: KnownContents): (CachedFile | undefined)[] {
    const { cache, epoch } = this.job, known: (CachedFile | undefined)[] = [];
    let missing = 0;
    for (let i = at; i < files.length && known.length < BATCH_LIMITS.files && missing < BATCH_LIMITS.read; i++) {
      const given = contents[i], file = isUsable(given) ? given : cache.freshFile(files[i].place, epoch);
      if (isUsable(file)) {
        known.push(file);
        if (isText(file)) cache.arena.touch(file.at, epoch.number);
        continue;
      }
      known.push(undefined);
      missing++;
      if (this.job.shouldYield()) break;
    }
    return known;
  }

  /** Fills the holes of `known` by reading; shortened if not all fit where they are read to. */
  #readMissing(files: readonly WalkEntry[], at: number, known: readonly (CachedFile | undefined)[]): KnownFile[] {
    if (areComplete(known)) return known;
    // A file with several names (links) is read once.
    const missing = known.flatMap((file, i) => file === undefined ? [files[at + i]] : []);
    const entries = [...new Map(missing.map((entry) => [placeKey(entry.place), entry])).values()];
    const read = new Map<string, KnownFile>(), all: KnownFile[] = [];
    this.#readAll(entries, read);
    for (const [i, file] of known.entries()) {
      const loaded = file ?? read.get(placeKey(files[at + i].place));
      if (loaded === undefined) break;
      all.push(loaded);
    }
    return all;
  }

  #readAll(entries: readonly WalkEntry[], read: Map<string, KnownFile>): void {
    const { door, cache } = this.job, readAt = cache.freshness.clock.now();
    // A token for this request only: a file may have other names, through which it can change without an event.
    const token = cache.freshness.requestToken();
    const outcomes = door.proveBatch(() => this.#readUntilFull(entries));
    this.filesRead += outcomes.length;
    for (const [k, outcome] of outcomes.entries()) {
      const { place } = entries[k];
      read.set(
        placeKey(place),
        outcome.kind === "skip" ? outcome : this.#cacheFile(entries[k], outcome, readAt, token),
      );
    }
  }

  #readUntilFull(entries: readonly WalkEntry[]): (ReadFile | NotSearched)[] {
    const outcomes: (ReadFile | NotSearched)[] = [], end = performance.now() + MAX_READ_MS;
    const place = this.job.cache.arena.readingPlace;
    let { at } = place;
    for (const entry of entries) {
      const isFull = at + MAX_CACHED_FILE_BYTES + 1 + GAP_BYTES > place.end;
      if (isFull || outcomes.length > 0 && performance.now() >= end) break;
      const outcome = this.#readOne(entry, at);
      outcomes.push(outcome);
      if (outcome.kind === "ascii" || outcome.kind === "utf8") at = outcome.end + GAP_BYTES;
    }
    return outcomes;
  }

  #readOne({ place, dirMark }: WalkEntry, at: number): ReadFile | NotSearched {
    const { kernel } = this.job.cache.arena, most = MAX_CACHED_FILE_BYTES + 1;
    try {
      const { bytes, stamp } = this.job.door.readFile(place, kernel.bytes.subarray(at, at + most), dirMark);
      return { ...(bytes < most ? this.#locateText(at, at + bytes) : withoutText("aside")), bytes, stamp };
    } catch (error) {
      return notSearched(error);
    }
  }

  #cacheFile({ place, dirMark: dir }: WalkEntry, read: ReadFile, readAt: number, token: number): CachedFile {
    const { door, cache, epoch } = this.job;
    // A file that was not read to its end has no known size yet.
    const stamp = read.bytes > MAX_CACHED_FILE_BYTES ? read.stamp ?? door.statUnproved(place) : read.stamp;
    const file = makeCachedFile({ ...read, size: stamp?.size ?? read.bytes, readAt, token, stamp, dir });
    cache.store(place, file, epoch);
    if (isText(file) && !cache.arena.isStored(file)) this.#uncachedFiles.push(file);
    return file;
  }

  #locateText(at: number, end: number): TextLocation {
    const { kernel } = this.job.cache.arena;
    if (kernel.isAscii(at, end) && !kernel.hasNul(at, end)) return this.#text("ascii", at, end);
    const { encoding, markLength } = byteOrderMarkOf(kernel.bytes.subarray(at, Math.min(end, at + 4)));
    if (encoding !== "utf-8") return withoutText("aside");
    const probed = Math.min(end, at + LIMITS.binaryProbe);
    if (kernel.hasNul(at, probed)) return withoutText(binaryKind(kernel.bytes.subarray(at, probed)));
    return this.#text("utf8", at + markLength, end);
  }

  /** A text that was just read, with LF for CR LF. */
  #text(kind: CachedFile["kind"], at: number, end: number): TextLocation {
    const { kernel } = this.job.cache.arena, last = kernel.crlfToLf(at, end);
    // A text lies between zeros.
    kernel.bytes[at - 1] = kernel.bytes[last] = 0;
    const isValid = kind === "ascii" || isUtf8(kernel.bytes.subarray(at, last));
    return { kind, at, end: last, isUtf8: isValid, hasCrlf: last < end };
  }
}

function areComplete(known: readonly (CachedFile | undefined)[]): known is CachedFile[] {
  return !known.includes(undefined);
}

function isUsable(file: CachedFile | undefined): file is CachedFile {
  return file !== undefined && (!isText(file) || file.at !== ABSENT);
}

/** A file whose bytes are not kept. */
function withoutText(kind: "aside" | BinaryKind): TextLocation {
  return { kind, at: ABSENT, end: ABSENT, isUtf8: true, hasCrlf: false };
}
