/**
 * How the paths of one answer are written: relative, absolute, or without their common prefix.
 * @module
 */
import { isAbsolute } from "../model/place.ts";

/** The wanted style of paths. */
export interface PathDisplay {
  /** Give the common directory once, as `path_prefix`. */
  readonly sharePrefix: boolean;
  /** Absolute path of the project root, where absolute paths are asked for. */
  readonly absoluteFrom?: string;
}

/** The paths of one answer. */
export interface DisplayedPaths {
  /** What every shown path lacks; "" or ends with `/`. */
  readonly prefix: string;
  /** As `file`, `path` and text show it. */
  display(path: string): string;
  /** Whether `abs_path` stands beside a relative `file`. */
  readonly showsBoth: boolean;
}

/** Settles how `paths` are shown. */
export function displayPaths(paths: readonly string[], style: PathDisplay): DisplayedPaths {
  const full = (path: string) => style.absoluteFrom === undefined ? path : absolutePath(style.absoluteFrom, path);
  const prefix = style.sharePrefix ? commonDirectory(paths.map(full)) : "";
  return {
    prefix,
    display: (path) => full(path).slice(prefix.length),
    showsBoth: style.absoluteFrom !== undefined && !style.sharePrefix,
  };
}

/** `path` below `root`; paths under further roots are absolute already. */
export function absolutePath(root: string, path: string): string {
  if (isAbsolute(path)) return path;
  return path === "" || path === "." ? root : root.replace(/\/$/, "") + "/" + path;
}

/** The longest directory that all paths begin with, with its `/`; "" for none. */
export function commonDirectory(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  let prefix = paths[0].slice(0, paths[0].lastIndexOf("/") + 1);
  for (const path of paths) {
    while (!path.startsWith(prefix)) prefix = prefix.slice(0, prefix.slice(0, -1).lastIndexOf("/") + 1);
  }
  return prefix;
}
