/**
 * What finished searches found in which state of which file, so that a question can be answered again,
 * in another form or for fewer files, as long as every one of those files is still as it was.
 * @module
 */
import type { SearchRequest } from "../../model/request.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type CachedFile, emptyTallyOf, type Tally } from "./cached_file.ts";
import type { CachedFileList } from "./cached_file_list.ts";

/** What a search found in the files it looked at. */
export interface SearchTallies {
  /** By the path shown. */
  readonly byPath: Pick<TallyMap, "get" | "size">;
  /** All its other files have no match. */
  readonly fileList?: CachedFileList;
}

/** Tallies by path. Mostly nobody looks one up: so they are put in order by the first who does. */
export class TallyMap {
  readonly #paths: string[] = [];
  readonly #tallies: Tally[] = [];
  readonly #byPath = new Map<string, Tally>();

  /** How many have been put in. */
  get size(): number {
    return this.#byPath.size + this.#paths.length;
  }

  /** Puts in that a file has no match, which only a search that is kept has a use for. */
  addWithoutMatch(path: string, file: CachedFile): void {
    if (this.size <= MAX_FILES_PER_SEARCH) this.add(path, emptyTallyOf(file));
  }

  add(path: string, tally: Tally): void {
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
  { byPath: tallies, fileList: roll }: SearchTallies,
  { shown }: WalkEntry,
  file: CachedFile | undefined,
): Tally | undefined {
  if (file === undefined) return undefined;
  const tally = tallies.get(shown);
  if (tally !== undefined) return tally.file === file ? tally : undefined;
  return roll?.has(file) ? emptyTallyOf(file) : undefined;
}

/** Searches kept, the longest unused forgotten first; one of more files than this is not kept. */
const MAX_SEARCHES = 8;
const MAX_FILES_PER_SEARCH = 100_000;

/** The finished searches of one thread. */
export class SearchCache {
  readonly #searches = new Map<string, SearchTallies>();

  /** What a search for the same thing found, in whatever files. */
  find(question: string): SearchTallies | undefined {
    const tallies = this.#searches.get(question);
    if (tallies !== undefined) this.#put(question, tallies);
    return tallies;
  }

  store(question: string, tallies: SearchTallies): void {
    if (tallies.byPath.size <= MAX_FILES_PER_SEARCH) this.#put(question, tallies);
  }

  #put(question: string, tallies: SearchTallies): void {
    this.#searches.delete(question);
    this.#searches.set(question, tallies);
    for (const [oldest] of this.#searches) {
      if (this.#searches.size <= MAX_SEARCHES) return;
      this.#searches.delete(oldest);
    }
  }
}

/** Everything that decides what is found in a file, and nothing that decides which files or how it is shown. */
export function searchKey({ query, encoding, maxFileSize, maxCount }: SearchRequest): string {
  return JSON.stringify([query, encoding, maxFileSize, maxCount]);
}
