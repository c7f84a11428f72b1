/**
 * Cached facts about a whole array of files, so that a search of all of them need not look up each file.
 * @module
 */
import type { DecidingBytes, DecidingBytesByKind } from "../matcher/deciding_bytes.ts";
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import type { Needle } from "../simd/byte_set.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import {
  areFewCandidates,
  needlesFor,
  type TextRun,
  textRunsOf,
  TextSearcher,
  type TextStore,
} from "./byte_prefilter.ts";
import { type CachedFile, isText } from "./cached_file.ts";
import { ABSENT } from "./content_arena.ts";
import type { Freshness } from "./freshness.ts";
import { IndexedTexts } from "./trigram_index.ts";

/** The bytes searched for in all files of a list, and the outcome for each. */
export interface PrefilterQuery {
  readonly needles: RequiredBytes;
  /** Bytes that decide lines, if only the number of lines is wanted. */
  readonly lines?: DecidingBytesByKind;
  /** Lines of one file that are counted, at most. */
  readonly maxCount: number;
  /** 1: the file may hold a match and has to be scanned. */
  readonly hits: Uint8Array;
  /** Matching lines of each file that bytes decide. */
  readonly counts: Int32Array;
}

/** Files of a list that may be uncached; if there are more, looking up file by file is better. */
const MAX_UNKNOWN_FILES = 32;

/**
 * An array of files, nearly all of them cached, with nothing changed since.
 *
 * It is laid out on first use: after each change there is a new list, and it may never be used.
 */
export class CachedFileList {
  #layout: ListLayout | undefined;
  readonly #changeCount: number;
  readonly #removalCount: number;
  #members: Set<CachedFile | undefined> | undefined;

  /** @param cachedFiles of the files, in their order, current in watched directories; a hole for each unknown one */
  private constructor(
    readonly files: readonly WalkEntry[],
    readonly cachedFiles: readonly (CachedFile | undefined)[],
    readonly store: TextStore,
    readonly freshness: Freshness,
  ) {
    this.#changeCount = freshness.changeCount;
    this.#removalCount = store.arena.removalCount;
  }

  /**
   * A list of files that stay current until the watcher reports a change; undefined if too many are unknown.
   * @param find looks up a file
   */
  static create(
    files: readonly WalkEntry[],
    find: (file: WalkEntry) => CachedFile | undefined,
    store: TextStore,
    freshness: Freshness,
  ): CachedFileList | undefined {
    const cachedFiles: (CachedFile | undefined)[] = [];
    for (let i = 0, holes = 0; i < files.length; i++) {
      const file = find(files[i]), known = isStable(file, store, freshness) ? file : undefined;
      if (known === undefined && ++holes > MAX_UNKNOWN_FILES) return undefined;
      cachedFiles.push(known);
    }
    return new CachedFileList(files, cachedFiles, store, freshness);
  }

  /** Indices of files that are not texts in memory. */
  get nonTextIndices(): readonly number[] {
    return this.#currentLayout.nonTextIndices;
  }

  /** Bytes of the largest known file. */
  get largestBytes(): number {
    return this.#currentLayout.largestBytes;
  }

  /** Whether any text has CR LF line breaks in its file. */
  get hasCrlf(): boolean {
    return this.#currentLayout.hasCrlf;
  }

