/**
 * The ctime bracket: evidence that nothing was moved, replaced or linked during a read.
 *
 * The bracket inspects every directory on the path before and after the read. Any change of an entry changes the
 * ctime of its directory, which no program can set. If all of them are real directories, with the same inodes and
 * unchanged, every path between them led to the same entry, inside the root. Deno cuts ctime to whole seconds, so an
 * equal ctime of a directory that changed within the last second proves nothing (see `CtimeClock`).
 * @module
 */
import { parentPath, type Place } from "../model/place.ts";
import { AccessError } from "./access_error.ts";
import type { DirMark } from "./door.ts";
import type { RootMap } from "./roots.ts";
import type { Inode, Syscalls } from "./syscalls.ts";

/** Milliseconds after which a ctime cut to seconds must differ: one second plus a tick of the kernel's clock. */
const CTIME_RESOLUTION_MS = 1050;

/** The latest ctime seen on a device. */
interface LatestCtime {
  readonly ctime: number;
  /** When it was first seen, by a clock that is never set. */
  readonly seenAt: number;
}

/**
 * Tracks the clocks that set ctimes, one per device, and decides until when any change of an entry is sure to show in
 * its ctime.
 *
 * Deno cuts ctime to whole seconds: an entry that has just changed may change once more and keep its ctime. After one
 * second it can't, provided that the clock that sets ctimes goes forward. That clock may be ahead of this process's: it
 * may be a file server's, or the machine's own before it was set back. So a ctime in the future alone says neither that
 * the entry has just changed nor that it has not. It is old if that clock is known to have passed it. This is known if
 * a later ctime was seen on the same device, or if this one was seen more than a second ago.
 */
export class CtimeClock {
  readonly #latestByDevice = new Map<number, LatestCtime>();

  constructor(readonly sys: Pick<Syscalls, "monotonicNow">) {}

  /**
   * UNIX milliseconds until which any change made after `inode` was read changes its ctime. Infinity for an old entry;
   * 0 if the next change may not show; otherwise the ctime itself, which this process's clock has yet to reach.
   * @param now UNIX milliseconds before `inode` was read
   */
  reliableUntil({ ctime: date, dev }: Pick<Inode, "ctime" | "dev">, now: number): number {
    const ctime = date?.getTime();
    if (ctime === undefined) return 0;
    if (ctime <= now) return now - ctime >= CTIME_RESOLUTION_MS ? Infinity : 0;
    return this.#hasPassed(dev, ctime) ? ctime : 0;
  }

  #hasPassed(dev: number, ctime: number): boolean {
    const latest = this.#latestByDevice.get(dev);
    if (latest !== undefined && ctime < latest.ctime) return true;
    if (ctime === latest?.ctime) return this.sys.monotonicNow() - latest.seenAt >= CTIME_RESOLUTION_MS;
    this.#latestByDevice.set(dev, { ctime, seenAt: this.sys.monotonicNow() });
    return false;
  }
}

/** Remembers which inode each root was when its real path was last resolved. */
export class RootVerifier {
  readonly #known: (Inode | undefined)[] = [];

  constructor(readonly sys: Syscalls, readonly rootMap: RootMap) {}

  /**
   * Accepts `inode`, found at a root's path. The known inode is accepted immediately. Another one, as after a root was
   * deleted and made again, is accepted only if the path still leads there without a link.
   * @throws AccessError `outside` if a link now leads elsewhere
   */
  verify(root: number, inode: Inode): void {
    const known = this.#known[root];
    if (known !== undefined && known.ino === inode.ino && known.dev === inode.dev) return;
    const { ioPath, path } = this.rootMap.dirs[root];
    if (this.sys.realPath(ioPath) !== path) throw new AccessError("outside");
    this.#known[root] = inode;
  }
}

/** A directory as it was when the bracket opened. */
interface MarkedDir {
  readonly root: number;
  readonly path: string;
  /** The part of its state that must stay the same. */
  readonly was: DirMark;
  /** Its whole inode; absent if an earlier listing served as the first inspection. */
  readonly inode?: Inode;
}

/** Thrown by a bracket that accepts settled directories only. */
export const FRESH_DIRECTORY: Error = new Error("a directory changed within the last second");

/** One comparison, before and after, of the directories that a read depends on. */
export class CtimeBracket {
  /** By root, for the roots that were entered only: there may be a thousand others. */
  readonly #markedDirs: (Map<string, MarkedDir> | undefined)[] = [];
  readonly #openedAt: number;
  #reliableUntil = Infinity;

  readonly sys: Syscalls;
  readonly rootMap: RootMap;

