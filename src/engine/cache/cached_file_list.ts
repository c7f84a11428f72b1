/**
 * Cached facts about a whole array of files, so that a search of all of them need not look up each file.
 * @module
 */
import type { DecidingBytes, DecidingBytesByKind } from "../matcher/deciding_bytes.ts";
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import type { Needle } from "../simd/byte_set.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type CachedFile, isText } from "./cached_file.ts";
import { ABSENT, type ContentArena } from "./content_arena.ts";
import type { Freshness } from "./freshness.ts";

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
    readonly arena: ContentArena,
    readonly freshness: Freshness,
  ) {
    this.#changeCount = freshness.changeCount;
    this.#removalCount = arena.removalCount;
  }

  /**
   * A list of files that stay current until the watcher reports a change; undefined if too many are unknown.
   * @param find looks up a file
   */
  static create(
    files: readonly WalkEntry[],
    find: (file: WalkEntry) => CachedFile | undefined,
    arena: ContentArena,
    freshness: Freshness,
  ): CachedFileList | undefined {
    const cachedFiles: (CachedFile | undefined)[] = [];
    for (let i = 0, holes = 0; i < files.length; i++) {
      const file = find(files[i]), known = isStable(file, arena, freshness) ? file : undefined;
      if (known === undefined && ++holes > MAX_UNKNOWN_FILES) return undefined;
      cachedFiles.push(known);
    }
    return new CachedFileList(files, cachedFiles, arena, freshness);
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
    return this.#layout ??= layoutOf(this.cachedFiles, this.arena);
  }

  /** Whether nothing has changed since and all texts are still in memory. */
  get isCurrent(): boolean {
    return this.#changeCount === this.freshness.changeCount && this.isInMemory;
  }

  /** Whether all texts are still where they were. */
  get isInMemory(): boolean {
    return this.#removalCount === this.arena.removalCount;
  }

  /** Whether the list has exactly this content of a file. */
  has(file: CachedFile): boolean {
    this.#members ??= new Set(this.cachedFiles);
    return this.#members.has(file);
  }

  /**
   * Marks in `hits` the texts that may hold a match; or, if bytes decide, counts in `counts` their matching lines.
   * Yields now and then.
   * @param epoch number of the request: the texts count as used by it
   */
  *prefilter(query: PrefilterQuery, epoch: number): Generator<void, void, void> {
    const { arena } = this, searcher = new TextSearcher(arena, this.cachedFiles);
    const { needles, lines, maxCount, hits, counts } = query;
    for (const run of this.#currentLayout.runs) {
      arena.touch(this.cachedFiles[run.indices[0]]?.at ?? ABSENT, epoch);
      const deciding = decidingBytesFor(run.kind, lines);
      if (deciding === undefined) searcher.findInRun(needlesFor(run.kind, needles), run, hits);
      else searcher.countLinesInRun(deciding, run, maxCount, counts);
      yield;
    }
  }
}

function decidingBytesFor(kind: TextRun["kind"], lines: DecidingBytesByKind | undefined): DecidingBytes | undefined {
  return kind === "ascii" ? lines?.ascii : lines?.unicode;
}

/** Whether the watcher would report a change of the file's content, and its text stays where it is. */
function isStable(file: CachedFile | undefined, arena: ContentArena, freshness: Freshness): file is CachedFile {
  return file !== undefined && freshness.isFreshUntilEvent(file.token) && (!isText(file) || arena.isStored(file));
}

/** A list's files in the order in which they are searched. */
interface ListLayout {
  readonly nonTextIndices: readonly number[];
  readonly largestBytes: number;
  readonly hasCrlf: boolean;
  /** In the order of their addresses. */
  readonly runs: readonly TextRun[];
}

function layoutOf(files: CachedFileList["cachedFiles"], arena: ContentArena): ListLayout {
  const addressOf = (i: number) => files[i]?.at ?? ABSENT;
  const byAddress = [...files.keys()].sort((a, b) => addressOf(a) - addressOf(b));
  const runs = textRunsOf(files, arena, byAddress);
  return {
    nonTextIndices: files.flatMap((file, i) => file !== undefined && isText(file) ? [] : [i]),
    largestBytes: files.reduce((largest, file) => Math.max(largest, file?.size ?? 0), 0),
    hasCrlf: files.some((file) => file !== undefined && file.crlf !== "none"),
    runs,
  };
}

