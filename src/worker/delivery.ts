/**
 * Found files as they are dealt out to another thread: each time anew, or, where the same will be dealt
 * again, once with a number and from then on by that number; and where only few of them are others than
 * before, by what has become of those.
 * @module
 */
import type { FoundEntry } from "../engine/found_entry.ts";
import { descend } from "../engine/lineage.ts";
import { comparePaths } from "../model/place.ts";
import { pack, type Parcel, unpack } from "./parcel.ts";

/** Files, or the number under which they came before. */
export interface Delivery {
  /** The receiver keeps them under it. */
  readonly number?: number;
  /** Absent: they came before, all of them or most. */
  readonly files?: Parcel;
  readonly amendment?: Amendment;
  /** Numbers that will not be used any more. */
  readonly over?: readonly number[];
}

/** What makes new files out of those of an earlier delivery. */
interface Amendment {
  /** Its number. */
  readonly from: number;
  readonly splices: readonly Splice[];
}

/** Files in the place of others. */
interface Splice {
  /** Index among the earlier files. */
  readonly at: number;
  readonly gone: number;
  readonly files: Parcel;
}

/** Earlier deliveries that may be amended, the latest first, and which part of the files may be others. */
const AMENDABLE = 4, AMENDED = 1 / 4;

/** Deliveries with a number that one thread may hold from another. */
const HELD = 16;

/** Makes deliveries to one thread. */
export class Sender {
  readonly #numbers = new Map<readonly FoundEntry[], number>();
  #next = 0;

  /** @param known the same array may be sent again */
  delivery(files: readonly FoundEntry[], known = false): Delivery {
    if (!known) return { files: pack(files) };
    const before = this.#numbers.get(files);
    const amendment = before === undefined ? this.#amendment(files) : undefined;
    const number = before ?? this.#next++;
    this.#numbers.delete(files);
    this.#numbers.set(files, number);
    if (before !== undefined) return { number };
    return { number, ...amendment ? { amendment } : { files: pack(files) }, over: this.#retire() };
  }

  #amendment(files: readonly FoundEntry[]): Amendment | undefined {
    for (const [before, from] of [...this.#numbers].slice(-AMENDABLE).reverse()) {
      const splices = splicesOf(before, files);
      if (splices !== undefined) return { from, splices };
    }
  }

  #retire(): number[] {
    const over: number[] = [];
    for (const [files, number] of this.#numbers) {
      if (this.#numbers.size <= HELD) break;
      this.#numbers.delete(files);
      over.push(number);
    }
    return over;
  }
}

/** Takes deliveries from one thread. */
export class Receiver {
  readonly #held = new Map<number, readonly FoundEntry[]>();

  /** The files of a delivery. Every delivery must come through here, in order. */
  take({ number, files, amendment, over = [] }: Delivery): readonly FoundEntry[] {
    const entries = files === undefined ? this.#before(amendment, number) : unpack(files);
    if (number !== undefined) this.#held.set(number, entries);
    for (const gone of over) this.#held.delete(gone);
    return entries;
  }

  #before(amendment: Amendment | undefined, number = -1): readonly FoundEntry[] {
    const entries = this.#held.get(amendment?.from ?? number);
    if (entries === undefined) throw new Error(`delivery ${amendment?.from ?? number} was never made`);
    if (amendment === undefined) return entries;
    const now = amended(entries, amendment.splices);
    descend(now, entries);
    return now;
  }
}

/** How `now` comes of `before`, where most of it is the same; both in path order. */
function splicesOf(before: readonly FoundEntry[], now: readonly FoundEntry[]): Splice[] | undefined {
  const splices: Splice[] = [], most = now.length * AMENDED;
  let i = 0, k = 0, changed = 0;
  while (i < before.length || k < now.length) {
    const at = i, from = k;
    while (before[i] !== now[k] && changed <= most) {
      const order = i === before.length ? 1 : k === now.length ? -1 : comparePaths(before[i].shown, now[k].shown);
      if (order <= 0) i++;
      if (order >= 0) k++;
      changed++;
    }
    if (changed > most) return undefined;
    if (i > at || k > from) splices.push({ at, gone: i - at, files: pack(now.slice(from, k)) });
    for (; i < before.length && before[i] === now[k]; i++) k++;
  }
  return splices;
}

function amended(before: readonly FoundEntry[], splices: readonly Splice[]): FoundEntry[] {
  const now: FoundEntry[] = [];
  let i = 0;
  for (const { at, gone, files } of splices) {
    while (i < at) now.push(before[i++]);
    for (const file of unpack(files)) now.push(file);
    i += gone;
  }
  for (; i < before.length; i++) now.push(before[i]);
  return now;
}
