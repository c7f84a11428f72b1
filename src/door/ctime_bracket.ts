/**
 * The ctime bracket: evidence that nothing was moved, replaced or linked while something was read.
 *
 * Every directory on the way is looked at before and after. Any change of an entry changes its
 * directory's ctime, which nobody can set. So when all are real directories, the same inodes and
 * unchanged, every path between has led to one and the same entry, inside the root. Deno cuts ctime to
 * whole seconds: of a directory that changed within the last second an equal ctime says nothing (see `CtimeClock`).
 * @module
 */
import type { CtimeClock } from "./ctime_clock.ts";
import type { DirMark } from "./door.ts";
import { parentPath, type Place } from "../model/place.ts";
import { AccessError } from "./access_error.ts";
import type { RootVerifier } from "./root_verifier.ts";
import type { Inode, Syscalls } from "./syscalls.ts";
import type { RootMap } from "./root_map.ts";

/** A directory as it was when the bracket opened. */
export interface MarkedDir {
  readonly root: number;
  readonly path: string;
  /** What must stay the same. */
  readonly was: DirMark;
  /** All of it; absent when the first look was that of an earlier listing. */
  readonly inode?: Inode;
}

/** Thrown by a bracket that was to see settled directories only. */
export const FRESH_DIRECTORY: Error = new Error("a directory changed within the last second");

/** One opening and closing of the eyes. */
export class CtimeBracket {
  /** Of the roots that were entered: there may be a thousand others. */
  readonly #markedDirs: (Map<string, MarkedDir> | undefined)[] = [];
  readonly #openedAt: number;
  #reliableUntil = Infinity;

  readonly sys: Syscalls;
  readonly rootMap: RootMap;

  /** @param settledOnly a fresh directory makes `enter` throw FRESH */
  constructor(readonly rootVerifier: RootVerifier, readonly clock: CtimeClock, readonly settledOnly = false) {
    const { sys, rootMap: territory } = rootVerifier;
    this.sys = sys;
    this.rootMap = territory;
    // Read once, before the first look: a later look can only be of a directory more settled than thought.
    this.#openedAt = sys.now();
  }

  /** UNIX milliseconds until which every change of a marked directory shows in its change time. */
  get reliableUntil(): number {
    return this.#reliableUntil;
  }

  /** Whether some directory changed too recently for its ctime to tell of another change, and `holds` to be proof. */
  get hasFreshDir(): boolean {
    return this.#reliableUntil === 0;
  }

  /** See `CtimeClock.tellsUntil`: of an inode that this bracket has looked at. */
  ctimeReliableUntil(inode: Inode): number {
    return this.clock.reliableUntil(inode, this.#openedAt);
  }

  /**
   * Marks directory `path` of `root` and all above it.
   * @throws AccessError `outside` (a link), `not_a_directory`; what the platform throws
   */
  mark(root: number, path: string): MarkedDir {
    return this.#markedDirs[root]?.get(path) ?? this.#markNew(root, path);
  }

  /** Marks a directory as `enter` does; what it is. */
  inspectDir(root: number, path: string): Inode {
    return this.mark(root, path).inode ?? this.#inode(root, path);
  }

  /**
   * Marks a directory by an earlier listing instead of a first look: it and all above it must be when the bracket
   * closes as they were then. False where one of them has been marked as something else. For brackets of settled
   * directories only.
   * @throws as `enter`
   */
  markAsListed(root: number, path: string, was: DirMark): boolean {
    const mark = this.#markedDirs[root]?.get(path);
    if (mark !== undefined) return mark.was === was || isSameMark(mark.was, was);
    if (path !== "" && !this.#markAboveAsListed(root, parentPath(path), was.parent)) return false;
    this.#markedIn(root).set(path, { root, path, was });
    return true;
  }

  #markAboveAsListed(root: number, path: string, was: DirMark | undefined): boolean {
    if (was !== undefined) return this.markAsListed(root, path, was);
    this.mark(root, path);
    return true;
  }

  /** The entry itself, links not followed; its directory is marked. What is marked is not looked at again. */
  inspect(place: Place): Inode {
    if (place.path === "") return this.inspectDir(place.root, "");
    if (this.#markedDirs[place.root]?.has(place.path)) return this.inspectDir(place.root, place.path);
    this.mark(place.root, parentPath(place.path));
    return this.sys.lstat(this.rootMap.ioPathOf(place.root, place.path));
  }

  /**
   * Looks at all marked directories again, the deepest first: whether each is what it was, and the clock has not reached
   * a change time that lay ahead of it.
   */
  isUnchanged(): boolean {
    try {
      return this.#markedDirs.every((marks) => marks === undefined || this.#areUnchanged(marks)) &&
        this.#isStillReliable();
    } catch {
      return false;
    }
  }

  /** Fresh directories are proved by other evidence. */
  #isStillReliable(): boolean {
    return this.#reliableUntil === Infinity || this.hasFreshDir || this.sys.now() < this.#reliableUntil;
  }

  #areUnchanged(marks: ReadonlyMap<string, MarkedDir>): boolean {
    return [...marks.values()].reverse().every((mark) => this.#isSameDir(mark));
  }

  #markedIn(root: number): Map<string, MarkedDir> {
    return this.#markedDirs[root] ??= new Map();
  }

  #markNew(root: number, path: string): MarkedDir {
    if (path !== "") this.mark(root, parentPath(path));
    const inode = this.#inode(root, path);
    if (inode.isSymlink) throw new AccessError("outside");
    if (!inode.isDirectory) throw new AccessError("not_a_directory");
    if (path === "") this.rootVerifier.verify(root, inode);
    const until = this.ctimeReliableUntil(inode);
    if (until === 0 && this.settledOnly) throw FRESH_DIRECTORY;
    this.#reliableUntil = Math.min(this.#reliableUntil, until);
    const mark = { root, path, was: dirMarkOf(inode), inode };
    this.#markedIn(root).set(path, mark);
    return mark;
  }

  /** A root that is read by an alias is a link there; where it leads is looked at instead. */
  #inode(root: number, path: string): Inode {
    const { ioPath: io, path: real } = this.rootMap.dirs[root];
    return path === "" && io !== real ? this.sys.stat(io) : this.sys.lstat(this.rootMap.ioPathOf(root, path));
  }

  #isSameDir({ root, path, was }: MarkedDir): boolean {
    const is = this.#inode(root, path);
    return is.isDirectory && isSameMark(dirMarkOf(is), was);
  }
}

/** What a directory is known by. */
export function dirMarkOf({ dev, ino, mtime, ctime }: Inode): DirMark {
  // Without a change time it counts as just changed, whenever it is asked.
  return { dev, ino: ino ?? 0, mtime: mtime?.getTime() ?? 0, ctime: ctime?.getTime() ?? Infinity };
}

function isSameMark(a: DirMark, b: DirMark): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.ctime === b.ctime && a.mtime === b.mtime;
}
