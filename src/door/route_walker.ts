/**
 * Walks a route name by name and link by link, and inspects only entries inside the roots. A link's target outside is
 * never inspected: it is refused for its name alone.
 * @module
 */
import { childPlace, type EntryKind, joinPath, type Place } from "../model/place.ts";
import { AccessError, errnoOf, toolErrorOf } from "./access_error.ts";
import type { CtimeBracket } from "./ctime_bracket.ts";
import type { ResolvedPath } from "./door.ts";
import { parseRoute, type Route } from "./parse_path.ts";
import { parentDir } from "./path_syntax.ts";
import type { RootMap } from "./roots.ts";
import { kindOf } from "./syscalls.ts";

/** Maximum number of links followed on one route, as in the kernel. */
const MAX_LINKS = 40;

/** Maximum size of a directory whose names are searched for a look-alike. */
const MAX_LOOK_ALIKE_DIR_BYTES = 256 * 1024;

/** Follows one route to its end, through links. */
export class RouteWalker {
  readonly #rootMap: RootMap;
  /** The real path arrived at; outside the roots only on the way from one name of a root to another. */
  #at: string;
  #kind: EntryKind = "dir";
  #linkCount = 0;

  /**
   * @param root where a relative route starts
   * @param acceptsLookAlikes if no entry has a name of the route, the only entry that looks like it is taken
   */
  constructor(readonly bracket: CtimeBracket, readonly root = 0, readonly acceptsLookAlikes = false) {
    this.#rootMap = bracket.rootMap;
    this.#at = this.#rootMap.dirs[root].path;
  }

  walk({ top, names }: Route): ResolvedPath {
    const trail = new DisplayTrail(this.#rootMap, top === undefined ? this.root : undefined);
    if (top !== undefined) this.#at = top;
    for (const given of names) {
      const name = this.acceptsLookAlikes ? this.#lookAlikeOf(given) : given;
      const expected = name === ".." ? parentDir(this.#at) : joinPath(this.#at, name);
      this.#step(name);
      trail.add(name, this.#at, this.#at !== expected);
    }
    const named = this.#arrivedPlace(), place = this.#storedSpelling(named), typed = this.#rootMap.displayPath(named);
    const { shown = typed } = trail;
    return { place, kind: this.#kind, shown: shown === typed ? this.#rootMap.displayPath(place) : shown };
  }

  /**
   * The place with the names that the disk itself stores. Windows and macOS accept several names for one entry (`SRC`,
   * `ENV~1`, other accents). Rules about names have only one, such as those for files that are never sent to a model.
   */
  #storedSpelling(place: Place): Place {
    const { sys } = this.bracket, map = this.#rootMap;
    if (map.syntax.foldName === undefined || place.path === "") return place;
    const stored = map.placeOf(sys.realPath(map.ioPathOf(place.root, place.path)));
    return stored !== undefined && stored.path !== place.path && this.#isSameInode(stored, place) ? stored : place;
  }

  #isSameInode(a: Place, b: Place): boolean {
    const [one, other] = [a, b].map((place) => this.bracket.inspect(place));
    return one.ino === other.ino && one.dev === other.dev && kindOf(one) === kindOf(other);
  }

  /** The name of the entry that `name` means in the directory arrived at. */
  #lookAlikeOf(name: string): string {
    const dir = this.#kind === "dir" && mayHaveLookAlike(name) ? this.#rootMap.placeOf(this.#at) : undefined;
    if (dir === undefined || this.#hasEntry(dir, name)) return name;
    return lookAlike(name, this.#namesIn(dir)) ?? name;
  }

  #hasEntry(dir: Place, name: string): boolean {
    return this.#lookIfReadable(() => this.bracket.inspect(childPlace(dir, name))) !== undefined;
  }

  /** The directory is marked, so the bracket proves that these names were in it. */
  #namesIn(dir: Place): string[] {
    return this.#lookIfReadable(() => {
      if (this.bracket.inspectDir(dir.root, dir.path).size > MAX_LOOK_ALIKE_DIR_BYTES) return [];
      return [...this.bracket.sys.readDir(this.#rootMap.ioPathOf(dir.root, dir.path))].map(({ name }) => name);
    }) ?? [];
  }

  /** The result of `look`; undefined if there is no entry, or none that can be read. */
  #lookIfReadable<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      const key = toolErrorOf(error, "")?.key;
      if (key === undefined || key === "outside" || key === "changed") throw error;
      return undefined;
    }
  }

  #arrivedPlace(): Place {
    const place = this.#rootMap.placeOf(this.#at);
    if (place === undefined) throw new AccessError("outside");
    // An empty route has not inspected anything yet.
    if (place.path === "") this.bracket.mark(place.root, "");
    return place;
  }

  #step(name: string): void {
    if (this.#kind !== "dir") throw new AccessError("not_found");
    if (name === "..") this.#at = parentDir(this.#at);
    else this.#enter(joinPath(this.#at, name));
  }

  #enter(path: string): void {
    const rootPath = this.#rootMap.rootPathOf(path);
    const place = rootPath === undefined ? this.#rootMap.placeOf(path) : undefined;
    if (rootPath !== undefined) this.#at = rootPath;
    else if (place !== undefined) this.#enterPlace(place, path);
    else if (this.#rootMap.isAboveRoot(path)) this.#at = path;
    else throw new AccessError("outside");
  }

  #enterPlace(place: Place, path: string): void {
    const inode = this.bracket.inspect(place);
    if (inode.isSymlink) return this.#followLink(place);
    this.#at = path;
    this.#kind = kindOf(inode);
  }

  /** Starts from the directory that holds the link, where the walker still is. */
  #followLink(place: Place): void {
    if (++this.#linkCount > MAX_LINKS) throw new AccessError("not_found", "link");
    const { top, names } = parseRoute(this.#linkTarget(this.#rootMap.ioPathOf(place.root, place.path)));
    if (top !== undefined) this.#at = top;
    try {
      for (const name of names) this.#step(name);
    } catch (error) {
      // The link itself exists and is listed, so the error must say that its target is missing.
      throw toolErrorOf(error, "")?.key === "not_found" ? new AccessError("not_found", "link") : error;
    }
  }

  #linkTarget(link: string): string {
    try {
      return this.bracket.sys.readLink(link);
    } catch (error) {
      // The entry was a link when it was inspected, and is none now.
      if (errnoOf(error) === "EINVAL") throw new AccessError("changed");
      throw error;
    }
  }
}

