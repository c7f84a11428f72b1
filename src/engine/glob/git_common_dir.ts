/**
 * Finds the git directory of a submodule or linked worktree, in which `.git` is a file.
 * @module
 */
import { normalize } from "@std/path/posix";
import type { Root } from "../../door/door.ts";
import { childPlace, dirPrefix, isAbsolute, joinPath, type Place } from "../../model/place.ts";

/** Reads the beginning of a file as text; "" if there is no such file. */
export type ReadText = (file: Place) => string;

/**
 * The directory whose `info/exclude` applies to a repository, as in gitrepository-layout(5). A `.git` file says
 * `gitdir: PATH`. The file `commondir` in that directory names the directory that linked worktrees share.
 * @param dir the directory that holds the file `.git`
 * @returns undefined if that directory lies outside the roots or the file names none
 */
export function gitCommonDir(dir: Place, roots: readonly Root[], read: ReadText): Place | undefined {
  const [, path] = /^gitdir: (.+)/.exec(read(childPlace(dir, ".git"))) ?? [];
  const gitDir = path === undefined ? undefined : placeInRoots(path.trimEnd(), dir, roots);
  if (gitDir === undefined) return undefined;
  const commonDir = read(childPlace(gitDir, "commondir")).trimEnd();
  return commonDir === "" ? gitDir : placeInRoots(commonDir, gitDir, roots);
}

/** The place that `path` means in `dir`, if it lies inside a root. The door refuses links on the way there. */
function placeInRoots(path: string, dir: Place, roots: readonly Root[]): Place | undefined {
  if (path.includes("\0")) return undefined;
  const joined = isAbsolute(path) ? path : joinPath(joinPath(roots[dir.root].path, dir.path), path);
  const absolute = normalize(joined).replace(/(?<=.)\/$/, "");
  for (const [root, { names }] of roots.entries()) {
    const name = names.find((name) => absolute === name || absolute.startsWith(dirPrefix(name)));
    if (name !== undefined) return { root, path: absolute.slice(dirPrefix(name).length) };
  }
  return undefined;
}
