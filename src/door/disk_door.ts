/**
 * The door to the real disk: what each read looks at, and what it comes to. That it was inside a root
 * is proved by `prover.ts`; where a caller's text leads, by `locate.ts` and `links.ts`.
 * @module
 */
import { type EntryKind, joinPath, parentPath, type Place } from "../model/place.ts";
import type { ReasonKey } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { type CtimeBracket, dirMarkOf } from "./ctime_bracket.ts";
import { CtimeClock } from "./ctime_clock.ts";
import { DiskFile } from "./disk_file.ts";
import {
  type DirMark,
  type Door,
  type FileRead,
  LargeDirectoryError,
  type LargeListing,
  type Listing,
  type OpenFile,
  type ResolvedPath,
  type Root,
  type Stamp,
} from "./door.ts";
import { EntryCollector } from "./entry_collector.ts";
import { followRoute, kindOf, nearestOnRoute } from "./route_walker.ts";
import {
  decodePath,
  decodeUnchecked,
  isEncodedPath,
  isPossiblePath,
  isWindowsName,
  lexicalEnd,
  parseRoute,
  possiblePart,
  rejectNul,
  type Route,
} from "./parse_path.ts";
import { mayHaveLookAlike } from "./look_alikes.ts";
import { LargeListings, type OpenBracket } from "./large_listing.ts";
import { AccessError, accessFault, toolErrorOf } from "./access_error.ts";
import { Prover } from "./prover.ts";
import type { RootDir } from "./roots.ts";
import { type Inode, SYSCALLS, type Syscalls } from "./syscalls.ts";
import { RootMap } from "./root_map.ts";

/**
 * Bytes of a directory from which it is large: some 15,000 to 30,000 names, of which no slice of work could list
 * more. Some systems tell no size; there all are listed at once.
 */
const LARGE_DIR_BYTES = 512 * 1024;
/** Bytes up to which one that is never at rest is listed at once all the same. */
const MAX_ONE_PASS_DIR_BYTES = 8 * LARGE_DIR_BYTES;
/** Entries that are listed again to confirm a listing, over all times; but a few times in any case. */
const MAX_CONFIRMED_ENTRIES = 40_000;
const MIN_CONFIRMATIONS = 4;

/** Reads of the real file system. */
export class DiskDoor implements Door {
  readonly roots: readonly Root[];
  readonly #rootMap: RootMap;
  readonly #prover: Prover;
  readonly #largeListings = new LargeListings();

  /**
   * @param dirs as `findRoots` found them, on this thread or another
   * @param largeDirBytes bytes from which a directory is listed in pieces
   */
  constructor(dirs: readonly RootDir[], readonly sys: Syscalls = SYSCALLS, readonly largeDirBytes = LARGE_DIR_BYTES) {
    this.#rootMap = new RootMap(dirs);
    this.#prover = new Prover(sys, this.#rootMap, new CtimeClock(sys));
    this.roots = this.#rootMap.roots;
  }

  proveBatch<T>(work: () => T): T {
    return this.#prover.proveBatch(work);
  }

  list(dir: Place, most = this.largeDirBytes): Listing {
    let times = 0;
    return this.#prover.proveRead({
      shown: this.displayPath(dir),
      read: (bracket) => {
        times = 0;
        return this.#listUnproved(dir, bracket, most);
      },
      confirm: (was, bracket) => {
        const isEnough = times >= MIN_CONFIRMATIONS && times * was.entries.length > MAX_CONFIRMED_ENTRIES;
        return isEnough || (times++, isSameListing(was, this.#listUnproved(dir, bracket, most)));
      },
    });
  }

