/**
 * What finished searches found in which state of which file, so that a question can be answered again,
 * in another form or for fewer files, as long as every one of those files is still as it was.
 * @module
 */
import type { SearchRequest } from "../model/request.ts";
import type { FoundEntry } from "./found_entry.ts";
import { blankOf, type Resident, type Tally } from "./resident/resident.ts";
import type { Roll } from "./resident/roll.ts";

/** What a search found in the files it looked at. */
export interface Tallies {
  /** By the path shown. */
  readonly tallies: Pick<TallyBook, "get" | "size">;
  /** All its other files have no match. */
  readonly roll?: Roll;
}

/** Tallies by path. Mostly nobody looks one up: so they are put in order by the first who does. */
export class TallyBook {
  readonly #paths: string[] = [];
  readonly #tallies: Tally[] = [];
  readonly #byPath = new Map<string, Tally>();

  /** How many have been put in. */
  get size(): number {
    return this.#byPath.size + this.#paths.length;
  }

  /** Puts in that a file has no match, which only a search that is kept has a use for. */
  putBlank(path: string, file: Resident): void {
    if (this.size <= FILES) this.put(path, blankOf(file));
  }

  put(path: string, tally: Tally): void {
    this.#paths.push(path);
    this.#tallies.push(tally);
  }

  get(path: string): Tally | undefined {
    for (const [i, path] of this.#paths.entries()) this.#byPath.set(path, this.#tallies[i]);
    this.#paths.length = this.#tallies.length = 0;
    return this.#byPath.get(path);
  }
}

/** What a search found in a file, if that is still the file's content. */
export function tallyOf(
  { tallies, roll }: Tallies,
  { shown }: FoundEntry,
  file: Resident | undefined,
): Tally | undefined {
  if (file === undefined) return undefined;
  const tally = tallies.get(shown);
  if (tally !== undefined) return tally.mark === file ? tally : undefined;
  return roll?.has(file) ? blankOf(file) : undefined;
}

/** Searches kept, the longest unused forgotten first; one of more files than this is not kept. */
const SEARCHES = 8;
const FILES = 100_000;

/** The finished searches of one thread. */
export class FinishedSearches {
  readonly #kept = new Map<string, Tallies>();

  /** What a search for the same thing found, in whatever files. */
  find(question: string): Tallies | undefined {
    const tallies = this.#kept.get(question);
    if (tallies !== undefined) this.#put(question, tallies);
    return tallies;
  }

  keep(question: string, tallies: Tallies): void {
    if (tallies.tallies.size <= FILES) this.#put(question, tallies);
  }

  #put(question: string, tallies: Tallies): void {
    this.#kept.delete(question);
    this.#kept.set(question, tallies);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= SEARCHES) return;
      this.#kept.delete(oldest);
    }
  }
}

/** Everything that decides what is found in a file, and nothing that decides which files or how it is shown. */
export function questionOf({ query, encoding, maxFileSize, maxCount }: SearchRequest): string {
  return JSON.stringify([query, encoding, maxFileSize, maxCount]);
}
