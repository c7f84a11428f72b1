/**
 * Searches files in order. Lines are counted by the bytes of a whole batch first; the files without a match end there,
 * and lines are decoded only where the expression has to decide or where they may be shown.
 * @module
 */
import type { SkipKind } from "../../model/completeness.ts";
import { type CachedFile, isText } from "../cache/cached_file.ts";
import { ABSENT } from "../cache/content_arena.ts";
import { type CountedFiles, type CountLookup, countLookup } from "../cache/search_cache.ts";
import type { Matcher } from "../matcher/matcher.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { splitBlock, wholeBlock } from "./block.ts";
import { FileLoader, isCached, type KnownContents, type KnownFile } from "./file_loader.ts";
import { BlocksToMatch, GuardedMatcher } from "./guarded_matcher.ts";
import type { HitSink } from "./hit_sink.ts";
import { largeFilePieces } from "./large_file.ts";
import { LineFinder, UNKNOWN } from "./line_finder.ts";
import { type LoadOptions, type NotSearched, type OpenedFile, openFile } from "./open_file.ts";
import { blockOf, blocksOfLines, type TextPart, wholeText } from "./stored_text.ts";

/** UTF-16 units that are matched in one run of the guard: it must fit one time slice. */
const RUN_UNITS = 256 * 1024;

/** What of a file's content is counted already, and what is to be matched. */
interface Part {
  readonly counted: number;
  readonly toMatch?: BlocksToMatch;
}

/** A file whose lines wait for a run of the guard. */
interface PendingFile extends Part {
  readonly at: number;
  readonly file: CachedFile;
}

/** Files opened one by one, between two looks at the clock. */
const OPENED_FILES = 128;

/** One pass over files in order. Results go to the sink. */
export class FileScanner {
  readonly #loader: FileLoader;
  readonly #finder: LineFinder;
  readonly #guarded: GuardedMatcher;
  #files: readonly WalkEntry[] = [];
  #pending: PendingFile[] = [];
  #pendingUnits = 0;
  #contents: (CachedFile | undefined)[] = [];
  #counts = new Int32Array();

  constructor(readonly job: Job, readonly matcher: Matcher, readonly options: LoadOptions, readonly sink: HitSink) {
    this.#loader = new FileLoader(job);
    this.#finder = new LineFinder(job.cache.arena, matcher);
    this.#guarded = new GuardedMatcher(job, matcher, sink.counter);
  }

  /** The counts of the last scan, for the next search of the same; undefined if it is to count again. */
  get counted(): CountedFiles | undefined {
    // Across lines, a count does not tell the groups of lines.
    if (this.matcher.multiline || this.sink.hardLines > 0) return undefined;
    return { files: this.#files, contents: this.#contents, counts: this.#counts };
  }

  /**
   * Scans the files; false if time ran out.
   * @param known counts of a finished search
   */
  scanFiles(files: readonly WalkEntry[], known?: CountedFiles): Operation<boolean> {
    return this.#scan(files, this.job.cache.contentsOf(files), countLookup(known, files), true);
  }

  /** Scans files with the contents that an earlier pass saw, as far as these are still in memory. */
  scanAsRead(files: readonly WalkEntry[], contents: KnownContents): Operation<boolean> {
    return this.#scan(files, contents, () => undefined, false);
  }

  *#scan(
    files: readonly WalkEntry[],
    contents: KnownContents,
    countOf: CountLookup,
    mayHaveChanged: boolean,
  ): Operation<boolean> {
    this.#files = files;
    this.#contents = Array(files.length);
    this.#counts = new Int32Array(files.length).fill(UNKNOWN);
    const scanBatch = this.options.encoding === undefined
      ? (at: number) => this.#scanLoaded(at, this.#load(at, contents), countOf, mayHaveChanged)
      : (at: number) => this.#scanEncoded(at);
    try {
      for (let at = 0; at < files.length;) {
        if (this.job.remainingMs() <= 0) return false;
        const done = yield* scanBatch(at);
        if (done === undefined) return false;
        at += done;
        this.job.progress(at, files.length);
        if (!this.job.shouldYield()) continue;
        this.#loader.releaseScratch();
        yield;
      }
      return true;
    } finally {
      this.#loader.releaseScratch();
      this.sink.hardLines += this.#guarded.hardBlocks;
    }
  }

