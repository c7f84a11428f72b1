/**
 * Loads files in batches, from the cache or the disk, and prefilters them by their bytes.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import type { SkipKind } from "../../model/report.ts";
import { LIMITS } from "../../model/limits.ts";
import { placeKey } from "../../model/place.ts";
import { byteOrderMarkOf, type Decoded, decodeUtf8 } from "../text/encoding.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type Haystack, type LoadOptions, skippedBy, wholeBlock } from "./haystack.ts";
import type { Job } from "../run/job.ts";
import { type CountedHaystack, type CountOptions, LineCounter } from "./line_counter.ts";
import { CachedTextScanner } from "./scan_cached_text.ts";
import type { DecidingBytesByKind } from "../matcher/deciding_bytes.ts";
import { ABSENT, GAP_BYTES } from "../cache/content_arena.ts";
import { NEVER_FRESH } from "../cache/freshness.ts";
import { MAX_RECHECKED_FILES } from "../cache/file_cache.ts";
import { type CachedFile, isText, makeCachedFile, MAX_CACHED_FILE_BYTES } from "../cache/cached_file.ts";
import { prefilterRun, textRunsOf } from "../cache/byte_prefilter.ts";
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import { asciiText } from "../text/utf8.ts";

/**
 * Batch limits: files, files read from the disk, and characters to scan. A batch must fit one time slice; small batches
 * also keep few strings alive at each garbage collection.
 */
const BATCH_LIMITS = { files: 2048, read: 128, characters: 256 * 1024 };
/** Cost ratio: an automaton processes 8 bytes in the time that the regex path takes for a character. */
const DFA_BYTES_PER_CHAR = 8;
/** Cost ratio for texts of which few lines are shown: 8 bytes take as long as a character otherwise. */
const SPARSE_BYTES_PER_CHAR = 8;
/**
 * The character limit of a batch with texts that were just read and can't be cached: they would have to be read again.
 */
const MAX_UNCACHED_CHARS = 2 * 2 ** 20;
/** Reading stops after this many milliseconds: a thousand directories deep, each file takes one of 10. */
const MAX_READ_MS = 30;

/** Cached contents that need no look-up. */
export interface CachedContents {
  /** Contents by path, used as they were read, as long as they are in memory. */
  readonly asRead?: ReadonlyMap<string, CachedFile>;
  /** The current content of each file; a hole if it must be looked up. */
  readonly cachedFiles?: readonly (CachedFile | undefined)[];
}

/** How a batch is loaded. */
export interface BatchOptions extends CachedContents {
  /** Present if only line counts are needed. */
  readonly counting?: CountOptions;
  /** Decides which lines are shown. */
  readonly decidingBytes?: DecidingBytesByKind;
}

/** The result of reading one file; its text lies in the scratch area. */
type ReadOutcome =
  | { readonly kind: "text" | "aside"; readonly stamp?: Stamp; readonly at: number; readonly end: number }
  | Extract<Haystack, { kind: "skip" | "gone" }>;

/** The kind of a file, and the location of its text. */
type TextLocation = Pick<CachedFile, "kind" | "at" | "end" | "crlf">;

/** A file's content, or why it has none. */
type KnownFile = CachedFile | Extract<Haystack, { kind: "skip" | "gone" }>;

/** Files that were prefiltered but did not fit in the last batch. */
interface PendingBatch {
  readonly files: readonly WalkEntry[];
  readonly at: number;
  readonly known: readonly (KnownFile | undefined)[];
  readonly hits: Uint8Array;
}

/** Loads the files of one search. */
export class FileLoader {
  #unkeptFiles: CachedFile[] = [];
  #recheckedFiles = 0;
  #nextBatch: PendingBatch | undefined;
  readonly #counter: LineCounter;
  /** Files read from the disk so far. */
  filesRead = 0;

  constructor(readonly job: Job, readonly options: LoadOptions, readonly needles: RequiredBytes) {
    this.#counter = new LineCounter(job.cache.arena);
  }

