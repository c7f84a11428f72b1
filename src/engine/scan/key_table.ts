/**
 * Adds up what a search counts beside lines, in bounded memory.
 * @module
 */
import { compareBytewise } from "../../model/place.ts";
import { LIMITS } from "../../model/limits.ts";
import type { KeyCounts } from "./block.ts";

export interface CountedKey {
  readonly key: string;
  readonly count: number;
  readonly files: number;
}

interface Entry {
  count: number;
  files: number;
  /** The number of the last file that has the key. */
  file: number;
}

/** Counts by key. Once it is full, it takes no further keys, so the counts of those it has stay exact. */
export class KeyTable {
  readonly #entries = new Map<string, Entry>();
  #file = 0;
  #units = 0;
  /** Keys were left out. */
  isFull = false;

  /** The number of keys. */
  get size(): number {
    return this.#entries.size;
  }

  /** Starts the next file. */
  beginFile(): void {
    this.#file++;
  }

  /** Adds counts of the current file. */
  add(counts: KeyCounts): void {
    for (const [key, count] of counts) {
      const entry = this.#entries.get(key) ?? this.#newEntry(key);
      if (entry === undefined) continue;
      entry.count += count;
      if (entry.file !== this.#file) entry.files++;
      entry.file = this.#file;
    }
  }

  /** Undefined if there is no room. */
  #newEntry(key: string): Entry | undefined {
    const { distinct, units } = LIMITS.values;
    this.isFull ||= this.size >= distinct || this.#units + key.length > units;
    if (this.isFull) return undefined;
    const entry = { count: 0, files: 0, file: 0 };
    this.#units += key.length;
    // A slice would keep the whole text alive.
    this.#entries.set((" " + key).slice(1), entry);
    return entry;
  }

  /** The count of a key. */
  countOf(key: string): number {
    return this.#entries.get(key)?.count ?? 0;
  }

  /** Keys by falling count, then in the order of their bytes. */
  ranked(skip: number, limit: number): CountedKey[] {
    const first = new FirstInRank(skip + limit);
    for (const [key, { count, files }] of this.#entries) first.add({ key, count, files });
    return first.sorted().slice(skip);
  }
}

/** The first keys in rank. To sort 100,000 for a page of 2,000 takes nine times as long as to leave most out. */
class FirstInRank {
  #kept: CountedKey[] = [];
  #last: CountedKey | undefined;

  constructor(readonly most: number) {}

  add(one: CountedKey): void {
    if (this.#last !== undefined && compareRanks(one, this.#last) > 0) return;
    this.#kept.push(one);
    if (this.#kept.length < 2 * this.most) return;
    this.#kept = this.sorted();
    this.#last = this.#kept.at(-1);
  }

  sorted(): CountedKey[] {
    return this.#kept.sort(compareRanks).slice(0, this.most);
  }
}

function compareRanks(a: CountedKey, b: CountedKey): number {
  return b.count - a.count || compareBytewise(a.key, b.key);
}