/** The names of a route, as they are shown to the caller again. */
class DisplayTrail {
  #names: { name: string; isLink: boolean }[] = [];
  #root: number | undefined;
  #isLost = false;

  /** @param start the root from which a relative route starts */
  constructor(readonly rootMap: RootMap, start: number | undefined) {
    this.#root = start;
  }

  /** @param isLink whether the step led elsewhere than its name says */
  add(name: string, at: string, isLink: boolean): void {
    const root = this.rootMap.dirs.findIndex((dir) => dir.path === at);
    if (root >= 0 && (!isLink || this.#root === undefined)) this.#restart(root);
    else if (name !== "..") this.#names.push({ name, isLink });
    // Above a link, and above the root, the names alone don't determine the place.
    else if (this.#names.pop()?.isLink !== false) this.#isLost = true;
  }

  /** Undefined if only the real place can be shown. */
  get shown(): string | undefined {
    if (this.#isLost || this.#root === undefined) return undefined;
    const path = this.#names.map(({ name }) => name).join("/");
    return this.rootMap.displayPath({ root: this.#root, path });
  }

  #restart(root: number): void {
    this.#root = root;
    this.#names = [];
    this.#isLost = false;
  }
}

/** A character that other characters look like: all but ASCII letters, digits and unambiguous signs. */
const AMBIGUOUS_CHAR = /[^\x21\x23-\x26\x28-\x7e]/;

const SINGLE_QUOTES = /[\u2018\u2019\u201a\u201b\u2032]/g, DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;

/** Whether another name may look like `text`, or like one of the names of a path. */
export function mayHaveLookAlike(text: string): boolean {
  return AMBIGUOUS_CHAR.test(text);
}

/**
 * The one of `siblings` that looks like `name`; undefined if there is none, or more than one.
 *
 * @example
 * ```ts
 * lookAlike("at 9.41 AM.png", ["at 9.41\u202fAM.png", "at 9.42\u202fAM.png"]); // "at 9.41\u202fAM.png"
 * ```
 */
export function lookAlike(name: string, siblings: Iterable<string>): string | undefined {
  const wanted = visualForm(name);
  let found: string | undefined;
  for (const sibling of siblings) {
    if (visualForm(sibling) !== wanted) continue;
    if (found !== undefined) return undefined;
    found = sibling;
  }
  return found;
}

function visualForm(name: string): string {
  if (!AMBIGUOUS_CHAR.test(name)) return name;
  return name.normalize("NFC").replace(/\p{Zs}/gu, " ").replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
}
