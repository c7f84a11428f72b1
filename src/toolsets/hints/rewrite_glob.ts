/**
 * Rewrites of globs into what was likely meant.
 * @module
 */
import { globParts } from "../arguments/globs.ts";
import { escapeGlob, globWithSlashes } from "../../model/escape_glob.ts";
import { dirPrefix, isAbsolute } from "../../model/place.ts";

/** Escapes `[` and `]` in a glob or an expression. */
export function escapeBrackets(pattern: string): string {
  return pattern.replace(/\\.|[[\]]/gs, (char) => char.length > 1 ? char : "\\" + char);
}

/**
 * A list of globs with commas between them as one glob, each rewritten by `likelyGlob`; any other glob unchanged.
 *
 * @example
 * ```ts
 * braceGlobList("*.ts, src"); // "{**\/*.ts,src/**}"
 * ```
 */
export function braceGlobList(glob: string): string {
  const parts = globParts(glob);
  if (parts.length === 1 || parts.includes("")) return glob;
  const rewritten = parts.map(likelyGlob);
  // A slash in one part anchors all of them to the root.
  const isBound = rewritten.some((part) => part.includes("/"));
  return `{${rewritten.map((part) => isBound && !part.includes("/") ? "**/" + part : part).join(",")}}`;
}

/**
 * A glob as likely meant: a list as one brace, backslashes as slashes, an extension as one of a name, a directory as
 * its contents.
 */
export function likelyGlob(glob: string): string {
  const several = braceGlobList(glob);
  if (several !== glob) return several;
  const path = globWithSlashes(glob);
  if (hasWildcard(path)) return path;
  return /^\.\w+$/.test(path) ? "*" + path : contentsOf(path);
}

/** A name as the contents of all directories of that name; any other glob unchanged. */
export function contentsAtAnyDepth(glob: string): string {
  return hasWildcard(glob) || hasDirectory(glob) ? glob : "**/" + contentsOf(glob);
}

/**
 * A path below any directory, for callers that don't know its parents. A glob anchored to the root, or with `**` in
 * front, is unchanged.
 *
 * @example
 * ```ts
 * underAnyParent("src/*.ts"); // "**\/src/*.ts"
 * ```
 */
export function underAnyParent(glob: string): string {
  return /^\/|^[*?/]*$|^\*\*\//.test(glob) ? glob : "**/" + glob;
}

/**
 * A path without its first directory, its first two, …: they may belong to another machine or lie above the root. At
 * least one directory stays.
 *
 * @example
 * ```ts
 * withoutTopDirectories("~/app/src/*.ts"); // ["app/src/*.ts", "src/*.ts"]
 * ```
 */
export function withoutTopDirectories(path: string): string[] {
  const names = path.split("/").filter((name) => name !== ""), firstWild = names.findIndex(hasWildcard);
  const plain = Math.min(firstWild < 0 ? names.length - 1 : firstWild, 8);
  return Array.from({ length: Math.max(0, plain - 1) }, (_, i) => names.slice(i + 1).join("/"));
}

/** A word as a part of any name; any other glob unchanged. */
export function wildcardAround(glob: string): string {
  return isWord(glob) ? `*${glob}*` : glob;
}

/**
 * The glob for letters of any case.
 *
 * @example
 * ```ts
 * caseInsensitiveGlob("*.[a-z]d"); // "*.[a-z][dD]"
 * ```
 */
export function caseInsensitiveGlob(glob: string): string {
  return glob.replace(/\\.|\[[^\]]*\]|[a-z]/gsi, (part) => {
    return part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`;
  });
}

/** Whether the glob has a slash before its last name. */
export function hasDirectory(glob: string): boolean {
  return /\/./.test(glob);
}

/** Whether the glob is a word without wildcards. */
export function isWord(glob: string): boolean {
  return /^[\w-]+$/.test(glob);
}

/** A glob for all that lies below a directory. */
export function contentsOf(directory: string): string {
  return directory.replace(/\/*$/, "/**");
}

/**
 * Globs by which a search enters the directories of excluded files and finds these. Names with a leading dot are
 * spelled out.
 *
 * @example
 * ```ts
 * globsForPaths([".env", "build/lib/a.js", "src/.cache/b"]); // ["/.env", "{build,build/**}", "{src,src/.cache,src/.cache/**}"]
 * ```
 */
export function globsForPaths(paths: readonly string[]): string[] {
  return [
    ...new Set(paths.map((path) => {
      const names = path.split("/").map(escapeGlob), hidden = names.findLastIndex((name) => name.startsWith("."));
      if (isAbsolute(path)) return names.join("/");
      if (names.length === 1) return `/${names[0]}`;
      const isFile = hidden === names.length - 1, dirs = names.slice(0, isFile ? undefined : Math.max(1, hidden + 1));
      return withParentDirectories(isFile ? dirs.join("/") : contentsOf(dirs.join("/")), "");
    })),
  ];
}

/**
 * Adds the parents of a glob: when globs decide, an ignored or hidden directory is entered only if a glob matches it.
 */
export function withParentDirectories(glob: string, projectRoot: string): string {
  const stem = dirPrefix(projectRoot), top = glob.startsWith(stem) ? stem : "";
  const anchored = glob.slice(top.length).replace(/^\//, "");
  const names = anchored.split("/").slice(0, -1), firstWild = names.findIndex(hasWildcard);
  const parents = names.slice(0, firstWild < 0 ? undefined : firstWild).map((_, i) => names.slice(0, i + 1).join("/"));
  return parents.length === 0 ? glob : `${top}{${[...parents, anchored].join(",")}}`;
}

/** Whether the glob has wildcards. */
export function hasWildcard(glob: string): boolean {
  return /[*?[{]/.test(glob.replace(/\\./gs, ""));
}
