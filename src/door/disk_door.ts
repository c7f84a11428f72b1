/**
 * The door to the real disk: what each read looks at, and what it comes to. That it was inside a root
 * is proved by `prover.ts`; where a caller's text leads, by `locate.ts` and `links.ts`.
 * @module
 */
import { joinPath, type Kind, parentPath, type Place } from "../model/place.ts";
import type { ReasonKey } from "../model/reasons.ts";
import { ToolError } from "../model/tool_error.ts";
import { type Bracket, dirMarkOf } from "./bracket.ts";
import { ChangeClock } from "./change_clock.ts";
import { DiskFile } from "./disk_file.ts";
import {
  type DirMark,
  type Door,
  LargeDirectory,
  type Listing,
  type LongListing,
  type Named,
  type OpenFile,
  type Root,
  type Stamp,
  type Taken,
} from "./door.ts";
import { Entries } from "./entries.ts";
import { approach, follow, kindOf } from "./links.ts";
import {
  decode,
  isEncoded,
  isPossible,
  isWindowsName,
  landing,
  meant,
  possiblePart,
  refuseNul,
  type Route,
  routeOf,
} from "./locate.ts";
import { mayHaveLookAlike } from "./look_alikes.ts";
import { LongListings, type Marked } from "./long_listing.ts";
import { fault, faultOf, Obstacle } from "./obstacle.ts";
import { Prover } from "./prover.ts";
import type { RootDir } from "./roots.ts";
import { type Inode, SYSCALLS, type Syscalls } from "./syscalls.ts";
import { Territory } from "./territory.ts";

/**
 * Bytes of a directory from which it is large: some 15,000 to 30,000 names, of which no slice of work could list
 * more. Some systems tell no size; there all are listed at once.
 */
const LARGE = 512 * 1024;
/** Bytes up to which one that is never at rest is listed at once all the same. */
const LARGEST_AT_ONCE = 8 * LARGE;
/** Entries that are listed again to confirm a listing, over all times; but a few times in any case. */
const ENTRIES_CONFIRMED = 40_000;
const TIMES_CONFIRMED = 4;

/** Reads of the real file system. */
export class DiskDoor implements Door {
  readonly roots: readonly Root[];
  readonly #territory: Territory;
  readonly #prover: Prover;
  readonly #long = new LongListings();

  /**
   * @param dirs as `findRoots` found them, on this thread or another
   * @param large bytes from which a directory is listed in pieces
   */
  constructor(dirs: readonly RootDir[], readonly sys: Syscalls = SYSCALLS, readonly large = LARGE) {
    this.#territory = new Territory(dirs);
    this.#prover = new Prover(sys, this.#territory, new ChangeClock(sys));
    this.roots = this.#territory.roots;
  }

  prove<T>(work: () => T): T {
    return this.#prover.prove(work);
  }

  list(dir: Place, most = this.large): Listing {
    let times = 0;
    return this.#prover.run({
      shown: this.show(dir),
      run: (bracket) => {
        times = 0;
        return this.#list(dir, bracket, most);
      },
      confirm: (was, bracket) => {
        const isEnough = times >= TIMES_CONFIRMED && times * was.entries.length > ENTRIES_CONFIRMED;
        return isEnough || (times++, sameListing(was, this.#list(dir, bracket, most)));
      },
    });
  }

