/**
 * The ctime bracket: evidence that nothing was moved, replaced or linked while something was read.
 *
 * Every directory on the way is looked at before and after. Any change of an entry changes its
 * directory's ctime, which nobody can set. So when all are real directories, the same inodes and
 * unchanged, every path between has led to one and the same entry, inside the root. Deno cuts ctime to
 * whole seconds: of a directory that changed within the last second an equal ctime says nothing.
 * @module
 */
import type { KnownDirs, Stamp } from "./door.ts";
import type { Place } from "../model/place.ts";
import { parentPath } from "../model/place.ts";
import { Obstacle } from "./obstacle.ts";
import type { RootWatch } from "./root_watch.ts";
import type { Inode, Syscalls } from "./syscalls.ts";
import type { Territory } from "./territory.ts";

/** A directory as it was when the bracket opened. */
export interface Mark {
  readonly root: number;
  readonly path: string;
  readonly was: Identity;
  /** All of it; absent when the first look was that of an earlier listing. */
  readonly inode?: Inode;
  /** It, or a directory above it, changed too recently for its ctime to tell of another change. */
  readonly fresh: boolean;
}

/** What must stay the same. */
type Identity = Pick<Inode, "ino" | "dev" | "ctime" | "mtime">;

/** Milliseconds until a ctime cut to seconds must differ: one second, and the kernel's clock tick. */
const SETTLED = 1050;

/** Thrown by a bracket that was to see settled directories only. */
export const FRESH: Error = new Error("a directory changed within the last second");

/** One opening and closing of the eyes. */
export class Bracket {
  readonly #marks: Map<string, Mark>[];
  readonly #opened: number;
  /** Whether some directory is too fresh for `holds` to be proof. */
  fresh = false;

  readonly sys: Syscalls;
  readonly territory: Territory;

  /**
   * @param settledOnly a fresh directory makes `enter` throw FRESH
   * @param known directories whose earlier stamps may serve as the first look
   */
  constructor(readonly watch: RootWatch, readonly settledOnly = false, readonly known?: KnownDirs) {
    const { sys, territory } = watch;
    this.sys = sys;
    this.territory = territory;
    this.#marks = territory.dirs.map(() => new Map());
    // Read once, before the first look: a later look can only be of a directory more settled than thought.
    this.#opened = sys.now();
  }

  /**
   * Marks directory `path` of `root` and all above it.
   * @throws Obstacle `outside` (a link), `not_a_directory`; what the platform throws
   */
  enter(root: number, path: string): Mark {
    return this.#marks[root].get(path) ?? this.#look(root, path);
  }

  /** Marks a directory as `enter` does; what it is. */
  inspectDir(root: number, path: string): Inode {
    return this.enter(root, path).inode ?? this.#inode(root, path);
  }

  /** Whether the first look at a directory was that of an earlier listing. */
  isAdopted(root: number, path: string): boolean {
    return this.enter(root, path).inode === undefined;
  }

  /** The entry itself, links not followed; its directory is marked. What is marked is not looked at again. */
  inspect(place: Place): Inode {
    if (place.path === "") return this.inspectDir(place.root, "");
    if (this.#marks[place.root].has(place.path)) return this.inspectDir(place.root, place.path);
    this.enter(place.root, parentPath(place.path));
    return this.sys.lstat(this.territory.ioPathOf(place.root, place.path));
  }

  /** Looks at all marked directories again, the deepest first: whether each is what it was. */
  holds(): boolean {
    try {
      return this.#marks.every((marks) => [...marks.values()].reverse().every((mark) => this.#same(mark)));
    } catch {
      return false;
    }
  }

  #look(root: number, path: string): Mark {
    const stamp = this.known?.({ root, path });
    const mark = stamp === undefined ? this.#lookNow(root, path) : this.#adopt(root, path, stamp);
    this.#marks[root].set(path, mark);
    return mark;
  }

  /** It and all above it must be when the bracket closes as they were when it was listed. */
  #adopt(root: number, path: string, { ino, dev, mtime, changed }: Stamp): Mark {
    if (path !== "") this.enter(root, parentPath(path));
    return { root, path, was: { ino, dev, mtime: new Date(mtime), ctime: new Date(changed) }, fresh: false };
  }

  #lookNow(root: number, path: string): Mark {
    const above = path === "" ? undefined : this.enter(root, parentPath(path));
    const inode = this.#inode(root, path);
    if (inode.isSymlink) throw new Obstacle("outside");
    if (!inode.isDirectory) throw new Obstacle("not_a_directory");
    if (path === "") this.watch.check(root, inode);
    const fresh = above?.fresh === true || !this.#settled(inode);
    if (fresh && this.settledOnly) throw FRESH;
    this.fresh ||= fresh;
    return { root, path, was: inode, inode, fresh };
  }

  /** A root that is read by an alias is a link there; where it leads is looked at instead. */
  #inode(root: number, path: string): Inode {
    const { io, path: real } = this.territory.dirs[root];
    return path === "" && io !== real ? this.sys.stat(io) : this.sys.lstat(this.territory.ioPathOf(root, path));
  }

  #settled(inode: Inode): boolean {
    const changed = inode.ctime?.getTime();
    return changed !== undefined && this.#opened - changed >= SETTLED;
  }

  #same(mark: Mark): boolean {
    const { was } = mark, is = this.#inode(mark.root, mark.path);
    return is.isDirectory && is.ino === was.ino && is.dev === was.dev &&
      is.ctime?.getTime() === was.ctime?.getTime() && is.mtime?.getTime() === was.mtime?.getTime();
  }
}
