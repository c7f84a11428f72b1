/**
 * Walks a route name by name and link by link, looking only at what lies inside the roots. What a
 * link's target is outside is never asked: it is refused for its name.
 * @module
 */
import { child, type Kind, type Place } from "../model/place.ts";
import type { Bracket } from "./bracket.ts";
import { type Route, routeOf } from "./locate.ts";
import { lookAlike, mayHaveLookAlike } from "./look_alikes.ts";
import { codeOf, faultOf, Obstacle } from "./obstacle.ts";
import { above, below } from "./slashes.ts";
import type { Inode } from "./syscalls.ts";
import type { Territory } from "./territory.ts";

/** Links followed on one way, as many as the kernel follows. */
const MAX_LINKS = 40;

/** Bytes of a directory up to which its names are looked through for one that looks like another. */
const LOOKED_THROUGH = 256 * 1024;

/** Where a way ended. */
export interface Arrival {
  readonly place: Place;
  readonly kind: Kind;
  /** The path as it was named, links and all, for showing. */
  readonly shown: string;
}

/**
 * Follows a route to its end, through links.
 * @param root where a relative route starts
 * @param alike each of its names may be that of the only entry that looks like it, where no entry has it
 */
export function follow(route: Route, bracket: Bracket, root = 0, alike = false): Arrival {
  return new Walker(bracket, root, alike).walk(route);
}

/**
 * Follows a route for as long as there is something.
 * @returns where its last name leads that is there
 */
export function approach(route: Route, bracket: Bracket): Place {
  return new Walker(bracket, 0).approach(route);
}

/** What an inode is, or an entry as its directory lists it. */
export function kindOf(inode: Pick<Inode, "isSymlink" | "isFile" | "isDirectory">): Kind {
  return inode.isSymlink ? "link" : inode.isFile ? "file" : inode.isDirectory ? "dir" : "special";
}

class Walker {
  readonly #territory: Territory;
  /** The real path arrived at; outside the roots only on the way from one name of a root to another. */
  #at: string;
  #kind: Kind = "dir";
  #links = 0;

  constructor(readonly bracket: Bracket, readonly root: number, readonly alike = false) {
    this.#territory = bracket.territory;
    this.#at = this.#territory.dirs[root].path;
  }

