/**
 * What finished searches found in which state of which file, so that a question can be answered again,
 * in another form or for fewer files, as long as every one of those files is still as it was.
 * @module
 */
import type { Stamp } from "../door/door.ts";
import type { SkipKind } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";

/** What a search found in one file. */
export interface Tally {
  /** The state it was read in; undefined when that can't be told apart from a later one. */
  readonly mark: string | undefined;
  readonly bytes: number;
  readonly count: number;
  readonly records: number;
  /** Why its content was not searched. */
  readonly skip?: SkipKind;
}

/** What a search found in each file it looked at, by the path shown. */
export type Tallies = ReadonlyMap<string, Tally>;

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
    if (tallies.size <= FILES) this.#put(question, tallies);
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

/** A change within this many milliseconds before reading may leave no trace: change times are in whole seconds. */
const BLUR = 1100;

/**
 * The state of a file, equal only for equal states.
 * @param readAt UNIX milliseconds at which reading it began
 */
export function markOf(stamp: Stamp, readAt: number): string | undefined {
  if (Math.max(stamp.mtime, stamp.changed) > readAt - BLUR) return undefined;
  return `${stamp.ino}:${stamp.size}:${stamp.mtime}:${stamp.changed}:${stamp.dev}`;
}
