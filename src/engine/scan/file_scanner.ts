/**
 * Searches files in order. Lines are counted by the bytes of a whole batch first; the files without a match end there,
 * and lines are decoded only where the expression has to decide or where they may be shown.
 * @module
 */
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
import { type LoadOptions, type NotSearched, type OpenedFile, openFile, type SkipReason } from "./open_file.ts";
import { blockOf, blocksOfLines, type TextPart, wholeText } from "./stored_text.ts";

/** UTF-16 units that are matched in one run of the guard: it must fit one time slice. */
const RUN_UNITS = 256 * 1024;

/** What of a file's content is counted already, and what is to be matched. */
interface Part {
  readonly counted: number;
  readonly toMatch?: BlocksToMatch;
}

/** The blocks of a file that wait for a run of the guard. */
interface PendingFile extends Part {
  readonly at: number;
}

/** One pass over files in order. Results go to the sink. */
export class FileScanner {
  readonly #loader: FileLoader;
  readonly #finder: LineFinder;
  readonly #guarded: GuardedMatcher;
  #files: readonly WalkEntry[] = [];
  /** The searched contents, and the count of each file if it is known. */
  #contents: (CachedFile | undefined)[] = [];
  #counts = new Int32Array();
  #countOf: CountLookup = () => undefined;
  #mayHaveChanged = false;
  #pending: PendingFile[] = [];
  #pendingUnits = 0;
  /** The files before this index are in the sink. */
  #added = 0;

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
    this.#countOf = countLookup(known, files);
    this.#mayHaveChanged = true;
    return this.#scan(files, this.job.cache.contentsOf(files));
  }

  /** Scans files with the contents that an earlier pass saw, as far as these are still in memory. */
  scanAsRead(files: readonly WalkEntry[], contents: KnownContents): Operation<boolean> {
    return this.#scan(files, contents);
  }

  *#scan(files: readonly WalkEntry[], contents: KnownContents): Operation<boolean> {
    this.#files = files;
    this.#contents = Array(files.length);
    this.#counts = new Int32Array(files.length).fill(UNKNOWN);
    try {
      for (let at = 0; at < files.length; at = this.#added) {
        if (this.job.remainingMs() <= 0) return false;
        const isComplete = this.options.encoding === undefined
          ? this.#scanLoaded(at, this.#loader.load(files, at, contents))
          : this.#scanOpened(at);
        if (!(yield* isComplete)) return false;
        this.job.progress(this.#added, files.length);
        if (!this.job.shouldYield()) continue;
        this.#loader.releaseScratch();
        yield;
      }
      return true;
    } finally {
      this.#loader.releaseScratch();
      this.sink.hardLines += this.#guarded.hardBlocks;
      this.sink.reads += this.#loader.filesRead;
    }
  }

  /** Scans the loaded files from `from` on; false if time ran out. */
  *#scanLoaded(from: number, batch: readonly KnownFile[]): Operation<boolean> {
    const end = from + batch.length;
    for (let i = 0; i < batch.length; i++) this.#begin(from + i, batch[i]);
    this.#countByNeedles(from, end, "ascii");
    this.#countByNeedles(from, end, "utf8");
    for (let at = from; at < end; at++) {
      const file = this.#contents[at];
      if (file !== undefined && this.#counts[at] !== 0 && !(yield* this.#scanFile(at, file))) return false;
    }
    return yield* this.#flush(end);
  }

  /** Notes the content of a file, with its count if that is known, or why its content is not searched. */
  #begin(at: number, file: KnownFile): void {
    const why = isCached(file) ? this.#skipOf(file) : file.why, isSearched = isCached(file) && why === undefined;
    if (why !== undefined) this.sink.addSkipped(why, this.#files[at].shown);
    else if (isCached(file) && !file.isUtf8) this.sink.nonUtf8Paths.push(this.#files[at].shown);
    this.#contents[at] = isSearched ? file : undefined;
    this.#counts[at] = isSearched ? this.#countOf(at, file) ?? UNKNOWN : UNKNOWN;
  }

  /** Counts in the texts of one kind, for which the kernel's needles are set once. */
  #countByNeedles(from: number, end: number, kind: CachedFile["kind"]): void {
    const { maxCount } = this.sink, counts = this.#counts;
    for (let at = from; at < end; at++) {
      const file = this.#contents[at];
      if (file?.kind !== kind || counts[at] !== UNKNOWN || this.#mustBeOpened(file)) continue;
      counts[at] = this.#finder.countByNeedles(file, maxCount);
    }
  }

  /** Whether the text to search is not in memory: it is too large, in another encoding, or has CR LF that count. */
  #mustBeOpened({ kind, hasCrlf }: CachedFile): boolean {
    return kind === "aside" || hasCrlf && this.options.keepsCrlf;
  }

  #skipOf(file: CachedFile): SkipReason | undefined {
    if (file.size > this.options.maxFileSize) return "too_large";
    return file.kind === "ascii" || file.kind === "utf8" || file.kind === "aside" ? undefined : file.kind;
  }

  /** Scans a file that has or may have a match; false if time ran out. */
  *#scanFile(at: number, file: CachedFile): Operation<boolean> {
    const count = this.#counts[at],
      isCurrent = !this.#mayHaveChanged || this.#loader.isUnchanged(this.#files[at], file);
    if (this.#pending.length === 0) this.#addUpTo(at, []);
    const wantsText = this.#wantsText(count);
    if (isCurrent && !(wantsText && isAbsent(file))) return !wantsText || (yield* this.#scanText(at, file, count));
    if (!(yield* this.#flush(at))) return false;
    return yield* this.#scanLoaded(at, [this.#loader.reload(this.#files[at])]);
  }

  /** Whether a count is not enough: it is not known, lines may be shown, or something in them is counted. */
  #wantsText(count: number): boolean {
    const { sink } = this;
    if (count <= 0 || sink.counter !== undefined) return count !== 0;
    // The counts of waiting files decide where on the page this one begins.
    return sink.wantsHits && (this.#pending.length > 0 || !sink.isBeforePage(count));
  }

  *#scanText(at: number, file: CachedFile, count: number): Operation<boolean> {
    if (this.#mustBeOpened(file)) return yield* this.#scanOpened(at);
    const part = this.#partOf(wholeText(file), count), { counted, toMatch } = part;
    if (toMatch === undefined) {
      this.#counts[at] = counted;
      return true;
    }
    this.#pending.push({ at, ...part });
    this.#pendingUnits += toMatch.units;
    return this.#pendingUnits < RUN_UNITS || (yield* this.#flush(at + 1));
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

  /** Matches what waits, and adds the files before `end` to the sink; false if time ran out. */
  *#flush(end: number): Operation<boolean> {
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingUnits = 0;
    const isComplete = pending.length === 0 || (yield* this.#matchAll(pending, pending[0].at));
    this.#addUpTo(end, pending);
    return isComplete;
  }

  /** Adds the files before `end` to the sink, those that were counted and those that were matched. */
  #addUpTo(end: number, matched: readonly PendingFile[]): void {
    const { sink } = this, counts = this.#counts;
    for (let k = 0; this.#added < end; this.#added++) {
      const at = this.#added, part = matched[k]?.at === at ? matched[k++] : undefined;
      if (part === undefined && counts[at] === 0) sink.searched++;
      if (part === undefined && counts[at] <= 0) continue;
      sink.beginFile(this.#files[at]);
      this.#addPart(part ?? { counted: counts[at] });
      counts[at] = sink.endFile(this.#contents[at]);
    }
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
  *#scanOpened(at: number): Operation<boolean> {
    if (!(yield* this.#flush(at))) return false;
    this.#added++;
    this.#loader.releaseScratch();
    const { job, job: { door }, sink } = this, entry = this.#files[at];
    sink.reads++;
    const opened = door.proveBatch(() => openFile(door, entry, this.options));
    if (opened.kind === "skip") {
      if (opened.why !== undefined) sink.addSkipped(opened.why, entry.shown);
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
      this.#counts[at] = sink.endFile(this.#contents[at]);
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
