/**
 * Walks a route name by name and link by link, looking only at what lies inside the roots. What a
 * link's target is outside is never asked: it is refused for its name.
 * @module
 */
import { childPlace, type EntryKind, type Place } from "../model/place.ts";
import type { CtimeBracket } from "./ctime_bracket.ts";
import { parseRoute, type Route } from "./parse_path.ts";
import { lookAlike, mayHaveLookAlike } from "./look_alikes.ts";
import { AccessError, errnoOf, toolErrorOf } from "./access_error.ts";
import { above, below } from "./slashes.ts";
import type { Inode } from "./syscalls.ts";
import type { RootMap } from "./root_map.ts";

/** Links followed on one way, as many as the kernel follows. */
const MAX_LINKS = 40;

/** Bytes of a directory up to which its names are looked through for one that looks like another. */
const MAX_LOOK_ALIKE_DIR_BYTES = 256 * 1024;

/** Where a way ended. */
export interface RouteEnd {
  readonly place: Place;
  readonly kind: EntryKind;
  /** The path as it was named, links and all, for showing. */
  readonly shown: string;
}

/**
 * Follows a route to its end, through links.
 * @param root where a relative route starts
 * @param alike each of its names may be that of the only entry that looks like it, where no entry has it
 */
export function followRoute(route: Route, bracket: CtimeBracket, root = 0, alike = false): RouteEnd {
  return new RouteWalker(bracket, root, alike).walk(route);
}

/**
 * Follows a route for as long as there is something.
 * @returns where its last name leads that is there
 */
export function nearestOnRoute(route: Route, bracket: CtimeBracket): Place {
  return new RouteWalker(bracket, 0).nearest(route);
}

/** What an inode is, or an entry as its directory lists it. */
export function kindOf(inode: Pick<Inode, "isSymlink" | "isFile" | "isDirectory">): EntryKind {
  return inode.isSymlink ? "link" : inode.isFile ? "file" : inode.isDirectory ? "dir" : "special";
}

class RouteWalker {
  readonly #rootMap: RootMap;
  /** The real path arrived at; outside the roots only on the way from one name of a root to another. */
  #at: string;
  #kind: EntryKind = "dir";
  #linkCount = 0;

  constructor(readonly bracket: CtimeBracket, readonly root: number, readonly alike = false) {
    this.#rootMap = bracket.rootMap;
    this.#at = this.#rootMap.dirs[root].path;
  }