  /** @param settledOnly a fresh directory makes `mark` throw `FRESH_DIRECTORY` */
  constructor(readonly rootVerifier: RootVerifier, readonly clock: CtimeClock, readonly settledOnly = false) {
    this.sys = rootVerifier.sys;
    this.rootMap = rootVerifier.rootMap;
    // Read once, before the first inspection: directories inspected later can only be more settled than assumed.
    this.#openedAt = this.sys.now();
  }

  /** UNIX milliseconds until which every change of a marked directory shows in its ctime. */
  get reliableUntil(): number {
    return this.#reliableUntil;
  }

  /** Whether a directory changed so recently that another change may not show in its ctime: then nothing is proved. */
  get hasFreshDir(): boolean {
    return this.#reliableUntil === 0;
  }

  /** `CtimeClock.reliableUntil` of an inode that this bracket has inspected. */
  ctimeReliableUntil(inode: Inode): number {
    return this.clock.reliableUntil(inode, this.#openedAt);
  }

  /**
   * Marks directory `path` of `root` and all directories above it.
   * @throws AccessError `outside` (a link), `not_a_directory`; any error of the platform
   */
  mark(root: number, path: string): MarkedDir {
    return this.#markedDirs[root]?.get(path) ?? this.#markNew(root, path);
  }

  /** Marks a directory as `mark` does, and returns its inode. */
  inspectDir(root: number, path: string): Inode {
    return this.mark(root, path).inode ?? this.#inode(root, path);
  }

  /**
   * Marks a directory by an earlier listing instead of inspecting it now. When the bracket closes, this directory and
   * all above it must be as they were at that listing. Returns false if one of them is already marked with another
   * state. Only for brackets of settled directories.
   * @throws as `mark`
   */
  markAsListed(root: number, path: string, was: DirMark): boolean {
    const marked = this.#markedDirs[root]?.get(path);
    if (marked !== undefined) return marked.was === was || isSameMark(marked.was, was);
    if (path !== "" && !this.#markParentAsListed(root, parentPath(path), was.parent)) return false;
    this.#markedIn(root).set(path, { root, path, was });
    return true;
  }

  #markParentAsListed(root: number, path: string, was: DirMark | undefined): boolean {
    if (was !== undefined) return this.markAsListed(root, path, was);
    this.mark(root, path);
    return true;
  }

  /** The entry itself (links are not followed); marks its directory. A marked directory is not inspected again. */
  inspect(place: Place): Inode {
    if (place.path === "") return this.inspectDir(place.root, "");
    if (this.#markedDirs[place.root]?.has(place.path)) return this.inspectDir(place.root, place.path);
    this.mark(place.root, parentPath(place.path));
    return this.sys.lstat(this.rootMap.ioPathOf(place.root, place.path));
  }

  /**
   * Inspects all marked directories again, the deepest first. True if each is what it was and the clock has not
   * reached a ctime that lay ahead of it.
   */
  isUnchanged(): boolean {
    try {
      return this.#markedDirs.every((dirs) => dirs === undefined || this.#areUnchanged(dirs)) &&
        this.#isStillReliable();
    } catch {
      return false;
    }
  }

  /** Fresh directories are proved by other evidence, so they don't count here. */
  #isStillReliable(): boolean {
    return this.#reliableUntil === Infinity || this.hasFreshDir || this.sys.now() < this.#reliableUntil;
  }

  #areUnchanged(dirs: ReadonlyMap<string, MarkedDir>): boolean {
    return [...dirs.values()].reverse().every((dir) => this.#isSameDir(dir));
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
    const marked = { root, path, was: dirMarkOf(inode), inode };
    this.#markedIn(root).set(path, marked);
    return marked;
  }

  /** A root that is read by an alias is a link there, so the link is followed. */
  #inode(root: number, path: string): Inode {
    const { ioPath, path: realPath } = this.rootMap.dirs[root];
    return path === "" && ioPath !== realPath
      ? this.sys.stat(ioPath)
      : this.sys.lstat(this.rootMap.ioPathOf(root, path));
  }

  #isSameDir({ root, path, was }: MarkedDir): boolean {
    const is = this.#inode(root, path);
    return is.isDirectory && isSameMark(dirMarkOf(is), was);
  }
}

/** The state that identifies a directory and its entries. */
export function dirMarkOf({ dev, ino, mtime, ctime }: Inode): DirMark {
  // A directory without a ctime always counts as just changed.
  return { dev, ino: ino ?? 0, mtime: mtime?.getTime() ?? 0, ctime: ctime?.getTime() ?? Infinity };
}

function isSameMark(a: DirMark, b: DirMark): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.ctime === b.ctime && a.mtime === b.mtime;
}
