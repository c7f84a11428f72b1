/**
 * The door to the real disk: the system calls of each read, and its result. `prover.ts` proves that a read was inside
 * a root; `parse_path.ts` and `route_walker.ts` decide which place a caller's text names.
 * @module
 */
import { isSameSkipped } from "../model/completeness.ts";
import { ToolError, unlessRefused } from "../model/messages/tool_error.ts";
import { type EntryKind, joinPath, parentPath, type Place } from "../model/place.ts";
import { AccessError, accessFault, toolErrorOf } from "./access_error.ts";
import { type CtimeBracket, CtimeClock, dirMarkOf } from "./ctime_bracket.ts";
import { DiskFile, entriesOf, readHead } from "./disk_file.ts";
import type { DirMark, Door, FileRead, Listing, OpenFile, ResolvedPath, Root, Stamp } from "./door.ts";
import {
  decodePath,
  isEncodedPath,
  isPossiblePath,
  isWindowsName,
  lexicalEnd,
  parseRoute,
  rejectNul,
  type Route,
} from "./parse_path.ts";
import { Prover } from "./prover.ts";
import { type RootDir, RootMap } from "./roots.ts";
import { mayHaveLookAlike, RouteWalker } from "./route_walker.ts";
import { isSameEntry, isSameStamp, kindOf, specialKindOf, stampOf, SYSCALLS, type Syscalls } from "./syscalls.ts";

/** A listing is listed again until this many entries have confirmed it, but at least `MIN_CONFIRMATIONS` times. */
const MAX_CONFIRMED_ENTRIES = 40_000;
const MIN_CONFIRMATIONS = 4;

/** Reads of the real file system. */
export class DiskDoor implements Door {
  readonly roots: readonly Root[];
  readonly #rootMap: RootMap;
  readonly #prover: Prover;

  /** @param dirs the result of `findRoots`, on this thread or another */
  constructor(dirs: readonly RootDir[], readonly sys: Syscalls = SYSCALLS) {
    this.#rootMap = new RootMap(dirs);
    this.#prover = new Prover(sys, this.#rootMap, new CtimeClock(sys));
    this.roots = this.#rootMap.roots;
  }

  proveBatch<T>(work: () => T): T {
    return this.#prover.proveBatch(work);
  }

  list(dir: Place): Listing {
    let times = 0;
    return this.#prover.proveRead({
      shown: this.displayPath(dir),
      read: (bracket) => {
        times = 0;
        return this.#listUnproved(dir, bracket);
      },
      confirm: (was, bracket) => {
        const isEnough = times >= MIN_CONFIRMATIONS && times * was.entries.length > MAX_CONFIRMED_ENTRIES;
        return isEnough || (times++, isSameListing(was, this.#listUnproved(dir, bracket)));
      },
    });
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
      // A root may be read by an alias, which is a link. A root that is read by its own name and is a link was replaced.
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
      discard: (file) => file.close(),
    });
  }

  followLinks(place: Place): Place {
    const route = { names: place.path.split("/").filter((name) => name !== "") };
    return this.#followRoute(route, this.displayPath(place), place.root).place;
  }

  resolve(text: string): ResolvedPath {
    rejectNul(text);
    // An existing name is taken as it is, so that every path of an answer can be passed back.
    if (isEncodedPath(text)) {
      const plain = this.#findIfAny(text);
      if (plain !== undefined) return plain;
    }
    const path = decodePath(text);
    try {
      return this.#findPath(path);
    } catch (error) {
      if (!(error instanceof ToolError) || error.key !== "not_found") throw error;
      const lookAlike = mayHaveLookAlike(path) ? this.#findIfAny(path, true) : undefined;
      if (lookAlike !== undefined) return { ...lookAlike, isStandIn: true };
      throw error;
    }
  }

  displayPath(place: Place): string {
    return this.#rootMap.displayPath(place);
  }

  #listUnproved(dir: Place, bracket: CtimeBracket): Listing {
    const inode = bracket.inspectDir(dir.root, dir.path);
    const isName = this.#rootMap.syntax.isWindows ? isWindowsName : undefined;
    const listed = this.sys.readDir(this.#rootMap.ioPathOf(dir.root, dir.path));
    const { entries, skipped } = entriesOf(listed, (name) => this.#kindOfName(dir, name), isName);
    const listing = { entries, skipped, stamp: stampOf(inode, bracket.reliableUntil) };
    return bracket.reliableUntil < Infinity ? listing : { ...listing, mark: dirMarkOf(inode) };
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

  /** Reads an entry that was listed as a file: it still is one, or its directory has changed. */
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

  #findIfAny(path: string, acceptsLookAlikes = false): ResolvedPath | undefined {
    return unlessRefused(() => this.#findPath(path, acceptsLookAlikes));
  }

  #findPath(path: string, acceptsLookAlikes = false): ResolvedPath {
    const route = parseRoute(path);
    // Decided by name alone, so that it makes no difference which entries exist outside.
    if (!this.#rootMap.contains(lexicalEnd(route, this.roots[0].path))) throw accessFault("outside", path);
    if (!isPossiblePath(path)) throw accessFault("not_found", path);
    return this.#followRoute(route, path, 0, acceptsLookAlikes);
  }

  #followRoute(route: Route, shown: string, root: number, acceptsLookAlikes = false): ResolvedPath {
    const walk = (bracket: CtimeBracket) => new RouteWalker(bracket, root, acceptsLookAlikes).walk(route);
    return this.#prover.proveRead({
      shown,
      read: walk,
      confirm: (was, bracket) => isSameResolvedPath(was, walk(bracket)),
    });
  }
}

function isSameListing(a: Listing, b: Listing): boolean {
  return isSameSkipped(a.skipped, b.skipped) && a.entries.length === b.entries.length &&
    a.entries.every(({ name, kind }, i) => b.entries[i].name === name && b.entries[i].kind === kind);
}

function isSameResolvedPath(a: ResolvedPath, b: ResolvedPath): boolean {
  return a.kind === b.kind && isSamePlace(a.place, b.place);
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.root === b.root && a.path === b.path;
}
