/**
 * Owns the signatures of texts: which three neighbouring bytes each has, so that most texts without a
 * match are known to have none without a look at their bytes, or even when those are not in memory.
 *
 * The signature of a stretch of text is a Bloom filter of a single hash function, after B. H. Bloom, "Space/time
 * trade-offs in hash coding with allowable errors" (1970). Signatures are kept in slices, the same bit of many side by
 * side, after C. Faloutsos and S. Christodoulakis, "Signature files" (1984): to ask all of them for one thing is to
 * read one row, not to look once into each.
 * @module
 */
import { type ByteSet, MAX_LENGTH, membersOf, type Needle } from "../kernel/byte_set.ts";
import { type Demand, GROUP, scrambled } from "../kernel/kernel.ts";
import type { Contents } from "./contents.ts";
import type { Resident, Signature } from "./resident.ts";

/** Bytes of text to a column: as many as there are rows, of which a quarter or so are different threes. */
const STRETCH = GROUP.rows;
/** Bytes that two stretches share: what is looked for lies wholly in one of them. */
const SHARED = MAX_LENGTH - 1;
/** Three positions of a needle are asked about when they have no more forms than this; so many of them at most. */
const FORMS = 4;
const ASKED = 16;

/** Whether a text may hold a needle, judged by its signature; unsigned ones always may. */
export type Suspicion = (text: Resident) => boolean;

/** Columns that belong together. */
interface Run {
  readonly first: number;
  readonly count: number;
}

/** Columns by their numbers, a bit for each; of which signatures, `made` tells. */
interface Suspects {
  readonly made: number;
  readonly columns: Uint32Array;
}

/** Whose columns they are, of many texts. */
export class Signed {
  /** The place of each column's text; -1 where it is none of them. */
  readonly #places: Int32Array;
  /** Further places of a text, by its first: a file that links lead to is found once more by each. */
  readonly #further = new Map<number, number[]>();
  /** The places of texts that have no signature. */
  readonly #unsigned: readonly number[];
  readonly #made: number;

  constructor(texts: readonly Resident[], readonly signatures: Signatures) {
    this.#made = signatures.made;
    this.#places = new Int32Array(signatures.columns).fill(-1);
    this.#unsigned = [...texts.keys()].filter((place) => texts[place].signature === undefined);
    for (const [place, { signature }] of texts.entries()) {
      if (signature !== undefined) this.#put(place, signature);
    }
  }

