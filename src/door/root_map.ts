/**
 * What lies inside the roots and what doesn't, by name alone: the map between absolute paths, places
 * and what the caller is shown. Nothing here looks at the disk.
 * @module
 */
import type { Place } from "../model/place.ts";
import type { Root } from "./door.ts";
import { NATIVE_SYNTAX } from "./path_syntax.ts";
import { isWindowsName } from "./parse_path.ts";
import { AccessError } from "./access_error.ts";
import { type RootDir, rootNames } from "./roots.ts";
import { below, relativePath, stemOf } from "./slashes.ts";

/** The roots and their names. All absolute paths are `/`-separated. */
export class RootMap {
  readonly roots: readonly Root[];
  /** Every name of a root (or of a directory in one), folded, and the real path it stands for. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(readonly dirs: readonly RootDir[], readonly syntax = NATIVE_SYNTAX) {
    this.roots = dirs.map((dir, i) => ({
      path: dir.path,
      names: rootNames(dir),
      prefix: i === 0 ? "" : stemOf(dir.path),
    }));
    this.#names = new Map(dirs.flatMap(({ path, aliases }) => [
      ...aliases.map((alias): [string, string] => [this.#fold(alias.path), below(path, alias.leadsTo)]),
      [this.#fold(path), path] as [string, string],
    ]));
  }

  /** The place at a real path; the project root's where several roots hold it. */
  placeOf(path: string): Place | undefined {
    for (let root = 0; root < this.dirs.length; root++) {
      const rel = this.#relativeAsSpelled(this.dirs[root].path, path);
      if (rel !== undefined) return { root, path: rel };
    }
    return undefined;
  }

  /** The real path of a place. */
  absolutePathOf(place: Place): string {
    return below(this.dirs[place.root].path, place.path);
  }

  /**
   * The path by which a place is read.
   * @throws AccessError `not_found` for names that Windows would take for others: they would lead out of the root
   */
  ioPathOf(root: number, path: string): string {
    if (this.syntax.isWindows && path !== "" && !path.split("/").every(isWindowsName)) {
      throw new AccessError("not_found");
    }
    return below(this.dirs[root].ioPath, path);
  }

  /** The real path that a name of a root stands for. */
  rootPathOf(name: string): string | undefined {
    return this.#names.get(this.#fold(name));
  }

  /** Whether a path lies inside a root under one of its names. */
  contains(path: string): boolean {
    const folded = this.#fold(path);
    return this.#someRootName((name) => relativePath(name, folded) !== undefined);
  }

  /** Whether a name of a root lies below `path`: one may pass through, but not look. */
  isAboveRoot(path: string): boolean {
    const folded = this.#fold(path);
    return this.#someRootName((name) => relativePath(folded, name) !== undefined);
  }

  /** How a place is shown: below the project root relative ("." for the root itself), else absolute. */
  displayPath(place: Place): string {
    const rel = place.root === 0 ? place.path : relativePath(this.dirs[0].path, this.absolutePathOf(place));
    return rel === undefined ? this.absolutePathOf(place) : rel === "" ? "." : rel;
  }

  /**
   * The way down from `dir` as `path` spells it. Where a system takes several spellings for one name, so does this;
   * were it wrong there, the place would still be one inside the root.
   */
  #relativeAsSpelled(dir: string, path: string): string | undefined {
    const rel = relativePath(dir, path);
    if (rel !== undefined || this.syntax.foldName === undefined) return rel;
    if (relativePath(this.#fold(dir), this.#fold(path)) === undefined) return undefined;
    return path.split("/").slice(stemOf(dir).split("/").length - 1).join("/");
  }

  #fold(path: string): string {
    return this.syntax.foldName?.(path) ?? path;
  }

  #someRootName(test: (name: string) => boolean): boolean {
    for (const name of this.#names.keys()) if (test(name)) return true;
    return false;
  }
}