  listLarge(dir: Place): LargeListing {
    return this.#largeListings.join(this.displayPath(dir), () => ({
      openBracket: () => this.#openBracket(dir),
      readEntries: () => this.sys.readDirAsync(this.#rootMap.ioPathOf(dir.root, dir.path)),
      newCollector: () => this.#entryCollector(dir),
      // A copy: who takes it puts it in order, and others may be waiting for the rest.
      listing: ({ entries: named, undecodable }, marked) => listingOf({ entries: [...named], undecodable }, marked),
      listInOnePass: () => this.#listUnsettled(dir),
      now: () => this.sys.now(),
    }));
  }

  stat(place: Place, dir?: DirMark): Stamp {
    if (dir !== undefined) this.#prover.isListedInBatch(place.root, parentPath(place.path), dir);
    return this.#prover.proveRead({
      shown: this.displayPath(place),
      read: (bracket) => stampOf(bracket.inspect(place)),
      confirm: (was, bracket) => isSameStamp(was, stampOf(bracket.inspect(place))),
    });
  }

  isUnchanged(place: Place, stamp: Stamp | undefined): boolean {
    const now = this.statUnproved(place);
    if (stamp === undefined || now === undefined) return stamp === now;
    return isSameStamp(stamp, now) && (stamp.reliableUntil === undefined || this.sys.now() < stamp.reliableUntil);
  }

  statUnproved(place: Place): Stamp | undefined {
    try {
      const path = this.#rootMap.ioPathOf(place.root, place.path);
      // A root may be read by an alias, which is a link; one that is read by its own name and is a link was replaced.
      const isAlias = place.path === "" && path !== this.#rootMap.absolutePathOf(place);
      return stampOf(isAlias ? this.sys.stat(path) : this.sys.lstat(path));
    } catch {
      return undefined;
    }
  }

  readFile(file: Place, into: Uint8Array, dir?: DirMark): FileRead {
    if (dir !== undefined && this.#prover.isListedInBatch(file.root, parentPath(file.path), dir)) {
      return { bytes: this.#readListed(file, into), stamp: undefined };
    }
    const open = this.open(file);
    try {
      return { bytes: readHead(into, (rest, at) => open.read(rest, at)), stamp: open.stamp };
    } finally {
      open.close();
    }
  }

  open(file: Place): OpenFile {
    const shown = this.displayPath(file);
    return this.#prover.proveRead<DiskFile>({
      shown,
      read: (bracket) => this.#openUnproved(file, shown, bracket),
      confirm: (was, bracket) => was.isStampedFile() && isSameEntry(was.stamp, bracket.inspect(file)),
      discard: (opened) => opened.close(),
    });
  }

  followLinks(place: Place): Place {
    const route = { names: place.path.split("/").filter((name) => name !== "") };
    return this.#followRoute(route, this.displayPath(place), place.root).place;
  }

  resolve(text: string): ResolvedPath {
    rejectNul(text);
    // Whatever it looks like, a name that exists is that name: every path that came out goes in again.
    if (isEncodedPath(text)) {
      const plain = this.#findIfAny(text);
      if (plain !== undefined) return plain;
    }
    const path = decodePath(text);
    try {
      return this.#findPath(path);
    } catch (error) {
      if (!(error instanceof ToolError) || error.key !== "not_found") throw error;
      const alike = mayHaveLookAlike(path) ? this.#findIfAny(path, true) : undefined;
      if (alike !== undefined) return { ...alike, isLookAlike: true };
      throw error;
    }
  }

  nearestExisting(text: string): Place {
    const route = parseRoute(possiblePart(decodeUnchecked(text)));
    return this.#prover.proveRead({
      shown: text,
      read: (bracket) => nearestOnRoute(route, bracket),
      confirm: (was, bracket) => isSamePlace(was, nearestOnRoute(route, bracket)),
    });
  }

  displayPath(place: Place): string {
    return this.#rootMap.displayPath(place);
  }

  #listUnproved(dir: Place, bracket: CtimeBracket, most: number): Listing {
    const inode = bracket.inspectDir(dir.root, dir.path);
    if (inode.size > most) throw new LargeDirectoryError();
    const entries = this.#entryCollector(dir);
    for (const entry of this.sys.readDir(this.#rootMap.ioPathOf(dir.root, dir.path))) entries.add(entry);
    return listingOf(entries, { inode, bracket });
  }

  #openBracket(dir: Place): OpenBracket {
    try {
      return this.#prover.openBracket(dir);
    } catch (error) {
      throw toolErrorOf(error, this.displayPath(dir)) ?? error;
    }
  }

  #entryCollector(dir: Place): EntryCollector {
    const isName = this.#rootMap.syntax.isWindows ? isWindowsName : undefined;
    return new EntryCollector((name) => this.#kindOfName(dir, name), isName);
  }

  /** A directory that does not come to rest, unless it would keep everyone waiting. */
  #listUnsettled(dir: Place): Listing {
    try {
      return this.list(dir, MAX_ONE_PASS_DIR_BYTES);
    } catch (error) {
      throw error instanceof LargeDirectoryError ? accessFault("changed", this.displayPath(dir)) : error;
    }
  }

  #kindOfName(dir: Place, name: string): EntryKind | undefined {
    try {
      return kindOf(this.sys.lstat(this.#rootMap.ioPathOf(dir.root, joinPath(dir.path, name))));
    } catch {
      return undefined;
    }
  }

  #openUnproved(file: Place, shown: string, bracket: CtimeBracket): DiskFile {
    const inode = bracket.inspect(file);
    if (inode.isDirectory) throw new AccessError("is_directory");
    if (!inode.isFile) throw new AccessError("not_a_file", specialKindOf(inode));
    const fd = this.sys.open(this.#rootMap.ioPathOf(file.root, file.path));
    return new DiskFile(this.sys, fd, stampOf(inode, bracket.ctimeReliableUntil(inode)), shown);
  }

  /** What was listed as a file is one, or its directory is not what it was. */
  #readListed(file: Place, into: Uint8Array): number {
    try {
      const fd = this.sys.open(this.#rootMap.ioPathOf(file.root, file.path));
      try {
        return readHead(into, (rest, at) => this.sys.read(fd, rest, at));
      } finally {
        this.sys.close(fd);
      }
    } catch (error) {
      throw toolErrorOf(error, this.displayPath(file)) ?? error;
    }
  }

  #findIfAny(path: string, alike = false): ResolvedPath | undefined {
    try {
      return this.#findPath(path, alike);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  #findPath(path: string, alike = false): ResolvedPath {
    const route = parseRoute(path);
    // Decided by name alone, so that what exists outside makes no difference.
    if (!this.#rootMap.contains(lexicalEnd(route, this.roots[0].path))) throw accessFault("outside", path);
    if (!isPossiblePath(path)) throw accessFault("not_found", path);
    return this.#followRoute(route, path, 0, alike);
  }

  #followRoute(route: Route, shown: string, root: number, alike = false): ResolvedPath {
    return this.#prover.proveRead({
      shown,
      read: (bracket) => followRoute(route, bracket, root, alike),
      confirm: (was, bracket) => isSameRouteEnd(was, followRoute(route, bracket, root, alike)),
    });
  }
}

