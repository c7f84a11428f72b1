/**
 * Globs that may have been meant by the globs of a search.
 * @module
 */
import { globWithSlashes } from "../../model/escape_glob.ts";
import { translateDialects } from "./glob_dialects.ts";
import { isTooLongToGuess } from "../arguments/globs.ts";
import {
  caseInsensitiveGlob,
  contentsAtAnyDepth,
  contentsOf,
  escapeBrackets,
  hasDirectory,
  hasWildcard,
  isWord,
  likelyGlob,
  underAnyParent,
  wildcardAround,
  withoutTopDirectories,
  withParentDirectories,
} from "./rewrite_glob.ts";

import { globOfKind } from "./file_kinds.ts";

/** Rewrites of a glob, the likeliest first; each leaves other globs unchanged. */
const GLOB_REWRITES: readonly ((glob: string) => string)[] = [
  globWithSlashes,
  likelyGlob,
  escapeBrackets,
  (glob) => likelyGlob(escapeBrackets(glob)),
  (glob) => hasDirectory(glob) ? underAnyParent(glob) : glob,
  (glob) => hasDirectory(glob) ? underAnyParent(likelyGlob(glob)) : glob,
  contentsAtAnyDepth,
  (glob) => isWord(glob) ? "*." + glob : glob,
  wildcardAround,
  caseInsensitiveGlob,
  globOfKind,
  (glob) => withoutTopDirectories(globWithSlashes(glob)).at(-1) ?? glob,
];

/**
 * Lists of globs that may have been meant, the likeliest first. They are read in another dialect, with slashes, at any
 * depth, as directories, extensions or parts of names, or in any case. No list equals the given one; exclusions (`!`)
 * stay.
 * @param projectRoot globs may begin with it
 * @param reachesExcluded also globs for the content of hidden or ignored directories, each of which has to be named
 *
 * @example
 * ```ts
 * globAlternatives(["[id]"], "/p"); // [["\\[id\\]"], ["\\[id\\]/**"]]
 * ```
 */
export function globAlternatives(globs: readonly string[], projectRoot: string, reachesExcluded = false): string[][] {
  if (isTooLongToGuess(globs)) return [];
  const each = (rewrite: (glob: string) => string) => globs.map((glob) => glob.startsWith("!") ? glob : rewrite(glob));
  const others = [
    ...GLOB_REWRITES.map(each),
    ...dialectReadings(each, globs),
    // An ignored directory that a glob matches is of no use unless the glob matches its content too.
    ...(reachesExcluded ? [(glob: string) => glob, (glob: string) => hasWildcard(glob) ? glob : contentsOf(glob)] : [])
      .map((rewrite) => each((glob) => withParentDirectories(rewrite(glob), projectRoot))),
  ];
  const distinct = new Map([[...globs], ...others].map((list) => [JSON.stringify(list), list]));
  return [...distinct.values()].slice(1);
}

/** The globs read in one dialect after another, and each reading at any depth. */
function dialectReadings(each: (rewrite: (glob: string) => string) => string[], globs: readonly string[]): string[][] {
  const read = new Map(globs.map((glob) => [glob, translateDialects(glob)]));
  const most = Math.max(0, ...[...read.values()].map(({ length }) => length));
  const lists = Array.from(
    { length: most },
    (_, i) => each((glob) => read.get(glob)?.[i] ?? read.get(glob)?.at(-1) ?? glob),
  );
  const deep = lists.map((list) =>
    list.map((glob) => hasDirectory(glob) && !glob.startsWith("!") ? underAnyParent(glob) : glob)
  );
  return [...lists, ...deep].map((list) => list.flatMap(expandEmptyParts));
}

/** One glob for each reading of a brace with an empty part: ripgrep's globs have no empty parts. */
function expandEmptyParts(glob: string): string[] {
  const [whole, before, parts, after] = /^(.*?)\{([^{}]*,|,[^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (whole === undefined) return [glob];
  const some = parts.split(",").filter((part) => part !== "");
  return [`${before}{${some.join(",")}}${after}`, before + after];
}
