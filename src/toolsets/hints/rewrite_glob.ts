/**
 * Globs as they are meant.
 * @module
 */
import { globParts } from "../arguments/globs.ts";
import { escapeGlob, globWithSlashes } from "../../model/escape_glob.ts";
import { dirPrefix, isAbsolute } from "../../model/place.ts";

/** The pattern, glob or expression, with `[` and `]` as characters. */
export function escapeBrackets(pattern: string): string {
  return pattern.replace(/\\.|[[\]]/gs, (char) => char.length > 1 ? char : "\\" + char);
}

/**
 * One glob for several with commas between them, each as it is likely meant; any other as it is.
 *
 * @example
 * ```ts
 * braceGlobList("*.ts, src"); // "{**\/*.ts,src/**}"
 * ```
 */
export function braceGlobList(glob: string): string {
  const parts = globParts(glob);
  if (parts.length === 1 || parts.includes("")) return glob;
  const meant = parts.map(likelyGlob);
  // A slash anywhere binds all of them to the root.
  const isBound = meant.some((part) => part.includes("/"));
  return `{${meant.map((part) => isBound && !part.includes("/") ? "**/" + part : part).join(",")}}`;
}

/** One glob as it is likely meant: several in braces, with slashes, an extension as one of names, a directory as what is in it. */
export function likelyGlob(glob: string): string {
  const several = braceGlobList(glob);
  if (several !== glob) return several;
  const path = globWithSlashes(glob);
  if (hasWildcard(path)) return path;
  return /^\.\w+$/.test(path) ? "*" + path : contentsOf(path);
}

/** A name for what is in the directories that have it; any other glob as it is. */
export function contentsAtAnyDepth(glob: string): string {
  return hasWildcard(glob) || hasDirectory(glob) ? glob : "**/" + contentsOf(glob);
}

/**
 * A path for the same at any depth, as where the directories above it were not known; one that is bound to the root, or
 * at any depth already, as it is.
 *
 * @example
 * ```ts
 * deepened("src/*.ts"); // "**\/src/*.ts"
 * ```
 */
export function underAnyParent(glob: string): string {
  return /^\/|^[*?/]*$|^\*\*\//.test(glob) ? glob : "**/" + glob;
}

/**
 * A path without the first of its directories, and without the first two, …: those of another machine or above the root.
 * One directory stays.
 *
 * @example
 * ```ts
 * withoutTopDirectories("~/app/src/*.ts"); // ["app/src/*.ts", "src/*.ts"]
 * ```
 */
export function withoutTopDirectories(path: string): string[] {
  const names = path.split("/").filter((name) => name !== ""), wild = names.findIndex(hasWildcard);
  const plain = Math.min(wild < 0 ? names.length - 1 : wild, 8);
  return Array.from({ length: Math.max(0, plain - 1) }, (_, i) => names.slice(i + 1).join("/"));
}

/** A word for the names that it is a part of; any other glob as it is. */
export function wildcardAround(glob: string): string {
  return isWord(glob) ? `*${glob}*` : glob;
}

/**
 * A glob that means the same in letters of any case.
 *
 * @example
 * ```ts
 * inAnyCase("*.[a-z]d"); // "*.[a-z][dD]"
 * ```
 */
export function caseInsensitiveGlob(glob: string): string {
  return glob.replace(/\\.|\[[^\]]*\]|[a-z]/gsi, (part) => {
    return part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`;
  });
}

/** Whether something stands before a slash in it. */
export function hasDirectory(glob: string): boolean {
  return /\/./.test(glob);
}

/** Whether it is a word. */
export function isWord(glob: string): boolean {
  return /^[\w-]+$/.test(glob);
}

/** What is in a directory. */
export function contentsOf(directory: string): string {
  return directory.replace(/\/*$/, "/**");
}

/**
 * Globs that have a search enter the directories of files that rules leave out, and find these: names with a leading dot
 * are written out.
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

/** Where globs decide, a directory that is ignored or hidden is entered only where one matches it itself. */
export function withParentDirectories(glob: string, projectRoot: string): string {
  const stem = dirPrefix(projectRoot), top = glob.startsWith(stem) ? stem : "";
  const anchored = glob.slice(top.length).replace(/^\//, "");
  const names = anchored.split("/").slice(0, -1), wild = names.findIndex(hasWildcard);
  const parents = names.slice(0, wild < 0 ? undefined : wild).map((_, i) => names.slice(0, i + 1).join("/"));
  return parents.length === 0 ? glob : `${top}{${[...parents, anchored].join(",")}}`;
}

/** Whether it has wildcards. */
export function hasWildcard(glob: string): boolean {
  return /[*?[{]/.test(glob.replace(/\\./gs, ""));
}
