/**
 * Decides by name alone which paths are inside the roots, and converts between absolute paths, places and the paths
 * shown to the caller. Nothing here reads the disk.
 * @module
 */
import { dirPrefix, joinPath, type Place } from "../model/place.ts";
import { relativePath } from "./absolute_path.ts";
import type { Root } from "./door.ts";
import { NATIVE_SYNTAX } from "./path_syntax.ts";
import { isWindowsName } from "./parse_path.ts";
import { AccessError } from "./access_error.ts";
import { type RootDir, rootNames } from "./roots.ts";

/** The roots and their names. All absolute paths are `/`-separated. */
export class RootMap {
  readonly roots: readonly Root[];
  /** The real path for every name, folded, of a root or of a directory in one. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(readonly dirs: readonly RootDir[], readonly syntax = NATIVE_SYNTAX) {
    this.roots = dirs.map((dir, i) => ({
      path: dir.path,
      names: rootNames(dir),
      prefix: i === 0 ? "" : dirPrefix(dir.path),
    }));
    this.#names = new Map(dirs.flatMap(({ path, aliases }) => [
      ...aliases.map((alias): [string, string] => [this.#fold(alias.path), joinPath(path, alias.leadsTo)]),
      [this.#fold(path), path] as [string, string],
    ]));
  }

  /** The place at a real path. If several roots contain it, the first: the project root, if that is one of them. */
  placeOf(path: string): Place | undefined {
    for (let root = 0; root < this.dirs.length; root++) {
      const rel = this.#relativeAsSpelled(this.dirs[root].path, path);
      if (rel !== undefined) return { root, path: rel };
    }
    return undefined;
  }

  /** The real path of a place. */
  absolutePathOf(place: Place): string {
    return joinPath(this.dirs[place.root].path, place.path);
  }

  /**
   * The path by which a place is read.
   * @throws AccessError `not_found` for names that Windows reads as other names: they would lead out of the root
   */
  ioPathOf(root: number, path: string): string {
    if (this.syntax.isWindows && path !== "" && !path.split("/").every(isWindowsName)) {
      throw new AccessError("not_found");
    }
    return joinPath(this.dirs[root].ioPath, path);
  }

  /** The real path of a root, or of a directory in one, by one of its names. */
  rootPathOf(name: string): string | undefined {
    return this.#names.get(this.#fold(name));
  }

  /** Whether a path is inside a root, by any of its names. */
  contains(path: string): boolean {
    const folded = this.#fold(path);
    return this.#someRootName((name) => relativePath(name, folded) !== undefined);
  }

  /** Whether a name of a root lies below `path`. A route may pass through such a path, but not inspect it. */
  isAboveRoot(path: string): boolean {
    const folded = this.#fold(path);
    return this.#someRootName((name) => relativePath(folded, name) !== undefined);
  }

  /** See `Door.displayPath`. */
  displayPath(place: Place): string {
    const rel = place.root === 0 ? place.path : relativePath(this.dirs[0].path, this.absolutePathOf(place));
    return rel === undefined ? this.absolutePathOf(place) : rel === "" ? "." : rel;
  }

  /**
   * The path from `dir` down to `path`, spelled as in `path`. Accepts several spellings of a name if the system does;
   * even a wrong decision gives a place inside the root.
   */
  #relativeAsSpelled(dir: string, path: string): string | undefined {
    const rel = relativePath(dir, path);
    if (rel !== undefined || this.syntax.foldName === undefined) return rel;
    if (relativePath(this.#fold(dir), this.#fold(path)) === undefined) return undefined;
    return path.split("/").slice(dirPrefix(dir).split("/").length - 1).join("/");
  }

  #fold(path: string): string {
    return this.syntax.foldName?.(path) ?? path;
  }

  #someRootName(test: (name: string) => boolean): boolean {
    for (const name of this.#names.keys()) if (test(name)) return true;
    return false;
  }
}
