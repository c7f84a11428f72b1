/**
 * Owns which array of files another was made of, so that what is known of the one as a whole serves the other.
 * @module
 */
import type { FoundEntry } from "./found_entry.ts";
import { comparePaths } from "../model/place.ts";

/** Files in path order. */
type Files = readonly FoundEntry[];

const before = new WeakMap<Files, Files>();

/** Notes that `files` are those of `older` but for some. What that was made of is forgotten: it would never go. */
export function descend(files: Files, older: Files): void {
  before.set(files, older);
  before.delete(older);
}

/** What an array was made of, if that was noted. */
export function ancestorOf(files: Files): Files | undefined {
  return before.get(files);
}

/** For each of the older files, the index of the same entry among `files`; -1 where it is not there. */
export function indicesIn(files: Files, older: Files): Int32Array {
  const indices = new Int32Array(older.length).fill(-1);
  let k = 0;
  for (const [i, file] of older.entries()) {
    while (k < files.length && files[k] !== file && comparePaths(files[k].shown, file.shown) < 0) k++;
    if (files[k] === file) indices[i] = k++;
  }
  return indices;
}
