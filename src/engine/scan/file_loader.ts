/**
 * Loads files in batches, from the cache or the disk, and prefilters them by their bytes.
 * @module
 */
import { type CachedFile, isText, makeCachedFile } from "../cache/cached_file.ts";
import { prefilterRun, textRunsOf } from "../cache/cached_file_list.ts";
import { ABSENT } from "../cache/content_arena.ts";
import { MAX_RECHECKED_FILES } from "../cache/file_cache.ts";
import { NEVER_FRESH } from "../cache/freshness.ts";
import type { DecidingBytesByKind } from "../matcher/deciding_bytes.ts";
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import type { Job } from "../run/job.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { CachedTextScanner, decodeCachedText } from "./cached_text_scanner.ts";
import { BatchReader, type Haystack, type KnownFile, type LoadOptions, wholeBlock } from "./haystack.ts";
import { type CountedHaystack, type CountOptions, LineCounter } from "./line_counter.ts";

/**
 * Batch limits: files, files read from the disk, and characters to scan. A batch must fit one time slice; small batches
 * also keep few strings alive at each garbage collection.
 */
const BATCH_LIMITS = { files: 2048, read: 128, characters: 256 * 1024 };
/** Cost ratio: an automaton processes 8 bytes in the time that the regex path takes for a character. */
const DFA_BYTES_PER_CHAR = 8;
/** Cost ratio for texts of which few lines are shown: 8 bytes take as long as a character otherwise. */
const SPARSE_BYTES_PER_CHAR = 8;
/** The character limit if just-read texts can't be cached, since they would have to be read again. */
const MAX_UNCACHED_CHARS = 2 * 2 ** 20;

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

/** The known contents of files, and marks on those that may have a match. */
interface PrefilteredFiles {
  readonly known: readonly (KnownFile | undefined)[];
  readonly hits: Uint8Array;
}

/** Files that were prefiltered but did not fit in the last batch. */
interface PendingBatch extends PrefilteredFiles {
  readonly files: readonly WalkEntry[];
  readonly at: number;
}

export class FileLoader {
  #recheckedFiles = 0;
  #pendingBatch: PendingBatch | undefined;
  readonly #counter: LineCounter;
  readonly #reader: BatchReader;

  constructor(readonly job: Job, readonly options: LoadOptions, readonly requiredBytes: RequiredBytes) {
    this.#counter = new LineCounter(job.cache.arena);
    this.#reader = new BatchReader(job);
  }

  /** Files read from the disk so far. */
  get filesRead(): number {
    return this.#reader.filesRead;
  }

  /** Loads `files[at]`, `files[at + 1]`, …; at least one. */
  loadBatch(files: readonly WalkEntry[], at: number, options: BatchOptions = {}): Haystack[] {
    if (this.options.encoding !== undefined) {
      return files.slice(at, at + BATCH_LIMITS.read).map(() => ({ kind: "unopened" }));
    }
    try {
      const prefiltered = this.#continuedBatch(files, at) ?? this.#prefilterFiles(files, at, options);
      const batch = this.#haystacks(files, at, prefiltered, options), { length } = batch;
      const { known, hits } = prefiltered;
      this.#pendingBatch = { files, at: at + length, known: known.slice(length), hits: hits.subarray(length) };
      return batch;
    } finally {
      this.#reader.releaseScratch();
    }
  }

