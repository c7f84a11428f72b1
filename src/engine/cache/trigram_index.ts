/**
 * Owns the signatures of texts: which three neighbouring bytes each has, so that most texts without a
 * match are known to have none without a look at their bytes, or even when those are not in memory.
 *
 * The signature of a stretch of text is a Bloom filter of a single hash function, after B. H. Bloom, "Space/time
 * trade-offs in hash coding with allowable errors" (1970). TrigramIndex are kept in slices, the same bit of many side by
 * side, after C. Faloutsos and S. Christodoulakis, "Signature files" (1984): to ask all of them for one thing is to
 * read one row, not to look once into each.
 * @module
 */
import { type ByteSet, MAX_NEEDLE_BYTES, membersOf, type Needle } from "../simd/byte_set.ts";
import { TRIGRAM_GROUP, type TrigramQuery, trigramRow } from "../simd/kernel.ts";
import type { ContentArena } from "./content_arena.ts";
import type { CachedFile, IndexedColumns } from "./cached_file.ts";

/** Bytes of text to a column: as many as there are rows, of which a quarter or so are different threes. */
const BYTES_PER_COLUMN = TRIGRAM_GROUP.rows;
/** Bytes that two stretches share: what is looked for lies wholly in one of them. */
const OVERLAP_BYTES = MAX_NEEDLE_BYTES - 1;
/** Three positions of a needle are asked about when they have no more forms than this; so many of them at most. */
const MAX_FORMS_PER_TRIGRAM = 4;
const MAX_TRIGRAMS_PER_NEEDLE = 16;

/** Whether a text may hold a needle, judged by its signature; unsigned ones always may. */
export type CandidateTest = (text: CachedFile) => boolean;

/** Columns that belong together. */
interface ColumnRun {
  readonly first: number;
  readonly count: number;
}

/** Columns by their numbers, a bit for each; of which signatures, `made` tells. */
interface CandidateColumns {
  readonly version: number;
  readonly columns: Uint32Array;
}

/** Whose columns they are, of many texts. */
export class IndexedTexts {
  /** The place of each column's text; -1 where it is none of them. */
  readonly #places: Int32Array;
  /** Further places of a text, by its first: a file that links lead to is found once more by each. */
  readonly #further = new Map<number, number[]>();
  /** The places of texts that have no signature. */
  readonly #unindexed: readonly number[];
  readonly #version: number;

  constructor(texts: readonly CachedFile[], readonly index: TrigramIndex) {
    this.#version = index.version;
    this.#places = new Int32Array(index.columnCount).fill(-1);
    this.#unindexed = [...texts.keys()].filter((place) => texts[place].indexed === undefined);
    for (const [place, { indexed: signature }] of texts.entries()) {
      if (signature !== undefined) this.#add(place, signature);
    }
  }

  #add(place: number, { first, count }: IndexedColumns): void {
    const before = this.#places[first], further = this.#further.get(before);
    if (before < 0) this.#places.fill(place, first, first + count);
    else if (further === undefined) this.#further.set(before, [place]);
    else further.push(place);
  }

  /** None was made since, nor taken back. */
  get isCurrent(): boolean {
    return this.#version === this.index.version;
  }

  /** The places of the texts that may hold one of the needles; undefined where signatures can't tell. */
  candidates(needles: readonly Needle[]): number[] | undefined {
    const met = this.index.candidates(needles);
    if (met === undefined) return undefined;
    const suspects = [...this.#unindexed];
    let last = -1;
    for (const [i, word] of met.columns.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        const place = this.#places[32 * i + 31 - Math.clz32(rest & -rest)];
        // A text's columns come one after another.
        if (place < 0 || place === last) continue;
        suspects.push(last = place);
        for (const other of this.#further.get(place) ?? []) suspects.push(other);
      }
    }
    return suspects;
  }
}

/** The signatures of all texts. */
export class TrigramIndex {
  /** Addresses. */
  readonly #groups: number[] = [];
  /** Columns that were given back: runs in order, no two of which adjoin. */
  #freeRuns: readonly ColumnRun[] = [];
  #block = { at: 0, end: 0 };
  readonly #candidatesByNeedles = new WeakMap<readonly Needle[], CandidateColumns>();
  /** Columns handed out so far. */
  columnCount = 0;
  /** Counts those that were made and those that were taken back. */
  version = 0;

  constructor(readonly arena: ContentArena) {}

