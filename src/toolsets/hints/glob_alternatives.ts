/**
 * What the globs of a search may have been meant as.
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

/** What a glob may have been meant as; itself where it is not. The likeliest first. */
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
 * Lists of globs that may have been meant, the likeliest first: in another dialect, with slashes, at any depth, as
 * directories, extensions or parts of names, in any case. None is as it was given; what leaves out (`!`) stays.
 * @param projectRoot globs may begin with it
 * @param through globs may be for what is in hidden or ignored directories, which have to be named one by one
 *
 * @example
 * ```ts
 * globAlternatives(["[id]"], "/p"); // [["\\[id\\]"], ["\\[id\\]/**"]]
 * ```
 */
export function globAlternatives(globs: readonly string[], projectRoot: string, through = false): string[][] {
  if (isTooLongToGuess(globs)) return [];
  const each = (meant: (glob: string) => string) => globs.map((glob) => glob.startsWith("!") ? glob : meant(glob));
  const others = [
    ...GLOB_REWRITES.map(each),
    ...dialectReadings(each, globs),
    // A directory that is given as such is entered to no end unless what is in it matches.
    ...(through ? [(glob: string) => glob, (glob: string) => hasWildcard(glob) ? glob : contentsOf(glob)] : [])
      .map((meant) => each((glob) => withParentDirectories(meant(glob), projectRoot))),
  ];
  const asked = new Map([[...globs], ...others].map((list) => [JSON.stringify(list), list]));
  return [...asked.values()].slice(1);
}

/** The same with each glob read in one dialect after another, and at any depth. */
function dialectReadings(each: (meant: (glob: string) => string) => string[], globs: readonly string[]): string[][] {
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

/** A glob for each reading of a brace that may be empty: ripgrep's globs have no empty parts. */
function expandEmptyParts(glob: string): string[] {
  const [whole, before, parts, after] = /^(.*?)\{([^{}]*,|,[^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (whole === undefined) return [glob];
  const some = parts.split(",").filter((part) => part !== "");
  return [`${before}{${some.join(",")}}${after}`, before + after];
}