  /** The files that the previous batch left over, as far as they are still in memory. */
  #continuedBatch(files: readonly WalkEntry[], at: number): PrefilteredFiles | undefined {
    const pending = this.#pendingBatch;
    if (pending === undefined || pending.files !== files || pending.at !== at) return undefined;
    const evicted = pending.known.findIndex((file) => file !== undefined && isCached(file) && isAbsent(file));
    const known = evicted < 0 ? pending.known : pending.known.slice(0, evicted);
    return known.length === 0 ? undefined : { known, hits: pending.hits };
  }

  #prefilterFiles(files: readonly WalkEntry[], at: number, contents: CachedContents): PrefilteredFiles {
    const known = this.#loadContents(files, at, contents);
    return { known, hits: this.#prefilter(known) };
  }

  /** Decides whole lines of a large file by their bytes, which lie in the scratch area with a zero on either side. */
  inspectBytes(at: number, end: number, counting?: CountOptions): CountedHaystack | undefined {
    const { arena } = this.job.cache, { kernel } = arena;
    const kind = kernel.isAscii(at, end) && !kernel.hasNul(at, end) ? "ascii" : "utf8";
    const lines = makeCachedFile({ kind, at, end, crlf: "none", size: end - at, readAt: 0, token: NEVER_FRESH });
    const needles = this.requiredBytes[kind === "ascii" ? "ascii" : "unicode"];
    if (needles !== undefined) {
      arena.setNeedles(needles);
      if (kernel.findNeedle(at, end) < 0) return { kind: "miss", file: lines };
    }
    return counting && this.#counter.count(lines, counting);
  }

  /** Loads files into the cache only. @returns how many of `files[at]`, `files[at + 1]`, … were processed */
  preload(files: readonly WalkEntry[], at: number): number {
    try {
      return this.#loadContents(files, at).length;
    } finally {
      this.#reader.releaseScratch();
    }
  }

  #loadContents(files: readonly WalkEntry[], at: number, contents?: CachedContents): (KnownFile | undefined)[] {
    this.job.cache.clearIfTooLarge();
    const known = this.#cachedContents(files, at, contents);
    this.#reader.readMissing(files, at, known);
    return known;
  }

  /** The current cached contents; a hole for each file that must be read. */
  #cachedContents(
    files: readonly WalkEntry[],
    at: number,
    { asRead, cachedFiles }: CachedContents = {},
  ): (KnownFile | undefined)[] {
    const { cache, epoch } = this.job;
    const known: (KnownFile | undefined)[] = [];
    let missing = 0;
    for (let i = at; i < files.length && known.length < BATCH_LIMITS.files && missing < BATCH_LIMITS.read; i++) {
      const file = asRead?.get(files[i].shown) ?? cachedFiles?.[i] ?? cache.freshFile(files[i].place, epoch);
      const isUsable = file !== undefined && (!isAbsent(file) || this.#mustBeOpened(file));
      if (!isUsable) missing++;
      else if (isText(file)) cache.arena.touch(file.at, epoch.number);
      known.push(isUsable ? file : undefined);
      if (missing > 0 && this.job.shouldYield()) break;
    }
    return known;
  }

  #prefilter(known: readonly (KnownFile | undefined)[]): Uint8Array {
    const { cache } = this.job, { ascii, unicode } = this.requiredBytes;
    const hits = new Uint8Array(known.length);
    if (ascii === undefined && unicode === undefined) return hits.fill(1);
    const texts = known.map((file) => file !== undefined && this.#isPrefilterable(file) ? file : undefined);
    for (const run of textRunsOf(texts, cache.arena)) prefilterRun(cache.arena, this.requiredBytes, texts, run, hits);
    return hits;
  }

  #isPrefilterable(file: KnownFile): file is CachedFile {
    return isCached(file) && this.#isSmallEnough(file) && this.#isCachedAsWanted(file);
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
    { known, hits }: PrefilteredFiles,
    options: BatchOptions,
  ): Haystack[] {
    const batch: Haystack[] = [], dfaBytes = this.#counter.dfaBytes;
    const most = this.#reader.hasUncachedFiles ? MAX_UNCACHED_CHARS : BATCH_LIMITS.characters;
    let characters = 0;
    const isFull = () => characters + (this.#counter.dfaBytes - dfaBytes) / DFA_BYTES_PER_CHAR >= most;
    for (let i = 0; i < known.length && !isFull(); i++) {
      const haystack = this.#haystack(files[at + i], known[i], hits[i] === 1, options);
      if (haystack.kind === "block") characters += haystack.block.text.length;
      if (haystack.kind === "lines") characters += haystack.file.size / SPARSE_BYTES_PER_CHAR;
      batch.push(haystack);
    }
    return batch;
  }

  #haystack(entry: WalkEntry, file: KnownFile | undefined, isHit: boolean, options: BatchOptions): Haystack {
    if (file === undefined) throw new Error("a batch goes as far as its files were read");
    if (!isCached(file)) return file;
    if (!this.#isSmallEnough(file)) return { kind: "skip", file, why: "too_large" };
    if (file.kind === "binary") return { kind: "skip", file, why: "binary" };
    if (this.#mustBeOpened(file)) return { kind: "unopened", file };
    if (!isHit && this.#isCachedAsWanted(file)) return { kind: "miss", file };
    if (options.asRead === undefined && !this.isUnchanged(entry, file)) return { kind: "unopened", file };
    return this.#isCachedAsWanted(file) ? this.#cachedHaystack(file, options) : this.#restoreCrlf(file);
  }

  #cachedHaystack(file: CachedFile, { counting, decidingBytes }: BatchOptions): Haystack {
    const counted = counting && this.#counter.count(file, counting);
    if (counted !== undefined) return counted;
    const { arena } = this.job.cache, deciding = decidingBytes?.[file.kind === "ascii" ? "ascii" : "unicode"];
    const text = CachedTextScanner.create(file, arena, deciding, this.options);
    if (text !== undefined) return { kind: "lines", file, text };
    return { kind: "block", file, block: wholeBlock(decodeCachedText(file, arena)) };
  }

  /** The original text of a file whose line ends are all CR LF. */
  #restoreCrlf(file: CachedFile): Haystack {
    const { text, ascii } = decodeCachedText(file, this.job.cache.arena);
    return { kind: "block", file, block: wholeBlock({ text: text.replaceAll("\n", "\r\n"), ascii }) };
  }

  /** Stats a cached file again before it is shown; false if it has changed. */
  isUnchanged({ place }: WalkEntry, file: CachedFile): boolean {
    const { cache, epoch } = this.job;
    if (!cache.isServedUnchecked(file, epoch) || this.#recheckedFiles++ >= MAX_RECHECKED_FILES) return true;
    if (file.stamp === undefined || cache.door.isUnchanged(place, file.stamp)) return true;
    file.token = NEVER_FRESH;
    return false;
  }
}

function isAbsent(file: CachedFile): boolean {
  return isText(file) && file.at === ABSENT;
}

function isCached(file: KnownFile): file is CachedFile {
  return "token" in file;
}