  /** Loads `files[at]`, `files[at + 1]`, …; at least one. */
  loadBatch(files: readonly WalkEntry[], at: number, taking: BatchOptions = {}): Haystack[] {
    if (this.options.encoding !== undefined) {
      return files.slice(at, at + BATCH_LIMITS.read).map(() => ({ kind: "aside" }));
    }
    try {
      const { known, hits } = this.#continuedBatch(files, at) ?? this.#prefilterFiles(files, at, taking);
      const batch = this.#haystacks(files, at, known, hits, taking);
      const next = batch.length;
      this.#nextBatch = { files, at: at + next, known: known.slice(next), hits: hits.subarray(next) };
      return batch;
    } finally {
      this.#releaseScratch();
    }
  }

  /** The files that the previous batch left over, as far as they are still in memory. */
  #continuedBatch(files: readonly WalkEntry[], at: number): PendingBatch | undefined {
    const ahead = this.#nextBatch;
    if (ahead === undefined || ahead.files !== files || ahead.at !== at) return undefined;
    const gone = ahead.known.findIndex((file) => file !== undefined && isResident(file) && isAbsent(file));
    const known = gone < 0 ? ahead.known : ahead.known.slice(0, gone);
    return known.length === 0 ? undefined : { ...ahead, known };
  }

  #prefilterFiles(
    files: readonly WalkEntry[],
    at: number,
    recalled: CachedContents,
  ): Omit<PendingBatch, "files" | "at"> {
    this.job.cache.clearIfTooLarge();
    const known = this.#recallFiles(files, at, recalled);
    this.#readMissing(files, at, known);
    return { known, hits: this.#prefilter(known) };
  }

  /** Decides whole lines of a large file by their bytes, which lie in the scratch area with a zero on either side. */
  inspectBytes(at: number, end: number, counting?: CountOptions): CountedHaystack | undefined {
    const { arena: contents } = this.job.cache, { kernel } = contents;
    const kind = kernel.isAscii(at, end) && !kernel.hasNul(at, end) ? "ascii" : "utf8";
    const lines = makeCachedFile({ kind, at, end, crlf: "none", size: end - at, readAt: 0, token: NEVER_FRESH });
    const wanted = kind === "ascii" ? this.needles.ascii : this.needles.unicode;
    if (wanted !== undefined) {
      contents.setNeedles(wanted);
      if (kernel.findNeedle(at, end) < 0) return { kind: "miss", file: lines };
    }
    return counting && this.#counter.count(lines, counting);
  }

  /** Loads files into the cache only. @returns how many of `files[at]`, `files[at + 1]`, … were processed */
  preload(files: readonly WalkEntry[], at: number): number {
    try {
      this.job.cache.clearIfTooLarge();
      const known = this.#recallFiles(files, at);
      this.#readMissing(files, at, known);
      return known.length;
    } finally {
      this.#releaseScratch();
    }
  }

  /** The current cached contents; a hole for each file that must be read. */
  #recallFiles(
    files: readonly WalkEntry[],
    at: number,
    { asRead, cachedFiles: all }: CachedContents = {},
  ): (KnownFile | undefined)[] {
    const { cache: residence, epoch: question } = this.job;
    const known: (KnownFile | undefined)[] = [];
    let missing = 0;
    for (let i = at; i < files.length && known.length < BATCH_LIMITS.files && missing < BATCH_LIMITS.read; i++) {
      const file = asRead?.get(files[i].shown) ?? all?.[i] ?? residence.freshFile(files[i].place, question);
      const usable = file !== undefined && !(isAbsent(file) && !this.#mustBeOpened(file) && this.#mayHaveMatch(file));
      if (!usable) missing++;
      else if (isText(file)) residence.arena.touch(file.at, question.number);
      known.push(usable ? file : undefined);
      if (missing > 0 && this.job.shouldYield()) break;
    }
    return known;
  }

  /** Whether a text that is not in memory must be read: its trigrams don't rule out a match. */
  #mayHaveMatch(file: CachedFile): boolean {
    if (!this.#isCachedAsWanted(file)) return true;
    const wanted = file.kind === "ascii" ? this.needles.ascii : this.needles.unicode;
    const may = wanted && this.job.cache.trigrams.candidateTest(wanted);
    return may === undefined || may(file);
  }

  /** Reads the missing files. Files that don't fit in the scratch area are left for the next batch. */
  #readMissing(files: readonly WalkEntry[], at: number, known: (KnownFile | undefined)[]): void {
    const { missing, entries, order } = distinctFiles(files, at, known);
    if (missing.length === 0) return;
    const { door, cache: residence } = this.job;
    const readAt = Date.now();
    // The stamp is taken before the file is read: only then can it turn out to have other names, through which it may
    // change without an event.
    const seen = residence.freshness.requestToken();
    const reads = door.proveBatch(() => this.#readAll(entries));
    this.filesRead += reads.length;
    const read = reads.map((one, k) => this.#cacheFile(entries[k], one, readAt, seen));
    for (let m = 0; m < missing.length; m++) {
      if (order[m] >= read.length) return void (known.length = missing[m]);
      known[missing[m]] = read[order[m]];
    }
  }

  #readAll(entries: readonly WalkEntry[]): ReadOutcome[] {
    const reads: ReadOutcome[] = [], end = performance.now() + MAX_READ_MS;
    let { at } = this.job.cache.arena.scratch;
    for (const entry of entries) {
      if (reads.length > 0 && performance.now() >= end) break;
      const read = this.#readOne(entry, at);
      if (read === undefined) break;
      if (read.kind === "text") at = this.#endText(read.end);
      reads.push(read);
    }
    return reads;
  }

  /** Ends a text in the scratch area. @returns where the next can begin */
  #endText(end: number): number {
    this.job.cache.arena.kernel.bytes[end] = 0;
    return end + GAP_BYTES;
  }

  /** Undefined if the scratch area is full. */
  #readOne(entry: WalkEntry, at: number): ReadOutcome | undefined {
    const { kernel, scratch } = this.job.cache.arena;
    const most = MAX_CACHED_FILE_BYTES + 1;
    if (at + most + GAP_BYTES > scratch.end) return undefined;
    try {
      const { bytes, stamp } = this.job.door.readFile(entry.place, kernel.bytes.subarray(at, at + most), entry.dirMark);
      const kind = bytes < most ? "text" : "aside";
      return { kind, at, end: at + bytes, stamp };
    } catch (error) {
      return skippedBy(error);
    }
  }

  #cacheFile(entry: WalkEntry, read: ReadOutcome, readAt: number, seen: number): KnownFile {
    if (!("at" in read)) return read;
    const { place } = entry;
    // A file that was not read to its end has no known size yet.
    const stamp = read.kind === "aside" ? read.stamp ?? this.job.door.statUnproved(place) : read.stamp;
    const size = stamp?.size ?? read.end - read.at;
    const file = makeCachedFile({
      ...this.#classifyContent(read),
      size,
      readAt,
      token: seen,
      stamp,
      dir: entry.dirMark,
    });
    const { cache: residence, epoch: question } = this.job;
    residence.store(place, file, question);
    if (isText(file) && residence.arena.isInScratch(file)) this.#unkeptFiles.push(file);
    return file;
  }

  #classifyContent(read: Exclude<ReadOutcome, { why: SkipKind } | { kind: "gone" }>): TextLocation {
    if (read.kind === "aside") return withoutText("aside");
    const { kernel } = this.job.cache.arena;
    const { at, end } = read;
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

  #prefilter(known: readonly (KnownFile | undefined)[]): Uint8Array {
    const { cache: residence } = this.job, { arena: contents } = residence;
    if (this.needles.ascii === undefined && this.needles.unicode === undefined) {
      return new Uint8Array(known.length).fill(1);
    }
    const texts = known.map((file) =>
      file !== undefined && isResident(file) && this.#isSmallEnough(file) && this.#isCachedAsWanted(file)
        ? file
        : undefined
    );
    const hits = new Uint8Array(texts.length);
    for (const run of textRunsOf(texts, contents)) prefilterRun(residence, this.needles, texts, run, hits);
    return hits;
  }

  #isSmallEnough(file: CachedFile): boolean {
    return file.size <= this.options.maxFileSize;
  }

  /** Whether the text in memory is the text to scan. */
  #isCachedAsWanted({ crlf }: CachedFile): boolean {
    return crlf === "none" || !this.options.keepsCrlf;
  }

  /** Whether the text to scan must be read again: if only some line ends were CR LF, memory no longer shows which. */
  #mustBeOpened(file: CachedFile): boolean {
    return file.kind === "aside" || file.crlf === "some" && !this.#isCachedAsWanted(file);
  }

  #haystacks(
    files: readonly WalkEntry[],
    at: number,
    known: readonly (KnownFile | undefined)[],
    hits: Uint8Array,
    taking: BatchOptions,
  ): Haystack[] {
    const batch: Haystack[] = [];
    const most = this.#unkeptFiles.length > 0 ? MAX_UNCACHED_CHARS : BATCH_LIMITS.characters;
    let characters = 0;
    const before = this.#counter.dfaBytes;
    for (
      let i = 0;
      i < known.length && characters + (this.#counter.dfaBytes - before) / DFA_BYTES_PER_CHAR < most;
      i++
    ) {
      const haystack = this.#haystack(files[at + i], known[i], hits[i] === 1, taking);
      if (haystack.kind === "block") characters += haystack.block.text.length;
      if (haystack.kind === "lines") characters += haystack.file.size / SPARSE_BYTES_PER_CHAR;
      batch.push(haystack);
    }
    return batch;
  }

  #haystack(
    entry: WalkEntry,
    file: KnownFile | undefined,
    hit: boolean,
    { asRead, counting, decidingBytes: lines }: BatchOptions,
  ): Haystack {
    if (file === undefined) throw new Error("a batch goes as far as its files were read");
    if (!isResident(file)) return file;
    if (!this.#isSmallEnough(file)) return { kind: "skip", file, why: "too_large" };
    if (file.kind === "binary") return { kind: "skip", file, why: "binary" };
    if (this.#mustBeOpened(file)) return { kind: "aside", file };
    if (!hit && this.#isCachedAsWanted(file)) return { kind: "miss", file };
    if (asRead === undefined && !this.isUnchanged(entry, file)) return { kind: "aside", file };
    if (!this.#isCachedAsWanted(file)) return this.#restoreCrlf(file);
    const counted = counting && this.#counter.count(file, counting);
    if (counted !== undefined) return counted;
    const { arena: contents } = this.job.cache, { before, after } = this.options;
    const text = CachedTextScanner.create(file, contents, file.kind === "ascii" ? lines?.ascii : lines?.unicode, {
      before,
      after,
    });
    if (text !== undefined) return { kind: "lines", file, text };
    return { kind: "block", file, block: wholeBlock(this.#decoded(file)) };
  }

  #decoded({ kind, at, end }: CachedFile): Decoded {
    const bytes = this.job.cache.arena.kernel.bytes.subarray(at, end);
    return kind === "ascii" ? { text: asciiText(bytes), ascii: true } : decodeUtf8(bytes);
  }

  /** The original text of a file whose line ends are all CR LF. */
  #restoreCrlf(file: CachedFile): Haystack {
    const { text, ascii } = this.#decoded(file);
    return { kind: "block", file, block: wholeBlock({ text: text.replaceAll("\n", "\r\n"), ascii }) };
  }

  /** Stats a cached file again before it is shown; false if it has changed. */
  isUnchanged({ place }: WalkEntry, file: CachedFile): boolean {
    const { cache: residence, epoch: question } = this.job;
    if (!residence.isServedUnchecked(file, question) || this.#recheckedFiles++ >= MAX_RECHECKED_FILES) return true;
    if (file.stamp === undefined || residence.door.isUnchanged(place, file.stamp)) return true;
    file.token = NEVER_FRESH;
    return false;
  }

  /** Releases the scratch area, which the next reader overwrites, in this search or in another. */
  #releaseScratch(): void {
    for (const file of this.#unkeptFiles) file.at = file.end = ABSENT;
    this.#unkeptFiles = [];
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
  const places = new Map<string, number>();
  for (let i = 0; i < known.length; i++) {
    if (known[i] !== undefined) continue;
    const key = placeKey(files[at + i].place), before = places.get(key);
    missing.push(i);
    order.push(before ?? entries.length);
    if (before !== undefined) continue;
    places.set(key, entries.length);
    entries.push(files[at + i]);
  }
  return { missing, entries, order };
}

/** A file whose bytes are not kept. */
function withoutText(kind: "aside" | "binary"): TextLocation {
  return { kind, at: ABSENT, end: ABSENT, crlf: "none" };
}

function isAbsent(file: CachedFile): boolean {
  return isText(file) && file.at === ABSENT;
}

function isResident(file: KnownFile): file is CachedFile {
  return "token" in file;
}
