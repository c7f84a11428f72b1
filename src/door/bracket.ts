/**
 * The ctime bracket: evidence that nothing was moved, replaced or linked while something was read.
 *
 * Every directory on the way is looked at before and after. Any change of an entry changes its
 * directory's ctime, which nobody can set. So when all are real directories, the same inodes and
 * unchanged, every path between has led to one and the same entry, inside the root. Deno cuts ctime to
 * whole seconds: of a directory that changed within the last second an equal ctime says nothing (see `ChangeClock`).
 * @module
 */
import type { ChangeClock } from "./change_clock.ts";
import type { DirMark } from "./door.ts";
import { parentPath, type Place } from "../model/place.ts";
import { Obstacle } from "./obstacle.ts";
import type { RootWatch } from "./root_watch.ts";
import type { Inode, Syscalls } from "./syscalls.ts";
import type { Territory } from "./territory.ts";

/** A directory as it was when the bracket opened. */
export interface Mark {
  readonly root: number;
  readonly path: string;
  /** What must stay the same. */
  readonly was: DirMark;
  /** All of it; absent when the first look was that of an earlier listing. */
  readonly inode?: Inode;
}

/** Thrown by a bracket that was to see settled directories only. */
export const FRESH: Error = new Error("a directory changed within the last second");

/** One opening and closing of the eyes. */
export class Bracket {
  /** Of the roots that were entered: there may be a thousand others. */
  readonly #marks: (Map<string, Mark> | undefined)[] = [];
  readonly #opened: number;
  #until = Infinity;

  readonly sys: Syscalls;
  readonly territory: Territory;

  /** @param settledOnly a fresh directory makes `enter` throw FRESH */
  constructor(readonly watch: RootWatch, readonly clock: ChangeClock, readonly settledOnly = false) {
    const { sys, territory } = watch;
    this.sys = sys;
    this.territory = territory;
    // Read once, before the first look: a later look can only be of a directory more settled than thought.
    this.#opened = sys.now();
  }

  /** UNIX milliseconds until which every change of a marked directory shows in its change time. */
  get until(): number {
    return this.#until;
  }

  /** Whether some directory changed too recently for its ctime to tell of another change, and `holds` to be proof. */
  get fresh(): boolean {
    return this.#until === 0;
  }

  /** See `ChangeClock.tellsUntil`: of an inode that this bracket has looked at. */
  tellsUntil(inode: Inode): number {
    return this.clock.tellsUntil(inode, this.#opened);
  }

  /**
   * Marks directory `path` of `root` and all above it.
   * @throws Obstacle `outside` (a link), `not_a_directory`; what the platform throws
   */
  enter(root: number, path: string): Mark {
    return this.#marks[root]?.get(path) ?? this.#look(root, path);
  }

  /** Marks a directory as `enter` does; what it is. */
  inspectDir(root: number, path: string): Inode {
    return this.enter(root, path).inode ?? this.#inode(root, path);
  }

  /**
   * Marks a directory by an earlier listing instead of a first look: it and all above it must be when the bracket
   * closes as they were then. False where one of them has been marked as something else. For brackets of settled
   * directories only.
   * @throws as `enter`
   */
  adopt(root: number, path: string, was: DirMark): boolean {
    const mark = this.#marks[root]?.get(path);
    if (mark !== undefined) return mark.was === was || isSame(mark.was, was);
    if (path !== "" && !this.#adoptAbove(root, parentPath(path), was.above)) return false;
    this.#marksIn(root).set(path, { root, path, was });
    return true;
  }

  #adoptAbove(root: number, path: string, was: DirMark | undefined): boolean {
    if (was !== undefined) return this.adopt(root, path, was);
    this.enter(root, path);
    return true;
  }

  /** The entry itself, links not followed; its directory is marked. What is marked is not looked at again. */
  inspect(place: Place): Inode {
    if (place.path === "") return this.inspectDir(place.root, "");
    if (this.#marks[place.root]?.has(place.path)) return this.inspectDir(place.root, place.path);
    this.enter(place.root, parentPath(place.path));
    return this.sys.lstat(this.territory.ioPathOf(place.root, place.path));
  }

  /**
   * Looks at all marked directories again, the deepest first: whether each is what it was, and the clock has not reached
   * a change time that lay ahead of it.
   */
  holds(): boolean {
    try {
      return this.#marks.every((marks) => marks === undefined || this.#areSame(marks)) && this.#isInTime();
    } catch {
      return false;
    }
  }

  /** Fresh directories are proved by other evidence. */
  #isInTime(): boolean {
    return this.#until === Infinity || this.fresh || this.sys.now() < this.#until;
  }

  #areSame(marks: ReadonlyMap<string, Mark>): boolean {
    return [...marks.values()].reverse().every((mark) => this.#same(mark));
  }

  #marksIn(root: number): Map<string, Mark> {
    return this.#marks[root] ??= new Map();
  }

  #look(root: number, path: string): Mark {
    if (path !== "") this.enter(root, parentPath(path));
    const inode = this.#inode(root, path);
    if (inode.isSymlink) throw new Obstacle("outside");
    if (!inode.isDirectory) throw new Obstacle("not_a_directory");
    if (path === "") this.watch.check(root, inode);
    const until = this.tellsUntil(inode);
    if (until === 0 && this.settledOnly) throw FRESH;
    this.#until = Math.min(this.#until, until);
    const mark = { root, path, was: dirMarkOf(inode), inode };
    this.#marksIn(root).set(path, mark);
    return mark;
  }

  /** A root that is read by an alias is a link there; where it leads is looked at instead. */
  #inode(root: number, path: string): Inode {
    const { io, path: real } = this.territory.dirs[root];
    return path === "" && io !== real ? this.sys.stat(io) : this.sys.lstat(this.territory.ioPathOf(root, path));
  }

  #same({ root, path, was }: Mark): boolean {
    const is = this.#inode(root, path);
    return is.isDirectory && isSame(dirMarkOf(is), was);
  }
}

/** What a directory is known by. */
export function dirMarkOf({ dev, ino, mtime, ctime }: Inode): DirMark {
  // Without a change time it counts as just changed, whenever it is asked.
  return { dev, ino: ino ?? 0, mtime: mtime?.getTime() ?? 0, changed: ctime?.getTime() ?? Infinity };
}

function isSame(a: DirMark, b: DirMark): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.changed === b.changed && a.mtime === b.mtime;
}