  #put(place: number, { first, count }: Signature): void {
    const before = this.#places[first], further = this.#further.get(before);
    if (before < 0) this.#places.fill(place, first, first + count);
    else if (further === undefined) this.#further.set(before, [place]);
    else further.push(place);
  }

  /** None was made since, nor taken back. */
  get holds(): boolean {
    return this.#made === this.signatures.made;
  }

  /** The places of the texts that may hold one of the needles; undefined where signatures can't tell. */
  suspects(needles: readonly Needle[]): number[] | undefined {
    const met = this.signatures.suspects(needles);
    if (met === undefined) return undefined;
    const suspects = [...this.#unsigned];
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
export class Signatures {
  /** Addresses. */
  readonly #groups: number[] = [];
  /** Columns that were given back: runs in order, no two of which adjoin. */
  #free: readonly Run[] = [];
  #lent = { at: 0, end: 0 };
  readonly #suspects = new WeakMap<readonly Needle[], Suspects>();
  /** Columns handed out so far. */
  columns = 0;
  /** Counts those that were made and those that were taken back. */
  made = 0;

  constructor(readonly contents: Contents) {}

  /**
   * Signs a text that lies in memory, if there is room for it.
   * @param before what the file was: nobody asks about that any more, so its columns can be used again
   */
  sign(text: Resident, before?: Resident): void {
    if (text.signature !== undefined) return;
    if (before !== undefined) this.takeBack(before);
    const { kernel } = this.contents, run = this.#room(Math.max(1, Math.ceil((text.end - text.at) / STRETCH)));
    if (run === undefined) return;
    for (let i = 0; i < run.count; i++) {
      const from = text.at + i * STRETCH, column = run.first + i;
      kernel.sign(from, Math.min(text.end, from + STRETCH + SHARED), this.#groupOf(column), column % GROUP.columns);
    }
    this.made++;
    text.signature = { ...run, made: this.made };
  }

  /**
   * Tells which texts may hold one of the needles, those signed later among them; undefined where signatures can't
   * tell.
   */
  suspicion(needles: readonly Needle[]): Suspicion | undefined {
    const suspects = this.suspects(needles);
    return suspects && (({ signature }) => signature === undefined || isSuspect(signature, suspects));
  }

  /** The columns of texts that may hold one of the needles; undefined where signatures can't tell. */
  suspects(needles: readonly Needle[]): Suspects | undefined {
    const known = this.#suspects.get(needles), { made } = this;
    if (known?.made === made) return known;
    const demands = demandsOf(needles);
    if (demands === undefined) return undefined;
    const suspects = { made, columns: this.contents.kernel.meeting(demands, this.#groups) };
    this.#suspects.set(needles, suspects);
    return suspects;
  }

  /** Every signature is void: nobody may hold one any more. */
  clear(): void {
    this.contents.reclaim();
    this.made++;
    this.columns = 0;
    this.#groups.length = 0;
    this.#free = [];
    this.#lent = { at: 0, end: 0 };
  }

  #groupOf(column: number): number {
    return this.#groups[Math.floor(column / GROUP.columns)];
  }

  /** A text is no more what was signed: its columns can be used again. */
  takeBack(text: Resident): void {
    const { signature } = text;
    if (signature === undefined) return;
    const { first, count } = signature;
    for (let column = first; column < first + count; column++) {
      this.contents.kernel.unsign(this.#groupOf(column), column % GROUP.columns);
    }
    this.#free = withRun(this.#free, signature);
    text.signature = undefined;
    this.made++;
  }

  /** Columns without a bit. */
  #room(count: number): Run | undefined {
    const i = this.#free.findIndex((run) => run.count >= count);
    if (i >= 0) {
      const { first, count: whole } = this.#free[i];
      const rest = whole > count ? [{ first: first + count, count: whole - count }] : [];
      this.#free = this.#free.toSpliced(i, 1, ...rest);
      return { first, count };
    }
    while (this.columns + count > this.#groups.length * GROUP.columns) {
      const group = this.#group();
      if (group === undefined) return undefined;
      this.#groups.push(group);
    }
    const first = this.columns;
    this.columns += count;
    return { first, count };
  }

  /** The address of a group without a bit; undefined where there is no more memory for one. */
  #group(): number | undefined {
    if (this.#lent.at + GROUP.bytes > this.#lent.end) {
      const lent = this.contents.lend();
      if (lent === undefined) return undefined;
      this.#lent = { ...lent };
    }
    const { at } = this.#lent;
    this.#lent.at += GROUP.bytes;
    return at;
  }
}

/** Runs in order with one more; those that adjoin are one. */
function withRun(runs: readonly Run[], run: Run): Run[] {
  const joined: Run[] = [];
  for (const { first, count } of [...runs, run].sort((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last === undefined || last.first + last.count < first) joined.push({ first, count });
    else joined[joined.length - 1] = { first: last.first, count: last.count + count };
  }
  return joined;
}

function isSuspect({ first, count, made }: Signature, { columns, made: asked }: Suspects): boolean {
  if (made > asked) return true;
  for (let column = first; column < first + count; column++) {
    if ((columns[column >>> 5] >>> (column & 31) & 1) === 1) return true;
  }
  return false;
}

function demandsOf(needles: readonly Needle[]): readonly Demand[] | undefined {
  const demands = needles.map(demandOf);
  return demands.some((demand) => demand.length === 0) ? undefined : demands;
}

/** The neighbouring bytes that a needle surely has, those of fewest forms first. */
function demandOf(needle: Needle): Demand {
  const members = needle.map(foldedMembers);
  const demand = members.slice(2).flatMap((third, i) => {
    const first = members[i], second = members[i + 1];
    if (first.length * second.length * third.length > FORMS) return [];
    return [first.flatMap((a) => second.flatMap((b) => third.map((c) => scrambled(a, b, c))))];
  });
  return demand.sort((a, b) => a.length - b.length).slice(0, ASKED);
}

function foldedMembers(set: ByteSet): number[] {
  return [...new Set(membersOf(set).map((byte) => byte >= 65 && byte <= 90 ? byte | 32 : byte))];
}
