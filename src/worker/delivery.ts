/**
 * Found files as they are dealt out to another thread: each time anew, or, where the same will be dealt
 * again, once with a number and from then on by that number.
 * @module
 */
import type { FoundEntry } from "../engine/found_entry.ts";
import { pack, type Parcel, unpack } from "./parcel.ts";

/** Files, or the number under which they came before. */
export interface Delivery {
  /** The receiver keeps them under it. */
  readonly number?: number;
  /** Absent: they came before. */
  readonly files?: Parcel;
  /** Numbers that will not be used any more. */
  readonly over?: readonly number[];
}

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
    const number = before ?? this.#next++;
    this.#numbers.delete(files);
    this.#numbers.set(files, number);
    return before === undefined ? { number, files: pack(files), over: this.#retire() } : { number };
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
  take({ number, files, over = [] }: Delivery): readonly FoundEntry[] {
    for (const gone of over) this.#held.delete(gone);
    const entries = files === undefined ? this.#held.get(number ?? -1) : unpack(files);
    if (entries === undefined) throw new Error(`delivery ${number} was never made`);
    if (number !== undefined) this.#held.set(number, entries);
    return entries;
  }
}