/** Texts of one kind that are adjacent in memory, by their indices among all. */
interface TextRun {
  readonly kind: "ascii" | "utf8";
  /** At least one, in the order of their addresses. */
  readonly indices: readonly number[];
}

type Texts = readonly (CachedFile | undefined)[];

/**
 * Groups texts into runs that are adjacent in memory; holes and files that are not texts are left out.
 * @param order the texts' indices; if they are not in the order of the addresses, there are more runs than necessary
 */
export function textRunsOf(
  texts: Texts,
  arena: ContentArena,
  order: readonly number[] = [...texts.keys()],
): TextRun[] {
  return [...textRunsOfKind("ascii", texts, arena, order), ...textRunsOfKind("utf8", texts, arena, order)];
}

function* textRunsOfKind(
  kind: TextRun["kind"],
  texts: Texts,
  arena: ContentArena,
  order: readonly number[],
): Generator<TextRun> {
  let indices: number[] = [];
  let last: CachedFile | undefined;
  for (const i of order) {
    const text = texts[i];
    if (text?.kind !== kind || text.at === ABSENT) continue;
    if (last !== undefined && !arena.areAdjacent(last, text)) {
      yield { kind, indices };
      indices = [];
    }
    indices.push(i);
    last = text;
  }
  if (indices.length > 0) yield { kind, indices };
}

/** The needles for texts of a kind; undefined if any text may hold a match. */
function needlesFor(kind: TextRun["kind"], needles: RequiredBytes): readonly Needle[] | undefined {
  return kind === "ascii" ? needles.ascii : needles.unicode;
}

/** Marks with 1 in `hits` the texts of a run that may hold a match. */
export function prefilterRun(
  arena: ContentArena,
  required: RequiredBytes,
  texts: Texts,
  run: TextRun,
  hits: Uint8Array,
): void {
  new TextSearcher(arena, texts).findInRun(needlesFor(run.kind, required), run, hits);
}

/** Searches texts in memory; texts are given by their indices. */
class TextSearcher {
  constructor(readonly arena: ContentArena, readonly texts: Texts) {}

  /** Marks with 1 in `hits` the texts of a run that have one of the needles; without needles, all of them. */
  findInRun(needles: readonly Needle[] | undefined, { indices }: TextRun, hits: Uint8Array): void {
    if (needles !== undefined) this.#forEachMatch({ needles, lead: 0, trail: 0 }, indices, (i) => hits[i] = 1);
    else for (const i of indices) hits[i] = 1;
  }

  /** Counts in `counts` the matching lines of each text of a run, at most `maxLines` of each. */
  countLinesInRun(bytes: DecidingBytes, { indices }: TextRun, maxLines: number, counts: Int32Array): void {
    this.#forEachMatch(bytes, indices, (i, text) => counts[i] = this.#countLines(bytes, text, maxLines));
  }

  #countLines({ lead, trail }: DecidingBytes, text: CachedFile, maxLines: number): number {
    return this.arena.kernel.countLinesWithNeedle(text.at - lead, text.end + trail, lead, maxLines);
  }

  /** Calls `visit` with each of adjacent texts that has one of the needles. */
  #forEachMatch(
    { needles, lead, trail }: DecidingBytes,
    indices: readonly number[],
    visit: (index: number, text: CachedFile) => void,
  ): void {
    const { arena, arena: { kernel }, texts } = this;
    const first = texts[indices[0]], end = texts[indices[indices.length - 1]]?.end ?? 0;
    if (first === undefined) return;
    arena.setNeedles(needles);
    let k = 0;
    for (let at = kernel.findNeedle(first.at - lead, end + trail); at >= 0;) {
      let text = texts[indices[k]];
      while (text !== undefined && text.end <= at) text = texts[indices[++k]];
      if (text === undefined) return;
      // A needle between two texts belongs to neither; one that begins in a text and ends after it does no harm.
      const isInside = text.at - lead <= at;
      if (isInside) visit(indices[k], text);
      const from = isInside ? text.end : text.at - lead;
      if (from >= end) return;
      at = kernel.findNeedle(from, end + trail);
    }
  }
}
