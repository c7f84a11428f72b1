/**
 * Owns the signatures of texts: which three neighbouring bytes each has, so that most texts without a
 * match are known to have none without a look at their bytes, or even when those are not in memory.
 *
 * A signature has one or two bits for every byte of its text, hashed: the Bloom filter of a single hash function,
 * after B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors" (1970).
 * @module
 */
import { type ByteSet, membersOf, type Needle } from "../kernel/byte_set.ts";
import { scrambled } from "../kernel/kernel.ts";
import type { Contents } from "./contents.ts";
import type { Resident } from "./resident.ts";

/** Bits of the smallest signature and of the largest, as powers of two. */
const LOG = { least: 9, most: 20 };
/** Three positions of a needle are asked about when they have no more forms than this; so many of them at most. */
const FORMS = 4;
const ASKED = 8;
/** Texts by which it is judged what is rare. */
const SAMPLES = 64;

/** What a needle's text must have: of each list one. Hashed to 32 bits. */
type Demand = readonly (readonly number[])[];

/** Whether a text may hold a needle, judged by its signature; unsigned ones always may. */
export type Suspicion = (text: Resident) => boolean;

/** Where the signatures of many texts are, by the texts' order: to go from text to text takes four times as long. */
export class Signed {
  /** -1 where there is none. */
  readonly #at: Int32Array;
  readonly #shift: Uint8Array;

  constructor(texts: readonly Resident[], readonly signatures: Signatures, readonly made = signatures.made) {
    this.#at = Int32Array.from(texts, ({ signature }) => signature?.at ?? -1);
    this.#shift = Uint8Array.from(texts, ({ signature }) => 32 - (signature?.log ?? 0));
  }

  /** None was made since, nor taken back. */
  get holds(): boolean {
    return this.made === this.signatures.made;
  }

  /** The indices of the texts that may hold one of the needles; undefined where signatures can't tell, or seldom. */
  suspects(needles: readonly Needle[]): number[] | undefined {
    const demands = this.signatures.demands(needles);
    if (demands === undefined || this.#isCommon(demands)) return undefined;
    return this.#suspects(demands.map((demand) => this.#rarestFirst(demand)), 1);
  }

  /** Of every `step`-th text, the indices of those that meet a demand. */
  #suspects(demands: readonly Demand[], step: number): number[] {
    const suspects: number[] = [], { bytes } = this.signatures.contents.kernel;
    for (let i = 0; i < this.#at.length; i += step) {
      const at = this.#at[i], shift = this.#shift[i];
      if (at < 0 || demands.some((demand) => meets(bytes, at, shift, demand))) suspects.push(i);
    }
    return suspects;
  }

  /** Whether more than a third of some texts are suspects. */
  #isCommon(demands: readonly Demand[]): boolean {
    const step = Math.floor(this.#at.length / SAMPLES);
    return step >= 8 && this.#suspects(demands, step).length > SAMPLES / 3;
  }

  /** What few of some texts meet is asked first: mostly it is the only thing that is. */
  #rarestFirst(demand: Demand): Demand {
    if (this.#at.length < 8 * SAMPLES) return demand;
    const step = Math.max(1, Math.floor(this.#at.length / SAMPLES)), { bytes } = this.signatures.contents.kernel;
    const counted = demand.map((forms) => {
      let count = 0;
      for (let i = 0; i < this.#at.length; i += step) {
        if (this.#at[i] >= 0 && meets(bytes, this.#at[i], this.#shift[i], [forms])) count++;
      }
      return { forms, count };
    });
    return counted.sort((a, b) => a.count - b.count).map(({ forms }) => forms);
  }
}

/** The signatures of one thread's texts. */
export class Signatures {
  #free = { at: 0, end: 0 };
  readonly #demands = new WeakMap<readonly Needle[], { readonly demands?: readonly Demand[] }>();
  /** Counts those that were made and those that were taken back. */
  made = 0;

  constructor(readonly contents: Contents) {}

  /**
   * Signs a text that lies in memory, if there is room for it.
   * @param before what the file was: nobody asks about that any more, so its place can be used again
   */
  sign(text: Resident, before?: Resident): void {
    if (text.signature !== undefined) return;
    const log = Math.min(LOG.most, Math.max(LOG.least, Math.ceil(Math.log2(text.end - text.at + 1))));
    const at = this.#vacated(before, log) ?? this.#room(2 ** (log - 3));
    if (at === undefined) return;
    this.contents.kernel.sign(text.at, text.end, at, log);
    text.signature = { at, log };
    this.made++;
  }

  /** Tells which texts may hold one of the needles; undefined where signatures can't tell. */
  suspicion(needles: readonly Needle[]): Suspicion | undefined {
    const demands = this.demands(needles), { kernel } = this.contents;
    return demands && (({ signature }) =>
      signature === undefined ||
      demands.some((demand) => meets(kernel.bytes, signature.at, 32 - signature.log, demand)));
  }

  /** What a text must have to hold one of the needles, for each of them; undefined where signatures can't tell. */
  demands(needles: readonly Needle[]): readonly Demand[] | undefined {
    const known = this.#demands.get(needles) ?? { demands: demandsOf(needles) };
    this.#demands.set(needles, known);
    return known.demands;
  }

  /** Every signature is void: nobody may hold one any more. */
  clear(): void {
    this.contents.reclaim();
    this.made++;
    this.#free = { at: 0, end: 0 };
  }

  #vacated(text: Resident | undefined, log: number): number | undefined {
    if (text?.signature?.log !== log) return undefined;
    const { at } = text.signature;
    text.signature = undefined;
    this.made++;
    this.contents.kernel.bytes.fill(0, at, at + 2 ** (log - 3));
    return at;
  }

  #room(bytes: number): number | undefined {
    if (this.#free.at + bytes > this.#free.end) {
      const lent = this.contents.lend();
      if (lent === undefined) return undefined;
      this.#free = { ...lent };
    }
    const { at } = this.#free;
    this.#free.at += bytes;
    return at;
  }
}

function meets(bytes: Uint8Array, at: number, shift: number, demand: Demand): boolean {
  for (const forms of demand) {
    let met = false;
    for (const form of forms) {
      const bit = form >>> shift;
      met ||= (bytes[at + (bit >>> 3)] >>> (bit & 7) & 1) === 1;
    }
    if (!met) return false;
  }
  return true;
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
