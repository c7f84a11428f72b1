/**
 * What lies inside the roots and what doesn't, by name alone: the map between absolute paths, places
 * and what the caller is shown. Nothing here looks at the disk.
 * @module
 */
import type { Place } from "../model/place.ts";
import type { Root } from "./door.ts";
import { HERE } from "./flavour.ts";
import { isWindowsName } from "./locate.ts";
import { Obstacle } from "./obstacle.ts";
import { namesOf, type RootDir } from "./roots.ts";
import { below, relativeTo, stemOf } from "./slashes.ts";

/** The roots and their names. All absolute paths are `/`-separated. */
export class Territory {
  readonly roots: readonly Root[];
  /** Every name of a root (or of a directory in one), folded, and the real path it stands for. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(readonly dirs: readonly RootDir[], readonly flavour = HERE) {
    this.roots = dirs.map((dir, i) => ({
      path: dir.path,
      names: namesOf(dir),
      prefix: i === 0 ? "" : stemOf(dir.path),
    }));
    this.#names = new Map(dirs.flatMap(({ path, aliases }) => [
      ...aliases.map((alias): [string, string] => [this.#folded(alias.path), below(path, alias.leadsTo)]),
      [this.#folded(path), path] as [string, string],
    ]));
  }

  /** The place at a real path; the project root's where several roots hold it. */
  placeOf(path: string): Place | undefined {
    for (let root = 0; root < this.dirs.length; root++) {
      const rel = this.#relative(this.dirs[root].path, path);
      if (rel !== undefined) return { root, path: rel };
    }
    return undefined;
  }

  /** The real path of a place. */
  pathOf(place: Place): string {
    return below(this.dirs[place.root].path, place.path);
  }

  /**
   * The path by which a place is read.
   * @throws Obstacle `not_found` for names that Windows would take for others: they would lead out of the root
   */
  ioPathOf(root: number, path: string): string {
    if (this.flavour.windows && path !== "" && !path.split("/").every(isWindowsName)) throw new Obstacle("not_found");
    return below(this.dirs[root].io, path);
  }

  /** The real path that a name of a root stands for. */
  realPathOf(name: string): string | undefined {
    return this.#names.get(this.#folded(name));
  }

  /** Whether a path lies inside a root under one of its names. */
  holds(path: string): boolean {
    const folded = this.#folded(path);
    return this.#some((name) => relativeTo(name, folded) !== undefined);
  }

  /** Whether a name of a root lies below `path`: one may pass through, but not look. */
  leadsIn(path: string): boolean {
    const folded = this.#folded(path);
    return this.#some((name) => relativeTo(folded, name) !== undefined);
  }

  /** How a place is shown: below the project root relative ("." for the root itself), else absolute. */
  show(place: Place): string {
    const rel = place.root === 0 ? place.path : relativeTo(this.dirs[0].path, this.pathOf(place));
    return rel === undefined ? this.pathOf(place) : rel === "" ? "." : rel;
  }

  /**
   * The way down from `dir` as `path` spells it. Where a system takes several spellings for one name, so does this;
   * were it wrong there, the place would still be one inside the root.
   */
  #relative(dir: string, path: string): string | undefined {
    const rel = relativeTo(dir, path);
    if (rel !== undefined || this.flavour.fold === undefined) return rel;
    if (relativeTo(this.#folded(dir), this.#folded(path)) === undefined) return undefined;
    return path.split("/").slice(stemOf(dir).split("/").length - 1).join("/");
  }

  #folded(path: string): string {
    return this.flavour.fold?.(path) ?? path;
  }

  #some(test: (name: string) => boolean): boolean {
    for (const name of this.#names.keys()) if (test(name)) return true;
    return false;
  }
}
