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
  /** Addresses, shifts of hashes and the texts' places. */
  readonly #at: Int32Array;
  readonly #shift: Uint8Array;
  readonly #places: Uint32Array;
  /** All signatures, by their numbers, and some of them. */
  readonly #all: Uint32Array;
  readonly #sample: Uint32Array;
  /** The places of texts that have none. */
  readonly #unsigned: readonly number[];

  constructor(texts: readonly Resident[], readonly signatures: Signatures, readonly made = signatures.made) {
    const places = [...texts.keys()], isSigned = (place: number) => addressOf(texts[place]) >= 0;
    this.#places = Uint32Array.from(places.filter(isSigned));
    this.#all = this.#places.map((_, k) => k);
    const step = Math.max(1, Math.floor(this.#all.length / SAMPLES));
    this.#sample = this.#all.filter((k) => k % step === 0);
    this.#unsigned = places.filter((place) => !isSigned(place));
    this.#at = Int32Array.from(this.#places, (place) => addressOf(texts[place]));
    this.#shift = Uint8Array.from(this.#places, (place) => 32 - (texts[place].signature?.log ?? 0));
  }

  /** None was made since, nor taken back. */
  get holds(): boolean {
    return this.made === this.signatures.made;
  }

  /** The places of the texts that may hold one of the needles; undefined where signatures can't tell, or seldom. */
  suspects(needles: readonly Needle[]): number[] | undefined {
    const demands = this.signatures.demands(needles);
    if (demands === undefined) return undefined;
    const sample = this.#sample, { length } = sample;
    if (length >= SAMPLES && this.#meetingAny(demands, sample).length > length / 3) return undefined;
    const rarestFirst = demands.map((demand) => this.#rarestFirst(demand));
    const signed = Array.from(this.#meetingAny(rarestFirst, this.#all), (k) => this.#places[k]);
    return this.#unsigned.length === 0 ? signed : [...this.#unsigned, ...signed];
  }

  /** Which of some signatures meet a demand. */
  #meetingAny(demands: readonly Demand[], some: Uint32Array): Iterable<number> & { readonly length: number } {
    const meeting = demands.map((demand) => demand.reduce((left, forms) => this.#having(forms, left), some));
    return meeting.length === 1 ? meeting[0] : [...new Set(meeting.flatMap((met) => [...met]))];
  }

  /**
   * Which of some signatures have one of the forms. All are asked for one thing after another, not one for all things:
   * no look at memory waits for what another comes to, so the processor has many under way at once.
   */
  #having(forms: readonly number[], some: Uint32Array): Uint32Array {
    const having = new Uint32Array(some.length), at = this.#at, shifts = this.#shift;
    const { bytes } = this.signatures.contents.kernel;
    let count = 0;
    for (let i = 0; i < some.length; i++) {
      const k = some[i], from = at[k], shift = shifts[k];
      let bits = 0;
      for (let f = 0; f < forms.length; f++) {
        const bit = forms[f] >>> shift;
        bits |= bytes[from + (bit >>> 3)] >>> (bit & 7);
      }
      having[count] = k;
      count += bits & 1;
    }
    return having.subarray(0, count);
  }

  /** What few of a sample have is asked first: mostly it is the only thing that is. */
  #rarestFirst(demand: Demand): Demand {
    if (this.#places.length < 8 * SAMPLES) return demand;
    return demand.map((forms) => ({ forms, count: this.#having(forms, this.#sample).length }))
      .sort((a, b) => a.count - b.count).map(({ forms }) => forms);
  }
}

/** That of a text's signature; negative where it has none, or one beyond what can be told. */
function addressOf({ signature }: Resident): number {
  return signature === undefined ? -1 : signature.at | 0;
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
