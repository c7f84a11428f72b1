/**
 * Long lists of small records as they cross threads: their paths in one string, the rest in columns, since a message
 * of ten thousand objects takes several times as long.
 * @module
 */
import type { Kind } from "../model/place.ts";
import type { FileHits, ListedEntry } from "../model/report.ts";

/** Files with matches, without their hits. */
export interface FilesParcel {
  /** Joined by NUL, which no path has. */
  readonly paths: string;
  /** For each: its count, and how many of the hits, in order, are its own. */
  readonly counts: Float64Array;
}

/** Listed entries. */
export interface EntriesParcel {
  /** Joined by NUL. */
  readonly paths: string;
  /** The first letter of each kind. */
  readonly kinds: string;
  /** For each its size and time, where any has them; NaN: it has none. */
  readonly states?: Float64Array;
}

const KINDS: Readonly<Record<string, Kind>> = { f: "file", d: "dir", l: "link", s: "special" };

/** Makes a parcel of files. */
export function packFiles(files: readonly FileHits[]): FilesParcel {
  const counts = new Float64Array(2 * files.length);
  files.forEach(({ count, hits }, i) => {
    counts[2 * i] = count;
    counts[2 * i + 1] = hits.length;
  });
  return { paths: files.map(({ path }) => path).join("\0"), counts };
}

/** The files of a parcel; `hitsOf` gives that many of the hits still left. */
export function unpackFiles({ paths, counts }: FilesParcel, hitsOf: (count: number) => FileHits["hits"]): FileHits[] {
  return split(paths, counts.length / 2).map((path, i) => ({
    path,
    count: counts[2 * i],
    hits: hitsOf(counts[2 * i + 1]),
  }));
}

/** Makes a parcel of entries. */
export function packEntries(entries: readonly ListedEntry[]): EntriesParcel {
  const paths = entries.map(({ path }) => path).join("\0"), kinds = entries.map(({ kind }) => kind[0]).join("");
  if (entries.every(({ size, mtime }) => size === undefined && mtime === undefined)) return { paths, kinds };
  const states = new Float64Array(2 * entries.length);
  entries.forEach(({ size = NaN, mtime = NaN }, i) => {
    states[2 * i] = size;
    states[2 * i + 1] = mtime;
  });
  return { paths, kinds, states };
}

/** The entries of a parcel. */
export function unpackEntries({ paths, kinds, states }: EntriesParcel): ListedEntry[] {
  return split(paths, kinds.length).map((path, i) => {
    const entry = { path, kind: KINDS[kinds[i]] };
    if (states === undefined) return entry;
    const size = states[2 * i], mtime = states[2 * i + 1];
    return { ...entry, ...(!Number.isNaN(size) && { size }), ...(!Number.isNaN(mtime) && { mtime }) };
  });
}

/** An empty string holds no path, or an empty one. */
function split(paths: string, count: number): string[] {
  return count === 0 ? [] : paths.split("\0");
}