  #load(at: number, contents: KnownContents): readonly KnownFile[] {
    const before = this.#loader.filesRead, batch = this.#loader.load(this.#files, at, contents);
    this.sink.reads += this.#loader.filesRead - before;
    return batch;
  }

  /** @returns the number of files scanned; undefined if time ran out */
  *#scanEncoded(from: number): Operation<number | undefined> {
    const end = Math.min(this.#files.length, from + OPENED_FILES);
    for (let at = from; at < end; at++) {
      if (this.job.remainingMs() <= 0 || !(yield* this.#scanOpened(at))) return undefined;
      if (this.job.shouldYield()) yield;
    }
    return end - from;
  }

  /** @returns the number of files scanned; undefined if time ran out */
  *#scanLoaded(
    from: number,
    batch: readonly KnownFile[],
    countOf: CountLookup,
    mayHaveChanged: boolean,
  ): Operation<number | undefined> {
    const counts = this.#counts.subarray(from, from + batch.length);
    for (let i = 0; i < batch.length; i++) this.#begin(from + i, batch[i], countOf);
    this.#countByNeedles(batch, counts, "ascii");
    this.#countByNeedles(batch, counts, "utf8");
    for (let i = 0; i < batch.length; i++) {
      const file = batch[i];
      if (!isCached(file) || this.#skipOf(file) !== undefined) continue;
      if (counts[i] === 0) this.sink.searched++;
      else if (!(yield* this.#scanFile(from + i, file, counts[i], mayHaveChanged))) return undefined;
    }
    return (yield* this.#flush()) ? batch.length : undefined;
  }

  /** Notes the content of a file, with its count if that is known, or why its content is not searched. */
  #begin(at: number, file: KnownFile, countOf: CountLookup): void {
    const why = isCached(file) ? this.#skipOf(file) : file.why;
    if (why !== undefined) this.sink.addSkipped(why);
    if (!isCached(file) || why !== undefined) return;
    this.#contents[at] = file;
    this.#counts[at] = countOf(at, file) ?? UNKNOWN;
  }

  /** Counts in the texts of one kind, for which the kernel's needles are set once. */
  #countByNeedles(batch: readonly KnownFile[], counts: Int32Array, kind: CachedFile["kind"]): void {
    const { maxCount } = this.sink;
    for (let i = 0; i < batch.length; i++) {
      const file = batch[i];
      if (file.kind !== kind || counts[i] !== UNKNOWN || this.#mustBeOpened(file) || this.#skipOf(file)) continue;
      counts[i] = this.#finder.countByNeedles(file, maxCount);
    }
  }

  /** Whether the text to search is not in memory: it is too large, in another encoding, or has CR LF that count. */
  #mustBeOpened({ kind, hasCrlf }: CachedFile): boolean {
    return kind === "aside" || hasCrlf && this.options.keepsCrlf;
  }

  #skipOf(file: CachedFile): SkipKind | undefined {
    if (file.size > this.options.maxFileSize) return "too_large";
    return file.kind === "binary" ? "binary" : undefined;
  }

  /** Scans a file that has or may have a match; false if time ran out. */
  *#scanFile(at: number, file: CachedFile, count: number, mayHaveChanged: boolean): Operation<boolean> {
    const isCurrent = !mayHaveChanged || this.#loader.isUnchanged(this.#files[at], file);
    if (isCurrent && !(this.#wantsText(count) && isAbsent(file))) return yield* this.#addFile(at, file, count);
    if (!(yield* this.#flush())) return false;
    const batch = [this.#loader.reload(this.#files[at])];
    this.sink.reads++;
    return (yield* this.#scanLoaded(at, batch, () => undefined, false)) !== undefined;
  }

  /** Whether a count is not enough: it is not known, lines may be shown, or something in them is counted. */
  #wantsText(count: number): boolean {
    const { sink } = this;
    if (count <= 0 || sink.counter !== undefined) return count !== 0;
    // The counts of waiting files decide where on the page this one begins.
    return sink.wantsHits && (this.#pending.length > 0 || !sink.isBeforePage(count));
  }

  *#addFile(at: number, file: CachedFile, count: number): Operation<boolean> {
    if (this.#wantsText(count) && this.#mustBeOpened(file)) return yield* this.#scanOpened(at, file);
    const pending = { at, file, ...this.#partOf(wholeText(file), count) };
    if (pending.toMatch === undefined && this.#pending.length === 0) this.#addPending(pending);
    else this.#pending.push(pending);
    this.#pendingUnits += pending.toMatch?.units ?? 0;
    return this.#pendingUnits < RUN_UNITS || (yield* this.#flush());
  }

  /** What is counted in a text, and its blocks to match. @param count of its matching lines, if it is known */
  #partOf(text: TextPart, count: number): Part {
    const { sink, matcher, job: { cache: { arena } }, options: { before, after } } = this, most = sink.linesLeft;
    if (!this.#wantsText(count)) return { counted: count };
    if (matcher.multiline || this.#finder.isBlind(text)) {
      return { counted: 0, toMatch: new BlocksToMatch([blockOf(text, arena)], most) };
    }
    if (!sink.wantsHits && sink.counter === undefined) {
      const { matched, ends } = this.#finder.count(text), counted = Math.min(matched, most);
      if (ends.length === 0 || counted === most) return { counted };
      const lines = blocksOfLines(text, ends, arena, { isNumbered: false, hasContext: false });
      return { counted, toMatch: new BlocksToMatch(lines, most - counted) };
    }
    const { ends, areMatches } = this.#finder.list(text);
    const room = areMatches && sink.counter === undefined ? Math.min(most, sink.pageRoom) : Infinity;
    const options = { isNumbered: sink.wantsHits, hasContext: before + after > 0 };
    const lines = blocksOfLines(text, ends.slice(0, room), arena, options);
    const counted = areMatches ? Math.max(0, Math.min(ends.length, most) - lines.length) : 0;
    return { counted, toMatch: new BlocksToMatch(lines, most - counted) };
  }

  /** Matches what waits, and adds it to the sink; false if time ran out. */
  *#flush(): Operation<boolean> {
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingUnits = 0;
    const isComplete = yield* this.#matchAll(pending, pending[0]?.at ?? 0);
    for (const one of pending) this.#addPending(one);
    return isComplete;
  }

  #addPending({ at, file, ...part }: PendingFile): void {
    this.sink.beginFile(this.#files[at]);
    this.#addPart(part);
    this.#counts[at] = this.sink.endFile(file);
  }

  #matchAll(parts: readonly Part[], at: number): Operation<boolean> {
    const all = parts.flatMap(({ toMatch }) => toMatch ?? []);
    return this.#guarded.matchAll(all, this.sink.wantsHits ? this.sink.pageRoom : 0, (done) => {
      this.#loader.releaseScratch();
      this.job.progress(at + done, this.#files.length);
    });
  }

  #addPart({ counted, toMatch }: Part): void {
    for (const result of toMatch?.results ?? []) this.sink.addMatches(result);
    this.sink.addCount(counted);
  }

  /** Scans a file that can't be searched in memory; false if time ran out. */
  *#scanOpened(at: number, file?: CachedFile): Operation<boolean> {
    if (!(yield* this.#flush())) return false;
    this.#loader.releaseScratch();
    const { job, job: { door }, sink } = this, entry = this.#files[at];
    sink.reads++;
    const opened = door.proveBatch(() => openFile(door, entry, this.options));
    if (opened.kind === "skip") {
      if (opened.why !== undefined) sink.addSkipped(opened.why);
      return true;
    }
    sink.beginFile(entry);
    try {
      for (const part of this.#partsOf(opened)) {
        if (job.remainingMs() <= 0) return false;
        const isComplete = yield* this.#matchAll([part], at);
        this.#addPart(part);
        if (!isComplete) return false;
        if (sink.fileIsFull) return true;
        if (job.shouldYield()) yield;
      }
      return true;
    } finally {
      this.#counts[at] = sink.endFile(file);
      if (opened.kind === "large") opened.file.close();
    }
  }

  /** The parts of a file, each of whole lines; in a search across lines a text is one. */
  *#partsOf(opened: Exclude<OpenedFile, NotSearched>): Generator<Part, void, void> {
    const { sink, matcher, job: { cache: { arena } } } = this;
    const pieces = opened.kind === "large"
      ? largeFilePieces(opened, this.options, arena)
      : [wholeBlock(opened.decoded)];
    for (const piece of pieces) {
      if ("kind" in piece) yield this.#partOf(piece, this.#finder.countByNeedles(piece, sink.linesLeft));
      else {
        for (const block of matcher.multiline ? [piece] : splitBlock(piece, RUN_UNITS)) {
          yield { counted: 0, toMatch: new BlocksToMatch([block], sink.linesLeft) };
        }
      }
    }
  }
}

function isAbsent(file: CachedFile): boolean {
  return isText(file) && file.at === ABSENT;
}