  listLong(dir: Place): LongListing {
    return this.#long.join(this.show(dir), () => ({
      mark: () => this.#mark(dir),
      read: () => this.sys.readDirInPieces(this.#territory.ioPathOf(dir.root, dir.path)),
      entries: () => this.#entriesOf(dir),
      // A copy: who takes it puts it in order, and others may be waiting for the rest.
      listing: ({ named, undecodable }, marked) => listingOf({ named: [...named], undecodable }, marked),
      atOnce: () => this.#listChanging(dir),
      now: () => this.sys.now(),
    }));
  }

  stat(place: Place, dir?: DirMark): Stamp {
    if (dir !== undefined) this.#prover.adopts(place.root, parentPath(place.path), dir);
    return this.#prover.run({
      shown: this.show(place),
      run: (bracket) => stampOf(bracket.inspect(place)),
      confirm: (was, bracket) => sameStamp(was, stampOf(bracket.inspect(place))),
    });
  }

  holds(place: Place, stamp: Stamp | undefined): boolean {
    const now = this.glance(place);
    if (stamp === undefined || now === undefined) return stamp === now;
    return sameStamp(stamp, now) && (stamp.until === undefined || this.sys.now() < stamp.until);
  }

  glance(place: Place): Stamp | undefined {
    try {
      const path = this.#territory.ioPathOf(place.root, place.path);
      // A root may be read by an alias, which is a link; one that is read by its own name and is a link was replaced.
      const isAlias = place.path === "" && path !== this.#territory.pathOf(place);
      return stampOf(isAlias ? this.sys.stat(path) : this.sys.lstat(path));
    } catch {
      return undefined;
    }
  }

  take(file: Place, into: Uint8Array, dir?: DirMark): Taken {
    if (dir !== undefined && this.#prover.adopts(file.root, parentPath(file.path), dir)) {
      return { bytes: this.#takeListed(file, into), stamp: undefined };
    }
    const open = this.open(file);
    try {
      return { bytes: readHead(into, (rest, at) => open.read(rest, at)), stamp: open.stamp };
    } finally {
      open.close();
    }
  }

  open(file: Place): OpenFile {
    const shown = this.show(file);
    return this.#prover.run<DiskFile>({
      shown,
      run: (bracket) => this.#open(file, shown, bracket),
      confirm: (was, bracket) => was.isStamped() && sameEntry(was.stamp, bracket.inspect(file)),
      discard: (opened) => opened.close(),
    });
  }

  follow(place: Place): Place {
    const route = { names: place.path.split("/").filter((name) => name !== "") };
    return this.#walk(route, this.show(place), place.root).place;
  }

  resolve(text: string): Named {
    refuseNul(text);
    // Whatever it looks like, a name that exists is that name: every path that came out goes in again.
    if (isEncoded(text)) {
      const plain = this.#quietly(text);
      if (plain !== undefined) return plain;
    }
    const path = decode(text);
    try {
      return this.#find(path);
    } catch (error) {
      if (!(error instanceof ToolError) || error.key !== "not_found") throw error;
      const alike = mayHaveLookAlike(path) ? this.#quietly(path, true) : undefined;
      if (alike !== undefined) return { ...alike, alike: true };
      throw error;
    }
  }

  approach(text: string): Place {
    const route = routeOf(possiblePart(meant(text)));
    return this.#prover.run({
      shown: text,
      run: (bracket) => approach(route, bracket),
      confirm: (was, bracket) => samePlace(was, approach(route, bracket)),
    });
  }

  show(place: Place): string {
    return this.#territory.show(place);
  }

  #list(dir: Place, bracket: Bracket, most: number): Listing {
    const inode = bracket.inspectDir(dir.root, dir.path);
    if (inode.size > most) throw new LargeDirectory();
    const entries = this.#entriesOf(dir);
    for (const entry of this.sys.readDir(this.#territory.ioPathOf(dir.root, dir.path))) entries.add(entry);
    return listingOf(entries, { inode, bracket });
  }

  #mark(dir: Place): Marked {
    try {
      return this.#prover.mark(dir);
    } catch (error) {
      throw faultOf(error, this.show(dir)) ?? error;
    }
  }

  #entriesOf(dir: Place): Entries {
    const isName = this.#territory.flavour.windows ? isWindowsName : undefined;
    return new Entries((name) => this.#kindHere(dir, name), isName);
  }

  /** A directory that does not come to rest, unless it would keep everyone waiting. */
  #listChanging(dir: Place): Listing {
    try {
      return this.list(dir, LARGEST_AT_ONCE);
    } catch (error) {
      throw error instanceof LargeDirectory ? fault("changed", this.show(dir)) : error;
    }
  }

  #kindHere(dir: Place, name: string): Kind | undefined {
    try {
      return kindOf(this.sys.lstat(this.#territory.ioPathOf(dir.root, joinPath(dir.path, name))));
    } catch {
      return undefined;
    }
  }

  #open(file: Place, shown: string, bracket: Bracket): DiskFile {
    const inode = bracket.inspect(file);
    if (inode.isDirectory) throw new Obstacle("is_directory");
    if (!inode.isFile) throw new Obstacle("not_a_file", specialOf(inode));
    const fd = this.sys.open(this.#territory.ioPathOf(file.root, file.path));
    return new DiskFile(this.sys, fd, stampOf(inode, bracket.tellsUntil(inode)), shown);
  }

  /** What was listed as a file is one, or its directory is not what it was. */
  #takeListed(file: Place, into: Uint8Array): number {
    try {
      const fd = this.sys.open(this.#territory.ioPathOf(file.root, file.path));
      try {
        return readHead(into, (rest, at) => this.sys.read(fd, rest, at));
      } finally {
        this.sys.close(fd);
      }
    } catch (error) {
      throw faultOf(error, this.show(file)) ?? error;
    }
  }

  #quietly(path: string, alike = false): Named | undefined {
    try {
      return this.#find(path, alike);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  #find(path: string, alike = false): Named {
    const route = routeOf(path);
    // Decided by name alone, so that what exists outside makes no difference.
    if (!this.#territory.holds(landing(route, this.roots[0].path))) throw fault("outside", path);
    if (!isPossible(path)) throw fault("not_found", path);
    return this.#walk(route, path, 0, alike);
  }

  #walk(route: Route, shown: string, root: number, alike = false): Named {
    return this.#prover.run({
      shown,
      run: (bracket) => follow(route, bracket, root, alike),
      confirm: (was, bracket) => sameArrival(was, follow(route, bracket, root, alike)),
    });
  }
}

