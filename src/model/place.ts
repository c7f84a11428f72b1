/**
 * Locations inside the roots. Places are made only by the door from a caller's text, or by joining a listed name to a
 * place, so every place is lexically inside.
 * @module
 */

/** One entry below one root. */
export interface Place {
  /** Index into the roots; 0 is the project root. */
  readonly root: number;
  /** `/`-separated names below the root, without `.` and `..`; "" is the root itself. */
  readonly path: string;
}

/** The kind of an entry. FIFOs, sockets and devices are `special`. */
export type EntryKind = "file" | "dir" | "link" | "special";

/** The place of `name` in directory `dir`. */
export function childPlace(dir: Place, name: string): Place {
  return { root: dir.root, path: joinPath(dir.path, name) };
}

/** Joins two `/`-separated paths. Either may be empty; the first may be the top of a file system. */
export function joinPath(dir: string, name: string): string {
  return name === "" ? dir : dirPrefix(dir) + name;
}

/** Whether a path as the door writes it begins at a drive, a share or `/`. */
export function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?\//.test(path);
}

/** The prefix of all paths below a directory. */
export function dirPrefix(dir: string): string {
  return dir === "" || dir.endsWith("/") ? dir : dir + "/";
}

/** A unique key of a place. */
export function placeKey({ root, path }: Place): string {
  return root === 0 ? path : `${root}\0${path}`;
}

/** The path of the directory ("" if the path is a name). */
export function parentPath(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

/** The directory that a place is in. */
export function parentPlace({ root, path }: Place): Place {
  return { root, path: parentPath(path) };
}

/** The last name of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `ts` for `a.d.ts`; undefined for a name without a dot after a character that is none. */
export function extensionOf(path: string): string | undefined {
  const name = baseName(path), dot = name.lastIndexOf(".");
  return dot + 1 < name.length && /[^.]/.test(name.slice(0, Math.max(0, dot))) ? name.slice(dot + 1) : undefined;
}

/**
 * Orders names or paths by their UTF-8 bytes, with `/` before every other byte, so that the entries of a directory
 * follow it.
 */
export function comparePaths(a: string, b: string): number {
  return compareBytewise(a, b, pathRank);
}

/** As `bytewiseRank`, but `/` is the lowest. */
function pathRank(unit: number): number {
  return unit === 0x2f ? -1 : bytewiseRank(unit);
}

/**
 * Orders texts by their UTF-8 bytes.
 *
 * @example
 * ```ts
 * ["😀", "a", "\uffee"].sort(compareBytewise); // ["a", "\uffee", "😀"]
 * ```
 */
export function compareBytewise(a: string, b: string, rank = bytewiseRank): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Ranks a UTF-16 unit like the UTF-8 bytes of its code point. */
function bytewiseRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
