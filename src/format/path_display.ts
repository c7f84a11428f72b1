/**
 * Displays the paths of one answer: relative, absolute, or without their common prefix.
 * @module
 */
import { isAbsolute } from "../model/place.ts";

/** How to display paths. */
export interface PathDisplay {
  /** Give the common directory once, as `path_prefix`. */
  readonly sharePrefix: boolean;
  /** Absolute path of the project root; present if the caller wants absolute paths. */
  readonly absoluteFrom?: string;
}

/** The paths of one answer. */
export interface DisplayedPaths {
  /** The common prefix that displayed paths omit; "" or ends with `/`. */
  readonly prefix: string;
  /** `path` as `file`, `path` and text show it. */
  display(path: string): string;
  /** Whether structured content has `abs_path` in addition to a relative `file`. */
  readonly showsBoth: boolean;
}

/** Decides how to display `paths`. */
export function displayPaths(paths: readonly string[], style: PathDisplay): DisplayedPaths {
  const full = (path: string) => style.absoluteFrom === undefined ? path : absolutePath(style.absoluteFrom, path);
  const prefix = style.sharePrefix ? commonDirectory(paths.map(full)) : "";
  return {
    prefix,
    display: (path) => full(path).slice(prefix.length),
    showsBoth: style.absoluteFrom !== undefined && !style.sharePrefix,
  };
}

/** `path` below `root`. Paths below further roots are absolute already. */
export function absolutePath(root: string, path: string): string {
  if (isAbsolute(path)) return path;
  return path === "" || path === "." ? root : root.replace(/\/$/, "") + "/" + path;
}

/** The longest directory that all paths begin with, including its `/`; "" if there is none. */
export function commonDirectory(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  let prefix = paths[0].slice(0, paths[0].lastIndexOf("/") + 1);
  for (const path of paths) {
    while (!path.startsWith(prefix)) prefix = prefix.slice(0, prefix.slice(0, -1).lastIndexOf("/") + 1);
  }
  return prefix;
}
