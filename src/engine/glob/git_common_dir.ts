/**
 * Finds the store of a repository: `.git` itself or, in a submodule or linked worktree, the directory that the file
 * `.git` names.
 * @module
 */
import type { Root } from "../../door/door.ts";
import { childPlace, isAbsolute, joinPath, type Place } from "../../model/place.ts";

/** Reads the beginning of a file as text; empty where there is none. */
export type ReadText = (file: Place) => string;

/**
 * The directory whose `info/exclude` holds for a repository, as gitrepository-layout(5) has it: a `.git` file says
 * `gitdir: PATH`, and the file `commondir` in that directory names the store that linked worktrees share.
 * @param dir the directory that holds the file `.git`
 * @returns undefined where the store lies outside the roots or the file names none
 */
export function gitCommonDir(dir: Place, roots: readonly Root[], read: ReadText): Place | undefined {
  const [, gitDir] = /^gitdir: (.+)/.exec(read(childPlace(dir, ".git"))) ?? [];
  const store = gitDir === undefined ? undefined : placeInRoots(gitDir.trimEnd(), dir, roots);
  if (store === undefined) return undefined;
  const common = read(childPlace(store, "commondir")).trimEnd();
  return common === "" ? store : placeInRoots(common, store, roots);
}

/** The place that `path` means in `dir`, if it lies inside a root. Links on the way are left to the door, which refuses them. */
function placeInRoots(path: string, dir: Place, roots: readonly Root[]): Place | undefined {
  if (path.includes("\0")) return undefined;
  const whole = normalizePath(isAbsolute(path) ? path : joinPath(joinPath(roots[dir.root].path, dir.path), path));
  for (const [root, { names }] of roots.entries()) {
    const top = names.find((name) => whole === name || whole.startsWith(name.replace(/\/*$/, "/")));
    if (top !== undefined) return { root, path: whole.slice(top.replace(/\/*$/, "/").length) };
  }
  return undefined;
}

/** An absolute path without `.` and `..`. */
function normalizePath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "." && name !== "") names.push(name);
  }
  return (path.startsWith("/") ? "/" : "") + names.join("/");
}
