/**
 * An index of the trigrams (three neighbouring bytes) that each text has. It rules out most texts without a match
 * before their bytes are looked at, or even when those are not in memory.
 *
 * Each column is a Bloom filter with a single hash function for a part of a text, after B. H. Bloom, "Space/time
 * trade-offs in hash coding with allowable errors" (1970). Columns are stored as bit slices, the same bit of many
 * columns side by side, after C. Faloutsos and S. Christodoulakis, "Signature files" (1984): one trigram is looked up
 * in all columns by reading one row.
 * @module
 */
import { type ByteSet, MAX_NEEDLE_BYTES, membersOf, type Needle } from "../simd/byte_set.ts";
import { TRIGRAM_GROUP, type TrigramQuery, trigramRow } from "../simd/kernel.ts";
import type { CachedFile, IndexedColumns } from "./cached_file.ts";
import type { ContentArena } from "./content_arena.ts";

/** Bytes of text for each column: as many as it has rows; about a quarter of that number are distinct trigrams. */
const BYTES_PER_COLUMN = TRIGRAM_GROUP.rows;
/** Bytes that two parts of a text share, so that every match lies wholly in one of them. */
const OVERLAP_BYTES = MAX_NEEDLE_BYTES - 1;
/** A trigram of a needle is looked up if it has at most this number of case variants. */
const MAX_FORMS_PER_TRIGRAM = 4;
/** Trigrams of a needle that are looked up, at most. */
const MAX_TRIGRAMS_PER_NEEDLE = 16;

/** Whether a text may hold a needle; a text that is not indexed always may. */
export type CandidateTest = (text: CachedFile) => boolean;

/** Adjacent columns. */
interface ColumnRun {
  readonly first: number;
  readonly count: number;
}

/** One bit for each column, as of `version` of the index. */
interface CandidateColumns {
  readonly version: number;
  readonly columns: Uint32Array;
}

/** The columns of an array of texts. */
export class IndexedTexts {
  /** The position of each column's text in the array; -1 if the column belongs to none of them. */
  readonly #positions: Int32Array;
  /** Further positions of a text, by its first: links may lead to one file several times. */
  readonly #further = new Map<number, number[]>();
  /** The positions of texts that are not indexed. */
  readonly #unindexed: readonly number[];
  readonly #version: number;

  constructor(texts: readonly CachedFile[], readonly index: TrigramIndex) {
    this.#version = index.version;
    this.#positions = new Int32Array(index.columnCount).fill(-1);
    this.#unindexed = [...texts.keys()].filter((position) => texts[position].indexed === undefined);
    for (const [position, { indexed }] of texts.entries()) {
      if (indexed !== undefined) this.#add(position, indexed);
    }
  }

  #add(position: number, { first, count }: IndexedColumns): void {
    const before = this.#positions[first], further = this.#further.get(before);
    if (before < 0) this.#positions.fill(position, first, first + count);
    else if (further === undefined) this.#further.set(before, [position]);
    else further.push(position);
  }

  /** Whether the index has not changed since. */
  get isCurrent(): boolean {
    return this.#version === this.index.version;
  }

  /** The positions of texts that may hold one of the needles; undefined if the index can't tell. */
  candidates(needles: readonly Needle[]): number[] | undefined {
    const columns = this.index.candidates(needles)?.columns;
    if (columns === undefined) return undefined;
    const candidates = [...this.#unindexed];
    let last = -1;
    for (const [i, word] of columns.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        const position = this.#positions[32 * i + 31 - Math.clz32(rest & -rest)];
        // A text's columns are adjacent.
        if (position < 0 || position === last) continue;
        candidates.push(last = position);
        for (const other of this.#further.get(position) ?? []) candidates.push(other);
      }
    }
    return candidates;
  }
}

/** Indexes texts by their trigrams. */
export class TrigramIndex {
  /** Addresses of groups. */
  readonly #groups: number[] = [];
  /** Freed columns: runs in order, no two of them adjacent. */
  #freeRuns: readonly ColumnRun[] = [];
  #block = { at: 0, end: 0 };
  readonly #candidatesByNeedles = new WeakMap<readonly Needle[], CandidateColumns>();
  /** Columns allocated so far. */
  columnCount = 0;
  /** Counts additions and removals. */
  version = 0;

  constructor(readonly arena: ContentArena) {}