  get #currentLayout(): ListLayout {
    return this.#layout ??= layoutOf(this.cachedFiles, this.store);
  }

  /** Whether nothing has changed since and all texts are still in memory. */
  get isCurrent(): boolean {
    return this.#changeCount === this.freshness.changeCount && this.isInMemory;
  }

  /** Whether all texts are still where they were. */
  get isInMemory(): boolean {
    return this.#removalCount === this.store.arena.removalCount;
  }

  /** Whether the list has exactly this content of a file. */
  has(file: CachedFile): boolean {
    this.#members ??= new Set(this.cachedFiles);
    return this.#members.has(file);
  }

  /** Lays out the list, and yields between the parts. */
  *prepare(): Generator<void, void, void> {
    for (const kind of this.#currentLayout.kinds) {
      yield;
      this.#indexedTextsOf(kind);
    }
  }

  /**
   * Marks in `hits` the texts that may hold a match; or, if bytes decide, counts in `counts` their matching lines.
   * Yields now and then.
   * @param epoch number of the request: the texts count as used by it
   */
  *prefilter(query: PrefilterQuery, epoch: number): Generator<void, void, void> {
    const { arena } = this.store, searcher = new TextSearcher(arena, this.cachedFiles);
    for (const layout of this.#currentLayout.kinds) {
      const { kind, runs, indices } = layout, needles = needlesFor(kind, query.needles);
      for (const { indices: [first] } of runs) arena.touch(this.cachedFiles[first]?.at ?? ABSENT, epoch);
      // Asked for all texts of a kind together: where some have gone or changed, runs are of a few texts each.
      const candidates = needles && this.#indexedTextsOf(layout).candidates(needles);
      if (needles && candidates && areFewCandidates(candidates.length, indices.length)) {
        yield;
        yield* searchTexts(candidates.map((position) => indices[position]), kind, needles, query, searcher);
      } else yield* searchRuns(runs, kind, needles, query, searcher);
    }
  }

  #indexedTextsOf(kind: KindLayout): IndexedTexts {
    if (kind.indexedTexts?.isCurrent !== true) {
      const texts = kind.indices.map((i) => this.cachedFiles[i]).filter((text) => text !== undefined);
      kind.indexedTexts = new IndexedTexts(texts, this.store.trigrams);
    }
    return kind.indexedTexts;
  }
}

/** Candidates between two yields. */
const TEXTS_PER_STEP = 64;

function* searchRuns(
  runs: readonly TextRun[],
  kind: TextRun["kind"],
  needles: readonly Needle[] | undefined,
  { lines, maxCount, hits, counts }: PrefilterQuery,
  searcher: TextSearcher,
): Generator<void, void, void> {
  const deciding = decidingBytesFor(kind, lines);
  for (const run of runs) {
    if (deciding === undefined) searcher.findInRun(needles, run, hits);
    else searcher.countLinesInRun(deciding, run, maxCount, counts);
    yield;
  }
}

function* searchTexts(
  indices: readonly number[],
  kind: TextRun["kind"],
  needles: readonly Needle[],
  { lines, maxCount, hits, counts }: PrefilterQuery,
  searcher: TextSearcher,
): Generator<void, void, void> {
  const deciding = decidingBytesFor(kind, lines);
  for (const [n, i] of indices.entries()) {
    if (deciding === undefined) searcher.findInText(needles, i, hits);
    else searcher.countLinesInText(deciding, i, maxCount, counts);
    if (n % TEXTS_PER_STEP === TEXTS_PER_STEP - 1) yield;
  }
}

function decidingBytesFor(kind: TextRun["kind"], lines: DecidingBytesByKind | undefined): DecidingBytes | undefined {
  return kind === "ascii" ? lines?.ascii : lines?.unicode;
}

/** Whether the watcher would report a change of the file's content, and its text stays where it is. */
function isStable(file: CachedFile | undefined, { arena }: TextStore, freshness: Freshness): file is CachedFile {
  return file !== undefined && freshness.isFreshUntilEvent(file.token) && (!isText(file) || arena.isStored(file));
}

/** A list's files in the order in which they are searched. */
interface ListLayout {
  readonly nonTextIndices: readonly number[];
  readonly largestBytes: number;
  readonly hasCrlf: boolean;
  readonly kinds: readonly KindLayout[];
}

/** The texts of one kind. */
interface KindLayout {
  readonly kind: TextRun["kind"];
  /** In the order of their addresses. */
  readonly runs: readonly TextRun[];
  /** The indices of all of them. */
  readonly indices: readonly number[];
  indexedTexts?: IndexedTexts;
}

function layoutOf(files: CachedFileList["cachedFiles"], { arena }: TextStore): ListLayout {
  const addressOf = (i: number) => files[i]?.at ?? ABSENT;
  const byAddress = [...files.keys()].sort((a, b) => addressOf(a) - addressOf(b));
  const runs = textRunsOf(files, arena, byAddress);
  return {
    nonTextIndices: files.flatMap((file, i) => file !== undefined && isText(file) ? [] : [i]),
    largestBytes: files.reduce((largest, file) => Math.max(largest, file?.size ?? 0), 0),
    hasCrlf: files.some((file) => file !== undefined && file.crlf !== "none"),
    kinds: (["ascii", "utf8"] as const).map((kind) => {
      const own = runs.filter((run) => run.kind === kind);
      return { kind, runs: own, indices: own.flatMap(({ indices }) => indices) };
    }),
  };
}