  /**
   * Signs a text that lies in memory, if there is room for it.
   * @param before what the file was: nobody asks about that any more, so its columns can be used again
   */
  add(text: CachedFile, before?: CachedFile): void {
    if (text.indexed !== undefined) return;
    if (before !== undefined) this.remove(before);
    const { kernel } = this.arena,
      run = this.#allocateColumns(Math.max(1, Math.ceil((text.end - text.at) / BYTES_PER_COLUMN)));
    if (run === undefined) return;
    for (let i = 0; i < run.count; i++) {
      const from = text.at + i * BYTES_PER_COLUMN, column = run.first + i;
      kernel.addTrigrams(
        from,
        Math.min(text.end, from + BYTES_PER_COLUMN + OVERLAP_BYTES),
        this.#groupOf(column),
        column % TRIGRAM_GROUP.columns,
      );
    }
    this.version++;
    text.indexed = { ...run, version: this.version };
  }

  /**
   * Tells which texts may hold one of the needles, those signed later among them; undefined where signatures can't
   * tell.
   */
  candidateTest(needles: readonly Needle[]): CandidateTest | undefined {
    const suspects = this.candidates(needles);
    return suspects && (({ indexed: signature }) => signature === undefined || isCandidate(signature, suspects));
  }

  /** The columns of texts that may hold one of the needles; undefined where signatures can't tell. */
  candidates(needles: readonly Needle[]): CandidateColumns | undefined {
    const known = this.#candidatesByNeedles.get(needles);
    if (known?.version === this.version) return known;
    const demands = demandsOf(needles);
    if (demands === undefined) return undefined;
    const suspects = { version: this.version, columns: this.arena.kernel.matchingColumns(demands, this.#groups) };
    this.#candidatesByNeedles.set(needles, suspects);
    return suspects;
  }

  /** Every signature is void: nobody may hold one any more. */
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

  /** A text is no more what was signed: its columns can be used again. */
  remove(text: CachedFile): void {
    const { indexed: signature } = text;
    if (signature === undefined) return;
    const { first, count } = signature;
    for (let column = first; column < first + count; column++) {
      this.arena.kernel.clearColumn(this.#groupOf(column), column % TRIGRAM_GROUP.columns);
    }
    this.#freeRuns = withRun(this.#freeRuns, signature);
    text.indexed = undefined;
    this.version++;
  }

  /** Columns without a bit. */
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

  /** The address of a group without a bit; undefined where there is no more memory for one. */
  #allocateGroup(): number | undefined {
    if (this.#block.at + TRIGRAM_GROUP.bytes > this.#block.end) {
      const lent = this.arena.allocatePinned();
      if (lent === undefined) return undefined;
      this.#block = { ...lent };
    }
    const { at } = this.#block;
    this.#block.at += TRIGRAM_GROUP.bytes;
    return at;
  }
}

/** Runs in order with one more; those that adjoin are one. */
function withRun(runs: readonly ColumnRun[], run: ColumnRun): ColumnRun[] {
  const joined: ColumnRun[] = [];
  for (const { first, count } of [...runs, run].sort((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last === undefined || last.first + last.count < first) joined.push({ first, count });
    else joined[joined.length - 1] = { first: last.first, count: last.count + count };
  }
  return joined;
}

function isCandidate(
  { first, count, version: made }: IndexedColumns,
  { columns, version: asked }: CandidateColumns,
): boolean {
  if (made > asked) return true;
  for (let column = first; column < first + count; column++) {
    if ((columns[column >>> 5] >>> (column & 31) & 1) === 1) return true;
  }
  return false;
}

function demandsOf(needles: readonly Needle[]): readonly TrigramQuery[] | undefined {
  const demands = needles.map(demandOf);
  return demands.some((demand) => demand.length === 0) ? undefined : demands;
}

/** The neighbouring bytes that a needle surely has, those of fewest forms first. */
function demandOf(needle: Needle): TrigramQuery {
  const members = needle.map(foldedMembers);
  const demand = members.slice(2).flatMap((third, i) => {
    const first = members[i], second = members[i + 1];
    if (first.length * second.length * third.length > MAX_FORMS_PER_TRIGRAM) return [];
    return [first.flatMap((a) => second.flatMap((b) => third.map((c) => trigramRow(a, b, c))))];
  });
  return demand.sort((a, b) => a.length - b.length).slice(0, MAX_TRIGRAMS_PER_NEEDLE);
}

function foldedMembers(set: ByteSet): number[] {
  return [...new Set(membersOf(set).map((byte) => byte >= 65 && byte <= 90 ? byte | 32 : byte))];
}