/** Bytes in which files are kept; a read that ends amid one has come to the end of the file. */
const PAGE_BYTES = 4096;

function readHead(into: Uint8Array, read: (rest: Uint8Array, at: number) => number): number {
  let filled = 0;
  for (;;) {
    const count = read(filled === 0 ? into : into.subarray(filled), filled);
    filled += count;
    if (count === 0 || filled === into.length || filled % PAGE_BYTES !== 0) return filled;
  }
}

function listingOf(
  { entries: named, undecodable }: Pick<EntryCollector, "entries" | "undecodable">,
  { inode, bracket }: OpenBracket,
): Listing {
  const listing = { entries: named, undecodable, stamp: stampOf(inode, bracket.reliableUntil) };
  return bracket.reliableUntil < Infinity
    ? listing
    : { ...listing, mark: { ...dirMarkOf(inode), entryCount: named.length } };
}

/** What an inode is that is neither a file nor a directory. */
function specialKindOf(inode: Inode): ReasonKey {
  if (inode.isSymlink) return "link";
  return inode.isFifo ? "fifo" : inode.isSocket ? "socket" : "device";
}

/** @param until see `CtimeClock.tellsUntil` */
function stampOf(inode: Inode, until = 0): Stamp {
  return {
    kind: kindOf(inode),
    size: inode.size,
    mtime: inode.mtime?.getTime() ?? 0,
    // Without a change time a file counts as just changed, whenever it is asked.
    ctime: inode.ctime?.getTime() ?? Infinity,
    executable: inode.isFile && ((inode.mode ?? 0) & 0o111) !== 0,
    dev: inode.dev,
    ino: inode.ino ?? 0,
    linkCount: inode.nlink ?? 0,
    ...(until > 0 && until < Infinity && { reliableUntil: until }),
  };
}

function isSameEntry(stamp: Stamp, inode: Inode): boolean {
  return kindOf(inode) === stamp.kind && inode.dev === stamp.dev && (inode.ino ?? 0) === stamp.ino;
}

function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a.kind === b.kind && a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtime === b.mtime &&
    a.ctime === b.ctime;
}

function isSameListing(a: Listing, b: Listing): boolean {
  return a.undecodable === b.undecodable && a.entries.length === b.entries.length &&
    a.entries.every(({ name, kind }, i) => b.entries[i].name === name && b.entries[i].kind === kind);
}

function isSameRouteEnd(a: ResolvedPath, b: ResolvedPath): boolean {
  return a.kind === b.kind && isSamePlace(a.place, b.place);
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.root === b.root && a.path === b.path;
}
