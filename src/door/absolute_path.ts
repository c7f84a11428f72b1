/**
 * Absolute paths as the door writes them: `/`-separated on every platform, without a trailing slash except at
 * the top of a file system (`/`, `C:/`).
 * @module
 */
import { SEPARATOR } from "@std/path";
import { dirPrefix } from "../model/place.ts";

/** `path` with `/` instead of the platform's separator. On POSIX a backslash is an ordinary character. */
export function toSlashes(path: string): string {
  return SEPARATOR === "/" ? path : path.replaceAll(SEPARATOR, "/");
}

/** The path from directory `dir` down to `path` ("" for `dir` itself); undefined if `path` is not inside. */
export function relativePath(dir: string, path: string): string | undefined {
  if (path === dir) return "";
  const prefix = dirPrefix(dir);
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The top of a file system: `C:/`, `//server/share/`, `/`. */
const TOP = /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/]+\/|\/)/;

/** The directory above `path`, by name alone. The top is its own parent. */
export function parentDir(path: string): string {
  const top = TOP.exec(path)?.[0].length ?? 0, slash = path.lastIndexOf("/");
  return path.slice(0, slash < top ? top : slash);
}