  /**
   * Indexes a text in memory, if there is room.
   * @param before the file's former content, whose columns are freed first
   */
  add(text: CachedFile, before?: CachedFile): void {
    if (text.indexed !== undefined) return;
    if (before !== undefined) this.remove(before);
    const run = this.#allocateColumns(Math.max(1, Math.ceil((text.end - text.at) / BYTES_PER_COLUMN)));
    if (run === undefined) return;
    for (let i = 0; i < run.count; i++) {
      const from = text.at + i * BYTES_PER_COLUMN, to = Math.min(text.end, from + BYTES_PER_COLUMN + OVERLAP_BYTES);
      const column = run.first + i;
      this.arena.kernel.addTrigrams(from, to, this.#groupOf(column), column % TRIGRAM_GROUP.columns);
    }
    this.version++;
    text.indexed = { ...run, version: this.version };
  }

  /**
   * A test for texts that may hold one of the needles, including texts indexed later; undefined if the index can't
   * tell.
   */
  candidateTest(needles: readonly Needle[]): CandidateTest | undefined {
    const candidates = this.candidates(needles);
    return candidates && (({ indexed }) => indexed === undefined || isCandidate(indexed, candidates));
  }

  /** The columns of texts that may hold one of the needles; undefined if the index can't tell. */
  candidates(needles: readonly Needle[]): CandidateColumns | undefined {
    const known = this.#candidatesByNeedles.get(needles);
    if (known?.version === this.version) return known;
    const queries = trigramQueriesOf(needles);
    if (queries === undefined) return undefined;
    const candidates = { version: this.version, columns: this.arena.kernel.matchingColumns(queries, this.#groups) };
    this.#candidatesByNeedles.set(needles, candidates);
    return candidates;
  }

  /** Empties the index. No file may hold columns any longer. */
  clear(): void {
    this.arena.freePinned();
    this.version++;
    this.columnCount = 0;
    this.#groups.length = 0;
    this.#freeRuns = [];
    this.#block = { at: 0, end: 0 };
  }

  #groupOf(column: number): number {
    return this.#groups[Math.floor(column / TRIGRAM_GROUP.columns)];
  }

  /** Frees a text's columns. */
  remove(text: CachedFile): void {
    const { indexed } = text;
    if (indexed === undefined) return;
    const { first, count } = indexed;
    for (let column = first; column < first + count; column++) {
      this.arena.kernel.clearColumn(this.#groupOf(column), column % TRIGRAM_GROUP.columns);
    }
    this.#freeRuns = joinRuns(this.#freeRuns, indexed);
    text.indexed = undefined;
    this.version++;
  }

  /** Columns without a bit set. */
  #allocateColumns(count: number): ColumnRun | undefined {
    const i = this.#freeRuns.findIndex((run) => run.count >= count);
    if (i >= 0) {
      const { first, count: whole } = this.#freeRuns[i];
      const rest = whole > count ? [{ first: first + count, count: whole - count }] : [];
      this.#freeRuns = this.#freeRuns.toSpliced(i, 1, ...rest);
      return { first, count };
    }
    while (this.columnCount + count > this.#groups.length * TRIGRAM_GROUP.columns) {
      const group = this.#allocateGroup();
      if (group === undefined) return undefined;
      this.#groups.push(group);
    }
    const first = this.columnCount;
    this.columnCount += count;
    return { first, count };
  }

  /** The address of a group without a bit set; undefined if the budget is used up. */
  #allocateGroup(): number | undefined {
    if (this.#block.at + TRIGRAM_GROUP.bytes > this.#block.end) {
      const block = this.arena.allocatePinned();
      if (block === undefined) return undefined;
      this.#block = { ...block };
    }
    const { at } = this.#block;
    this.#block.at += TRIGRAM_GROUP.bytes;
    return at;
  }
}

/** Adds a run to runs in order; adjacent ones are joined. */
function joinRuns(runs: readonly ColumnRun[], run: ColumnRun): ColumnRun[] {
  const joined: ColumnRun[] = [];
  for (const { first, count } of [...runs, run].sort((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last === undefined || last.first + last.count < first) joined.push({ first, count });
    else joined[joined.length - 1] = { first: last.first, count: last.count + count };
  }
  return joined;
}

function isCandidate({ first, count, version }: IndexedColumns, candidates: CandidateColumns): boolean {
  if (version > candidates.version) return true;
  for (let column = first; column < first + count; column++) {
    if ((candidates.columns[column >>> 5] >>> (column & 31) & 1) === 1) return true;
  }
  return false;
}

function trigramQueriesOf(needles: readonly Needle[]): readonly TrigramQuery[] | undefined {
  const queries = needles.map(trigramQueryOf);
  return queries.some((query) => query.length === 0) ? undefined : queries;
}

/** The trigrams that every occurrence of the needle has, those with the fewest case variants first. */
function trigramQueryOf(needle: Needle): TrigramQuery {
  const members = needle.map(foldedMembers);
  const query = members.slice(2).flatMap((third, i) => {
    const first = members[i], second = members[i + 1];
    if (first.length * second.length * third.length > MAX_FORMS_PER_TRIGRAM) return [];
    return [first.flatMap((a) => second.flatMap((b) => third.map((c) => trigramRow(a, b, c))))];
  });
  return query.sort((a, b) => a.length - b.length).slice(0, MAX_TRIGRAMS_PER_NEEDLE);
}

function foldedMembers(set: ByteSet): number[] {
  return [...new Set(membersOf(set).map((byte) => byte >= 65 && byte <= 90 ? byte | 32 : byte))];
}