/** Bytes in which files are kept; a read that ends amid one has come to the end of the file. */
const PAGE = 4096;

function readHead(into: Uint8Array, read: (rest: Uint8Array, at: number) => number): number {
  let filled = 0;
  for (;;) {
    const count = read(filled === 0 ? into : into.subarray(filled), filled);
    filled += count;
    if (count === 0 || filled === into.length || filled % PAGE !== 0) return filled;
  }
}

function listingOf(
  { named, undecodable }: Pick<Entries, "named" | "undecodable">,
  { inode, bracket }: Marked,
): Listing {
  const listing = { entries: named, undecodable, stamp: stampOf(inode, bracket.until) };
  return bracket.until < Infinity ? listing : { ...listing, mark: { ...dirMarkOf(inode), entries: named.length } };
}

/** What an inode is that is neither a file nor a directory. */
function specialOf(inode: Inode): ReasonKey {
  if (inode.isSymlink) return "link";
  return inode.isFifo ? "fifo" : inode.isSocket ? "socket" : "device";
}

/** @param until see `ChangeClock.tellsUntil` */
function stampOf(inode: Inode, until = 0): Stamp {
  return {
    kind: kindOf(inode),
    size: inode.size,
    mtime: inode.mtime?.getTime() ?? 0,
    // Without a change time a file counts as just changed, whenever it is asked.
    changed: inode.ctime?.getTime() ?? Infinity,
    executable: inode.isFile && ((inode.mode ?? 0) & 0o111) !== 0,
    dev: inode.dev,
    ino: inode.ino ?? 0,
    links: inode.nlink ?? 0,
    ...(until > 0 && until < Infinity && { until }),
  };
}

function sameEntry(stamp: Stamp, inode: Inode): boolean {
  return kindOf(inode) === stamp.kind && inode.dev === stamp.dev && (inode.ino ?? 0) === stamp.ino;
}

function sameStamp(a: Stamp, b: Stamp): boolean {
  return a.kind === b.kind && a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtime === b.mtime &&
    a.changed === b.changed;
}

function sameListing(a: Listing, b: Listing): boolean {
  return a.undecodable === b.undecodable && a.entries.length === b.entries.length &&
    a.entries.every(({ name, kind }, i) => b.entries[i].name === name && b.entries[i].kind === kind);
}

function sameArrival(a: Named, b: Named): boolean {
  return a.kind === b.kind && samePlace(a.place, b.place);
}

function samePlace(a: Place, b: Place): boolean {
  return a.root === b.root && a.path === b.path;
}
