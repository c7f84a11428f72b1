/**
 * Absolute paths as the door writes them: `/`-separated on every platform, no trailing slash except at
 * the top of a file system (`/`, `C:/`).
 * @module
 */
import { SEPARATOR } from "@std/path";

/** `path` with `/` for the platform's separator. On POSIX a backslash is an ordinary character. */
export function toSlashes(path: string): string {
  return SEPARATOR === "/" ? path : path.replaceAll(SEPARATOR, "/");
}

/** The way from directory `dir` down to `path` ("" for itself); undefined when it is not inside. */
export function relativePath(dir: string, path: string): string | undefined {
  if (path === dir) return "";
  const stem = stemOf(dir);
  return path.startsWith(stem) ? path.slice(stem.length) : undefined;
}

/** `rel`, a relative path that may be empty, below `dir`. */
export function below(dir: string, rel: string): string {
  return rel === "" ? dir : stemOf(dir) + rel;
}

/** The top of a file system: `C:/`, `//server/share/`, `/`. */
const TOP = /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/]+\/|\/)/;

/** The directory above `path`, by name alone; the top is above itself. */
export function above(path: string): string {
  const top = TOP.exec(path)?.[0].length ?? 0, slash = path.lastIndexOf("/");
  return path.slice(0, slash < top ? top : slash);
}

/** What precedes every path below `dir`. */
export function stemOf(dir: string): string {
  return dir.endsWith("/") ? dir : dir + "/";
}