  walk({ top, names }: Route): RouteEnd {
    const trail = new DisplayTrail(this.#rootMap, top === undefined ? this.root : undefined);
    if (top !== undefined) this.#at = top;
    for (const given of names) {
      const name = this.alike ? this.#lookAlikeOf(given) : given;
      const expected = name === ".." ? above(this.#at) : below(this.#at, name);
      this.#step(name);
      trail.add(name, this.#at, this.#at !== expected);
    }
    const named = this.#arrivedPlace(), place = this.#storedSpelling(named), typed = this.#rootMap.displayPath(named);
    const { shown = typed } = trail;
    return { place, kind: this.#kind, shown: shown === typed ? this.#rootMap.displayPath(place) : shown };
  }

  /**
   * The place by the names that the disk itself has for it. Windows and macOS take several for one (`SRC`, `ENV~1`, other
   * accents), and rules of names, such as those of what no model is sent, know only one.
   */
  #storedSpelling(place: Place): Place {
    const { sys } = this.bracket, land = this.#rootMap;
    if (land.syntax.foldName === undefined || place.path === "") return place;
    const own = land.placeOf(sys.realPath(land.ioPathOf(place.root, place.path)));
    return own !== undefined && own.path !== place.path && this.#isSameInode(own, place) ? own : place;
  }

  #isSameInode(a: Place, b: Place): boolean {
    const [one, other] = [a, b].map((place) => this.bracket.inspect(place));
    return one.ino === other.ino && one.dev === other.dev && kindOf(one) === kindOf(other);
  }

  nearest({ top, names }: Route): Place {
    if (top !== undefined) this.#at = top;
    let reached = this.#at;
    for (const name of names) {
      if (!this.#isThere(name)) break;
      reached = this.#at;
    }
    this.#at = reached;
    return this.#arrivedPlace();
  }

  #isThere(name: string): boolean {
    return this.#lookIfReadable(() => (this.#step(name), true)) ?? false;
  }

  /** The name of the entry that is meant by `name`, in the directory arrived at. */
  #lookAlikeOf(name: string): string {
    const dir = this.#kind === "dir" && mayHaveLookAlike(name) ? this.#rootMap.placeOf(this.#at) : undefined;
    if (dir === undefined || this.#hasEntry(dir, name)) return name;
    return lookAlike(name, this.#namesIn(dir)) ?? name;
  }

  #hasEntry(dir: Place, name: string): boolean {
    return this.#lookIfReadable(() => this.bracket.inspect(childPlace(dir, name))) !== undefined;
  }

  /** Of a directory that is marked: what is found in it has been in it when the bracket closes. */
  #namesIn(dir: Place): string[] {
    return this.#lookIfReadable(() => {
      if (this.bracket.inspectDir(dir.root, dir.path).size > MAX_LOOK_ALIKE_DIR_BYTES) return [];
      return [...this.bracket.sys.readDir(this.#rootMap.ioPathOf(dir.root, dir.path))].map(({ name }) => name);
    }) ?? [];
  }

  /** What `look` comes to, unless there is nothing, or nothing that can be looked at. */
  #lookIfReadable<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      const hindrance = toolErrorOf(error, "")?.key;
      if (hindrance === undefined || hindrance === "outside" || hindrance === "changed") throw error;
      return undefined;
    }
  }

  #arrivedPlace(): Place {
    const place = this.#rootMap.placeOf(this.#at);
    if (place === undefined) throw new AccessError("outside");
    // An empty route has looked at nothing yet.
    if (place.path === "") this.bracket.mark(place.root, "");
    return place;
  }

  #step(name: string): void {
    if (this.#kind !== "dir") throw new AccessError("not_found");
    if (name === "..") this.#at = above(this.#at);
    else this.#enter(below(this.#at, name));
  }

  #enter(path: string): void {
    const named = this.#rootMap.rootPathOf(path);
    const place = named === undefined ? this.#rootMap.placeOf(path) : undefined;
    if (named !== undefined) this.#at = named;
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

  /** From the directory that holds the link, which is where the walker still stands. */
  #followLink(place: Place): void {
    if (++this.#linkCount > MAX_LINKS) throw new AccessError("not_found", "link");
    const { top, names } = parseRoute(this.#linkTarget(this.#rootMap.ioPathOf(place.root, place.path)));
    if (top !== undefined) this.#at = top;
    try {
      for (const name of names) this.#step(name);
    } catch (error) {
      // The link is there and gets listed: the caller must hear that its target is what is missing.
      throw toolErrorOf(error, "")?.key === "not_found" ? new AccessError("not_found", "link") : error;
    }
  }

  #linkTarget(link: string): string {
    try {
      return this.bracket.sys.readLink(link);
    } catch (error) {
      // What was a link a moment ago is none now.
      if (errnoOf(error) === "EINVAL") throw new AccessError("changed");
      throw error;
    }
  }
}

/** The names of a route as the caller is shown them again. */
class DisplayTrail {
  #names: { name: string; linked: boolean }[] = [];
  #root: number | undefined;
  #isLost = false;

  /** @param start the root a relative route starts from */
  constructor(readonly rootMap: RootMap, start: number | undefined) {
    this.#root = start;
  }

  /** @param linked whether the step led elsewhere than its name says */
  add(name: string, at: string, linked: boolean): void {
    const root = this.rootMap.dirs.findIndex((dir) => dir.path === at);
    if (root >= 0 && (!linked || this.#root === undefined)) this.#restart(root);
    else if (name !== "..") this.#names.push({ name, linked });
    // Above a link, and above the root, names alone don't say where one is.
    else if (this.#names.pop()?.linked !== false) this.#isLost = true;
  }

  /** Undefined when only the real place can be shown. */
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
