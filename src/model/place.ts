/**
 * Where something is inside the roots. A place is only ever made by the door from a caller's text, or
 * by joining a listed name to a place, so holding one means: lexically inside.
 * @module
 */

/** One entry below one root. */
export interface Place {
  /** Index into the roots; 0 is the project root. */
  readonly root: number;
  /** `/`-separated names below the root; no `.`, no `..`; "" is the root itself. */
  readonly path: string;
}

/** What an entry is. Anything but file, dir and link (FIFO, socket, device) is `special`. */
export type EntryKind = "file" | "dir" | "link" | "special";

/** The place of `name` in directory `dir`. */
export function childPlace(dir: Place, name: string): Place {
  return { root: dir.root, path: joinPath(dir.path, name) };
}

/** Joins two `/`-separated paths of which either may be empty, and the first that of a drive or of all. */
export function joinPath(dir: string, name: string): string {
  return name === "" ? dir : dirPrefix(dir) + name;
}

/** Whether a path as the door writes it begins at a drive, a share or the top of all. */
export function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?\//.test(path);
}

/** What precedes the paths of all that is below a directory. */
export function dirPrefix(dir: string): string {
  return dir === "" || dir.endsWith("/") ? dir : dir + "/";
}

/** The same for the same place, and for no other. */
export function placeKey({ root, path }: Place): string {
  return root === 0 ? path : `${root}\0${path}`;
}

/** The directory part of a path ("" for a bare name). */
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

/**
 * Orders names or paths by their UTF-8 bytes, segment by segment: `/` sorts before every other byte,
 * so a directory's content stands where the directory does.
 */
export function comparePaths(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x !== y) return utf8Rank(x) - utf8Rank(y);
  }
  return a.length - b.length;
}

/** UTF-16 units ranked as their code points' UTF-8 bytes are; `/` before all. */
function utf8Rank(unit: number): number {
  if (unit === 0x2f) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
