/**
 * Caches finished searches: what was found in which content of which file. So a search can be answered again, in
 * another form or for fewer files, as long as each of those files is unchanged.
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
  /** All other files of this list have no match. */
  readonly fileList?: CachedFileList;
}

/** Tallies by path. Most are never looked up, so the map is built on the first lookup. */
export class TallyMap {
  readonly #paths: string[] = [];
  readonly #tallies: Tally[] = [];
  readonly #byPath = new Map<string, Tally>();

  /** Number of tallies added. */
  get size(): number {
    return this.#byPath.size + this.#paths.length;
  }

  /** Adds a file without a match. Only a cached search has a use for it. */
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

/** A search's tally of a file, if the file still has the content searched, under this limit to the size as well. */
export function tallyOf(
  { byPath, fileList }: SearchTallies,
  { shown }: WalkEntry,
  file: CachedFile | undefined,
  maxFileSize: number,
): Tally | undefined {
  if (file === undefined) return undefined;
  const tally = byPath.get(shown) ?? (fileList?.has(file) ? emptyTallyOf(file) : undefined);
  return tally?.file === file && holdsUnder(tally, maxFileSize) ? tally : undefined;
}

/** Whether the file is searched, or too large, under this limit as it was under the search's own. */
export function holdsUnder({ bytes, skip }: Tally, maxFileSize: number): boolean {
  return (skip === "too_large") === bytes > maxFileSize;
}

/** Searches kept, the one unused for longest goes first; and the most files of a search that is kept. */
const MAX_SEARCHES = 8;
const MAX_FILES_PER_SEARCH = 100_000;

/** Finished searches by their key. */
export class SearchCache {
  readonly #searches = new Map<string, SearchTallies>();

  /** What a search with this key found, in any files. */
  find(key: string): SearchTallies | undefined {
    const tallies = this.#searches.get(key);
    if (tallies !== undefined) this.#put(key, tallies);
    return tallies;
  }

  store(key: string, tallies: SearchTallies): void {
    if (tallies.byPath.size <= MAX_FILES_PER_SEARCH) this.#put(key, tallies);
  }

  #put(key: string, tallies: SearchTallies): void {
    this.#searches.delete(key);
    this.#searches.set(key, tallies);
    for (const [oldest] of this.#searches) {
      if (this.#searches.size <= MAX_SEARCHES) return;
      this.#searches.delete(oldest);
    }
  }
}

/**
 * A key of everything that decides what is found in a file, and of nothing that decides which files or how it is shown.
 */
export function searchKey({ query, encoding, maxCount }: SearchRequest): string {
  return JSON.stringify([query, encoding, maxCount]);
}
