/**
 * Keeps the counts of finished searches, so that the same question in another form counts nothing again. A count holds
 * for a content: after a change, only the files that changed are counted.
 * @module
 */
import type { SearchRequest } from "../../model/request.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { CachedFile } from "./cached_file.ts";

/** The matching lines of files, each in the content that was searched. */
export interface CountedFiles {
  readonly files: readonly WalkEntry[];
  /** A hole for a file that was not searched or is not cached. */
  readonly contents: readonly (CachedFile | undefined)[];
  readonly counts: Int32Array;
}

/** Searches kept, the one unused for longest goes first; and the most files of a search that is kept. */
const MAX_SEARCHES = 8, MAX_FILES_PER_SEARCH = 100_000;

/** Finished searches by their key. */
export class SearchCache {
  readonly #searches = new Map<string, CountedFiles>();

  /** The counts that a search with this key made in any files. */
  find(key: string): CountedFiles | undefined {
    const known = this.#searches.get(key);
    if (known !== undefined) this.store(key, known);
    return known;
  }

  store(key: string, counted: CountedFiles): void {
    if (counted.files.length > MAX_FILES_PER_SEARCH) return;
    this.#searches.delete(key);
    this.#searches.set(key, counted);
    for (const [oldest] of this.#searches) {
      if (this.#searches.size <= MAX_SEARCHES) return;
      this.#searches.delete(oldest);
    }
  }
}

/** Looks up the count of `files[i]`, which holds if the file still has this content. */
export type CountLookup = (i: number, content: CachedFile) => number | undefined;

/** The counts of a finished search for the files of another one. */
export function countLookup(known: CountedFiles | undefined, files: readonly WalkEntry[]): CountLookup {
  if (known === undefined) return () => undefined;
  const { contents, counts } = known;
  const indices = files === known.files ? undefined : new Map(known.files.map(({ shown }, i) => [shown, i]));
  return (i, content) => {
    const at = indices === undefined ? i : indices.get(files[i].shown) ?? -1;
    return contents[at] === content && counts[at] >= 0 ? counts[at] : undefined;
  };
}

/**
 * A key of everything that decides what is found in a file, and of nothing that decides which files or how it is shown.
 */
export function searchKey({ query, encoding, maxCount }: SearchRequest): string {
  return JSON.stringify([query, encoding, maxCount]);
}
