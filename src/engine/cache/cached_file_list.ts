/**
 * Owns what is known of a whole array of files at once, so that a question about all of them need not go
 * from file to file.
 * @module
 */
import type { WalkEntry } from "../walk/walk_entry.ts";
import { ABSENT } from "./content_arena.ts";
import type { Freshness } from "./freshness.ts";
import { type CachedFile, isText } from "./cached_file.ts";
import {
  areFewCandidates,
  countLinesInRun,
  countLinesInText,
  findInRun,
  findInText,
  type Needles,
  needlesFor,
  type TextRun,
  textRunsOf,
  type TextStore,
} from "./byte_prefilter.ts";
import type { DecidingBytesByKind } from "../matcher/deciding_bytes.ts";
import { IndexedTexts } from "./trigram_index.ts";

/** What is sought in all files of a roll, and what becomes of each. */
export interface PrefilterQuery {
  readonly needles: Needles;
  /** What decides lines, where no more than their number is wanted. */
  readonly lines?: DecidingBytesByKind;
  /** Lines of one file that are counted, at most. */
  readonly maxCount: number;
  /** 1: has to be looked at. */
  readonly hits: Uint8Array;
  /** Its matching lines, where it has not. */
  readonly counts: Int32Array;
}

/** Files of which so many are not known; where there are more, it is better to go from file to file. */
const MAX_UNKNOWN_FILES = 32;

/**
 * Files of which nearly all is known, and nothing has changed since.
 *
 * It is put in order when it is used: after each change there is another, which may never be.
 */
export class CachedFileList {
  #layout: ListLayout | undefined;
  readonly #changeCount: number;
  readonly #removalCount: number;
  #members: Set<CachedFile | undefined> | undefined;

  /**
   * @param cachedFiles of the files, in their order, current in watched directories; a hole where that is not known
   */
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
   * A roll of what is known and stays so until the watcher tells otherwise; undefined where that is too little.
   * @param find what is known of a file
   */
  static create(
    files: readonly WalkEntry[],
    find: (file: WalkEntry) => CachedFile | undefined,
    sifted: TextStore,
    currency: Freshness,
  ): CachedFileList | undefined {
    const residents: (CachedFile | undefined)[] = [];
    for (let i = 0, holes = 0; i < files.length; i++) {
      const file = find(files[i]), known = isStable(file, sifted, currency) ? file : undefined;
      if (known === undefined && ++holes > MAX_UNKNOWN_FILES) return undefined;
      residents.push(known);
    }
    return new CachedFileList(files, residents, sifted, currency);
  }

  /** Indices of what is no text in memory. */
  get nonTextIndices(): readonly number[] {
    return this.#currentLayout.nonTextIndices;
  }

  /** Bytes of the largest file that is known. */
  get largestBytes(): number {
    return this.#currentLayout.largestBytes;
  }

  /** Some text has line breaks that are CR LF in its file. */
  get hasCrlf(): boolean {
    return this.#currentLayout.hasCrlf;
  }

  get #currentLayout(): ListLayout {
    return this.#layout ??= layoutOf(this.cachedFiles, this.store);
  }

  /** Nothing has changed since, and all is still in memory. */
  get isCurrent(): boolean {
    return this.#changeCount === this.freshness.changeCount && this.isInMemory;
  }

  /** All texts are still where they were. */
  get isInMemory(): boolean {
    return this.#removalCount === this.store.arena.removalCount;
  }

  /** Whether it holds just this content of a file. */
  has(file: CachedFile): boolean {
    this.#members ??= new Set(this.cachedFiles);
    return this.#members.has(file);
  }

  /** Puts it in order, with a step between the parts of that. */
  *prepare(): Generator<void, void, void> {
    for (const kind of this.#currentLayout.kinds) {
      yield;
      this.#indexedTextsOf(kind);
    }
  }

  /**
   * Marks in `sifting.hits` the texts that may hold a match, or counts the lines that have one in its `counts` where
   * bytes decide; with a step now and then.
   * @param question the one that asks: what is sifted counts as used by it
   */
  *prefilter(sifting: PrefilterQuery, question: number): Generator<void, void, void> {
    const { cachedFiles: residents, store: { arena: contents } } = this, { hits, counts, maxCount: most } = sifting;
    for (const kind of this.#currentLayout.kinds) {
      const { runs, indices } = kind, wanted = needlesFor(kind.kind, sifting.needles);
      const lines = kind.kind === "ascii" ? sifting.lines?.ascii : sifting.lines?.unicode;
      for (const { indices: [first] } of runs) contents.touch(residents[first]?.at ?? ABSENT, question);
      // Of all texts of a kind at once: where some have gone or changed, runs are of a few texts each.
      const suspects = wanted && this.#indexedTextsOf(kind).candidates(wanted);
      if (wanted === undefined || suspects === undefined || !areFewCandidates(suspects.length, indices.length)) {
        for (const run of runs) {
          if (lines === undefined) findInRun(contents, wanted, residents, run, hits);
          else countLinesInRun(contents, lines, residents, run, most, counts);
          yield;
        }
        continue;
      }
      yield;
      for (const [n, place] of suspects.entries()) {
        const i = indices[place];
        if (lines !== undefined) countLinesInText(contents, lines, residents[i], i, most, counts);
        else {
          contents.setNeedles(wanted);
          findInText(contents, residents[i], i, hits);
        }
        if (n % TEXTS_PER_STEP === TEXTS_PER_STEP - 1) yield;
      }
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

/** Whether the watcher would tell if a file's content were another, and its text stays where it is. */
function isStable(
  file: CachedFile | undefined,
  { arena: contents }: TextStore,
  currency: Freshness,
): file is CachedFile {
  return file !== undefined && currency.isFreshUntilEvent(file.token) && (!isText(file) || contents.isStored(file));
}

/** Files as they are gone through. */
interface ListLayout {
  readonly nonTextIndices: readonly number[];
  readonly largestBytes: number;
  readonly hasCrlf: boolean;
  readonly kinds: readonly KindLayout[];
}

function layoutOf(files: CachedFileList["cachedFiles"], { arena: contents }: TextStore): ListLayout {
  const addressOf = (i: number) => files[i]?.at ?? ABSENT;
  const asTheyLie = [...files.keys()].sort((a, b) => addressOf(a) - addressOf(b));
  const runs = textRunsOf(files, contents, asTheyLie);
  return {
    nonTextIndices: files.flatMap((file, i) => file !== undefined && isText(file) ? [] : [i]),
    largestBytes: files.reduce((most, file) => Math.max(most, file?.size ?? 0), 0),
    hasCrlf: files.some((file) => file !== undefined && file.crlf !== "none"),
    kinds: (["ascii", "utf8"] as const).map((kind) => {
      const own = runs.filter((run) => run.kind === kind);
      return { kind, runs: own, indices: own.flatMap(({ indices }) => indices) };
    }),
  };
}

/** Suspects between two steps. */
const TEXTS_PER_STEP = 64;

/** The texts of one kind. */
interface KindLayout {
  readonly kind: TextRun["kind"];
  /** As they lie in memory. */
  readonly runs: readonly TextRun[];
  /** All of them. */
  readonly indices: readonly number[];
  indexedTexts?: IndexedTexts;
}
