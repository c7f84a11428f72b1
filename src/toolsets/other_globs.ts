/**
 * What the globs of a search may have been meant as.
 * @module
 */
import { slashed } from "../model/literal_glob.ts";
import { fromDialects } from "./glob_dialects.ts";
import {
  atAnyDepth,
  deepened,
  hasParent,
  inAnyCase,
  inside,
  isLong,
  isWild,
  isWord,
  likely,
  partOfName,
  plainBrackets,
  throughParents,
  withoutTop,
} from "./glob_of.ts";

import { kin } from "./near_extensions.ts";

/** What a glob may have been meant as; itself where it is not. The likeliest first. */
const MEANT: readonly ((glob: string) => string)[] = [
  slashed,
  likely,
  plainBrackets,
  (glob) => likely(plainBrackets(glob)),
  (glob) => hasParent(glob) ? deepened(glob) : glob,
  (glob) => hasParent(glob) ? deepened(likely(glob)) : glob,
  atAnyDepth,
  (glob) => isWord(glob) ? "*." + glob : glob,
  partOfName,
  inAnyCase,
  kin,
  (glob) => withoutTop(slashed(glob)).at(-1) ?? glob,
];

/**
 * Lists of globs that may have been meant, the likeliest first: in another dialect, with slashes, at any depth, as
 * directories, extensions or parts of names, in any case. None is as it was given; what leaves out (`!`) stays.
 * @param projectRoot globs may begin with it
 * @param through globs may be for what is in hidden or ignored directories, which have to be named one by one
 *
 * @example
 * ```ts
 * otherGlobs(["[id]"], "/p"); // [["\\[id\\]"], ["\\[id\\]/**"]]
 * ```
 */
export function otherGlobs(globs: readonly string[], projectRoot: string, through = false): string[][] {
  if (isLong(globs)) return [];
  const each = (meant: (glob: string) => string) => globs.map((glob) => glob.startsWith("!") ? glob : meant(glob));
  const others = [
    ...MEANT.map(each),
    ...inDialects(each, globs),
    // A directory that is given as such is entered to no end unless what is in it matches.
    ...(through ? [(glob: string) => glob, (glob: string) => isWild(glob) ? glob : inside(glob)] : [])
      .map((meant) => each((glob) => throughParents(meant(glob), projectRoot))),
  ];
  const asked = new Map([[...globs], ...others].map((list) => [JSON.stringify(list), list]));
  return [...asked.values()].slice(1);
}

/** The same with each glob read in one dialect after another, and at any depth. */
function inDialects(each: (meant: (glob: string) => string) => string[], globs: readonly string[]): string[][] {
  const read = new Map(globs.map((glob) => [glob, fromDialects(glob)]));
  const most = Math.max(0, ...[...read.values()].map(({ length }) => length));
  const lists = Array.from(
    { length: most },
    (_, i) => each((glob) => read.get(glob)?.[i] ?? read.get(glob)?.at(-1) ?? glob),
  );
  const deep = lists.map((list) =>
    list.map((glob) => hasParent(glob) && !glob.startsWith("!") ? deepened(glob) : glob)
  );
  return [...lists, ...deep].map((list) => list.flatMap(withEmptyParts));
}

/** A glob for each reading of a brace that may be empty: ripgrep's globs have no empty parts. */
function withEmptyParts(glob: string): string[] {
  const [whole, before, parts, after] = /^(.*?)\{([^{}]*,|,[^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (whole === undefined) return [glob];
  const some = parts.split(",").filter((part) => part !== "");
  return [`${before}{${some.join(",")}}${after}`, before + after];
}