  walk({ top, names }: Route): Arrival {
    const trail = new Trail(this.#territory, top === undefined ? this.root : undefined);
    if (top !== undefined) this.#at = top;
    for (const given of names) {
      const name = this.alike ? this.#ownName(given) : given;
      const expected = name === ".." ? above(this.#at) : below(this.#at, name);
      this.#step(name);
      trail.add(name, this.#at, this.#at !== expected);
    }
    const named = this.#arrived(), place = this.#asStored(named), typed = this.#territory.show(named);
    const { shown = typed } = trail;
    return { place, kind: this.#kind, shown: shown === typed ? this.#territory.show(place) : shown };
  }

  /**
   * The place by the names that the disk itself has for it. Windows and macOS take several for one (`SRC`, `ENV~1`, other
   * accents), and rules of names, such as those of what no model is sent, know only one.
   */
  #asStored(place: Place): Place {
    const { sys } = this.bracket, land = this.#territory;
    if (land.flavour.fold === undefined || place.path === "") return place;
    const own = land.placeOf(sys.realPath(land.ioPathOf(place.root, place.path)));
    return own !== undefined && own.path !== place.path && this.#isOne(own, place) ? own : place;
  }

  #isOne(a: Place, b: Place): boolean {
    const [one, other] = [a, b].map((place) => this.bracket.inspect(place));
    return one.ino === other.ino && one.dev === other.dev && kindOf(one) === kindOf(other);
  }

  approach({ top, names }: Route): Place {
    if (top !== undefined) this.#at = top;
    let reached = this.#at;
    for (const name of names) {
      if (!this.#isThere(name)) break;
      reached = this.#at;
    }
    this.#at = reached;
    return this.#arrived();
  }

  #isThere(name: string): boolean {
    return this.#unless(() => (this.#step(name), true)) ?? false;
  }

  /** The name of the entry that is meant by `name`, in the directory arrived at. */
  #ownName(name: string): string {
    const dir = this.#kind === "dir" && mayHaveLookAlike(name) ? this.#territory.placeOf(this.#at) : undefined;
    if (dir === undefined || this.#holds(dir, name)) return name;
    return lookAlike(name, this.#namesIn(dir)) ?? name;
  }

  #holds(dir: Place, name: string): boolean {
    return this.#unless(() => this.bracket.inspect(child(dir, name))) !== undefined;
  }

  /** Of a directory that is marked: what is found in it has been in it when the bracket closes. */
  #namesIn(dir: Place): string[] {
    return this.#unless(() => {
      if (this.bracket.inspectDir(dir.root, dir.path).size > LOOKED_THROUGH) return [];
      return [...this.bracket.sys.readDir(this.#territory.ioPathOf(dir.root, dir.path))].map(({ name }) => name);
    }) ?? [];
  }

  /** What `look` comes to, unless there is nothing, or nothing that can be looked at. */
  #unless<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      const hindrance = faultOf(error, "")?.key;
      if (hindrance === undefined || hindrance === "outside" || hindrance === "changed") throw error;
      return undefined;
    }
  }

  #arrived(): Place {
    const place = this.#territory.placeOf(this.#at);
    if (place === undefined) throw new Obstacle("outside");
    // An empty route has looked at nothing yet.
    if (place.path === "") this.bracket.enter(place.root, "");
    return place;
  }

  #step(name: string): void {
    if (this.#kind !== "dir") throw new Obstacle("not_found");
    if (name === "..") this.#at = above(this.#at);
    else this.#enter(below(this.#at, name));
  }

  #enter(path: string): void {
    const named = this.#territory.realPathOf(path);
    const place = named === undefined ? this.#territory.placeOf(path) : undefined;
    if (named !== undefined) this.#at = named;
    else if (place !== undefined) this.#look(place, path);
    else if (this.#territory.leadsIn(path)) this.#at = path;
    else throw new Obstacle("outside");
  }

  #look(place: Place, path: string): void {
    const inode = this.bracket.inspect(place);
    if (inode.isSymlink) return this.#link(place);
    this.#at = path;
    this.#kind = kindOf(inode);
  }

  /** From the directory that holds the link, which is where the walker still stands. */
  #link(place: Place): void {
    if (++this.#links > MAX_LINKS) throw new Obstacle("not_found", "link");
    const { top, names } = routeOf(this.#target(this.#territory.ioPathOf(place.root, place.path)));
    if (top !== undefined) this.#at = top;
    try {
      for (const name of names) this.#step(name);
    } catch (error) {
      // The link is there and gets listed: the caller must hear that its target is what is missing.
      throw faultOf(error, "")?.key === "not_found" ? new Obstacle("not_found", "link") : error;
    }
  }

  #target(link: string): string {
    try {
      return this.bracket.sys.readLink(link);
    } catch (error) {
      // What was a link a moment ago is none now.
      if (codeOf(error) === "EINVAL") throw new Obstacle("changed");
      throw error;
    }
  }
}

/** The names of a route as the caller is shown them again. */
class Trail {
  #names: { name: string; linked: boolean }[] = [];
  #root: number | undefined;
  #lost = false;

  /** @param start the root a relative route starts from */
  constructor(readonly territory: Territory, start: number | undefined) {
    this.#root = start;
  }

  /** @param linked whether the step led elsewhere than its name says */
  add(name: string, at: string, linked: boolean): void {
    const root = this.territory.dirs.findIndex((dir) => dir.path === at);
    if (root >= 0 && (!linked || this.#root === undefined)) this.#restart(root);
    else if (name !== "..") this.#names.push({ name, linked });
    // Above a link, and above the root, names alone don't say where one is.
    else if (this.#names.pop()?.linked !== false) this.#lost = true;
  }

  /** Undefined when only the real place can be shown. */
  get shown(): string | undefined {
    if (this.#lost || this.#root === undefined) return undefined;
    const path = this.#names.map(({ name }) => name).join("/");
    return this.territory.show({ root: this.#root, path });
  }

  #restart(root: number): void {
    this.#root = root;
    this.#names = [];
    this.#lost = false;
  }
}
