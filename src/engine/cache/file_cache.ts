/**
 * Caches files, directory listings and find results of the tree, and knows which of them are current.
 * @module
 */
import type { Door, Listing, Stamp } from "../../door/door.ts";
import { dirPrefix, parentPlace, type Place } from "../../model/place.ts";
import { Kernel } from "../simd/kernel.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { CachedFile } from "./cached_file.ts";
import { ABSENT, ContentArena } from "./content_arena.ts";
import { FileClock } from "./file_clock.ts";
import { FindCache } from "./find_cache.ts";
import { type DirProof, Freshness, isRacy, NEVER_FRESH, type RequestEpoch } from "./freshness.ts";
import { ListingCache } from "./listing_cache.ts";

/** A change that the watcher reports: of a file's content or attributes, or of which entries a directory has. */
export interface Change {
  readonly kind: "content" | "entry";
  readonly place: Place;
}

/** Files of one answer that are checked once more before they are shown, although the watcher reports no change. */
export const MAX_RECHECKED_FILES = 256;

/** Files of an array that may be unknown; if there are more, looking up file by file is better. */
const MAX_UNKNOWN_FILES = 32;

/** Files of a root, or directories, beyond which the whole cache is cleared. */
const MAX_CACHED_ENTRIES = 500_000;
/** If more directories change between two requests, everything is checked again, not each subtree. */
const MAX_CHANGED_DIRS = 32;
/** New hard links between two requests, beyond which everything is checked again instead of looking up each inode. */
const MAX_NEW_LINKS = 32;

/** The contents of an array of files, as long as no change is reported. */
interface ListContents {
  readonly changeCount: number;
  readonly contents: readonly (CachedFile | undefined)[];
}

/** The engine's memory of the tree. */
export class FileCache {
  readonly freshness: Freshness;
  readonly arena: ContentArena;
  readonly finds: FindCache;
  readonly listings: ListingCache;
  readonly #files: Map<string, CachedFile>[] = [];
  readonly #contents = new WeakMap<readonly WalkEntry[], ListContents>();
  readonly #rootStamps: (Stamp | undefined)[] = [];
  #changedDirs = 0;
  #newLinks = 0;

  /**
   * @param budget bytes of contents to keep; 0 switches the cache off
   * @param maxEntries files, or directories, of a root beyond which the cache is cleared; and entries of all finds
   */
  constructor(
    readonly door: Door,
    readonly budget: number,
    readonly maxEntries = MAX_CACHED_ENTRIES,
    clock = new FileClock(),
  ) {
    this.freshness = new Freshness(clock);
    this.arena = new ContentArena(new Kernel(), budget);
    this.listings = new ListingCache(door, this.freshness);
    this.finds = new FindCache(door, this.freshness, this.listings, maxEntries);
  }

  /** Whether anything is remembered from one request to the next. */
  get isEnabled(): boolean {
    return this.budget > 0;
  }

  /** Number of cached files, and bytes of their contents in memory. */
  get status(): { files: number; bytes: number } {
    return { files: this.#files.reduce((sum, files) => sum + files.size, 0), bytes: this.arena.usedBytes };
  }

  /** Begins a request. Changes from before it are known, or will be checked for. */
  beginRequest(): RequestEpoch {
    this.#changedDirs = 0;
    this.#newLinks = 0;
    this.#checkRoots();
    return this.freshness.beginRequest();
  }

  /**
   * A root may be replaced from above, where nothing is watched. One look at each root is enough: no read relies on it,
   * and there may be a thousand roots.
   */
  #checkRoots(): void {
    this.door.roots.forEach((_, root) => {
      const before = this.#rootStamps[root], now = this.door.statUnproved({ root, path: "" });
      this.#rootStamps[root] = now;
      if (before !== undefined && (now?.ino !== before.ino || now.dev !== before.dev)) this.freshness.watchLost();
    });
  }

  /** Device and inode of a root in the last request. */
  rootId(root: number): string | undefined {
    const stamp = this.#rootStamps[root];
    return stamp && `${stamp.dev}:${stamp.ino}`;
  }

  /** A file as it is now; undefined when it has to be read. */
  freshFile(place: Place, epoch: RequestEpoch): CachedFile | undefined {
    const file = this.#find(place);
    if (file === undefined) return undefined;
    return this.freshness.isFresh(file.token, epoch) || this.recheck(place, file) ? file : undefined;
  }

  #find({ root, path }: Place): CachedFile | undefined {
    return this.#files[root]?.get(path);
  }

  /** A file's stamp, if it is cached and the watcher would have reported a change. */
  freshStamp(place: Place): Stamp | undefined {
    const file = this.#find(place);
    return file !== undefined && this.freshness.isFreshUntilEvent(file.token) ? file.stamp : undefined;
  }

  /** Checks whether a file is still as it was when it was read. */
  recheck(place: Place, file: CachedFile): boolean {
    // The token first: a change between the two must not count as seen.
    const dir = parentPlace(place), token = this.freshness.tokenFor(dir);
    this.freshness.requestWatch(dir);
    if (!this.#isUnchanged(place, file)) return false;
    file.token = file.stamp?.linkCount === 1 ? token : this.freshness.requestToken();
    return true;
  }

  /** Whether a file can't have changed since it was read. */
  #isUnchanged(place: Place, file: CachedFile): boolean {
    if (file.stamp !== undefined) return !isRacy(file.stamp, file.readAt) && this.#hasStamp(place, file.stamp);
    // The file was read without a stamp. If it has not changed since before the read, its stamp now is the one it had.
    const stamp = this.door.statUnproved(place);
    if (stamp?.kind !== "file" || stamp.size !== file.size || isRacy(stamp, file.readAt)) return false;
    // If another directory has taken the place of its own, an equally large and old file may be a different one.
    const dir = this.door.statUnproved(parentPlace(place));
    if (dir === undefined || dir.ino !== file.dir?.ino || dir.dev !== file.dir.dev) return false;
    file.stamp = stamp;
    return true;
  }

  #hasStamp(place: Place, stamp: Stamp): boolean {
    const isSame = this.door.isUnchanged(place, stamp);
    if (!isSame) this.freshness.clock.seeChange();
    return isSame;
  }

  /** Whether a file is served without having been checked in this request. */
  isServedUnchecked(file: CachedFile, epoch: RequestEpoch): boolean {
    return file.token > -epoch.number;
  }

  /** Caches a file that was just read, and keeps its text in memory if there is room. */
  store(place: Place, file: CachedFile, epoch: RequestEpoch): void {
    if (file.stamp !== undefined) this.freshness.clock.see(file.stamp);
    if (!this.isEnabled) return;
    const files = this.#files[place.root] ??= new Map(), before = files.get(place.path);
    if (before !== undefined) this.arena.remove(before);
    files.set(place.path, file);
    this.freshness.requestWatch(parentPlace(place));
    if (file.at !== ABSENT) this.arena.store(file, epoch.number);
  }

  /** Clears a cache that has grown too large. Not to be called within a batch, which would lose what it has read. */
  clearIfTooLarge(): void {
    if (this.#files.some((files) => files.size > this.maxEntries)) this.clear();
  }

  /**
   * The contents of an array of files, looked up once until the watcher reports a change. Files that it does not answer
   * for are holes; if there are many, the result is empty.
   */
  contentsOf(files: readonly WalkEntry[]): readonly (CachedFile | undefined)[] {
    const known = this.#contents.get(files), { changeCount } = this.freshness;
    if (known?.changeCount === changeCount) return known.contents;
    const contents: (CachedFile | undefined)[] = [];
    for (let i = 0, holes = 0; i < files.length; i++) {
      const file = this.#find(files[i].place);
      const isStable = file !== undefined && this.freshness.isFreshUntilEvent(file.token);
      if (!isStable && ++holes > MAX_UNKNOWN_FILES) return [];
      contents.push(isStable ? file : undefined);
    }
    this.#contents.set(files, { changeCount, contents });
    return contents;
  }

  /** A directory's listing, from the cache if it is current there; `sorted` sorts a new one. */
  list(dir: Place, epoch: RequestEpoch, proof: DirProof, sorted: (listing: Listing) => Listing): Listing {
    const cached = this.listings.fresh(dir, epoch, proof);
    if (cached !== undefined) return cached;
    // The tokens first: a change between them and the listing must not count as seen.
    const { freshness } = this, readAt = freshness.clock.now();
    const token = freshness.requestToken(), watchToken = freshness.tokenFor(dir);
    const listing = sorted(this.door.list(dir));
    this.freshness.clock.see(listing.stamp);
    if (!this.isEnabled) return listing;
    if (this.listings.count(dir.root) > this.maxEntries) this.clear();
    this.listings.store(dir, readAt, { listing, token, watchToken });
    this.freshness.requestWatch(dir);
    return listing;
  }

  /**
   * Checks stale entries between requests, so that the next one need not. Yields after each entry; others may be added
   * and removed while it is suspended.
   */
  *maintain(epoch: RequestEpoch): Generator<void, void, void> {
    for (const [place, file] of this.#allFiles()) {
      if (!this.#needsNoRecheck(place, file, epoch)) this.recheck(place, file);
      yield;
    }
    for (const dir of this.listings.dirs()) {
      if (!this.listings.isWatched(dir)) this.listings.fresh(dir, epoch);
      yield;
    }
  }

  /** Whether a check of a file would change nothing, not even make the watcher answer for it from now on. */
  #needsNoRecheck(place: Place, { token }: CachedFile, epoch: RequestEpoch): boolean {
    if (this.freshness.isFreshUntilEvent(token)) return true;
    return this.freshness.isFresh(token, epoch) && !this.freshness.isWatched(parentPlace(place));
  }

  *#allFiles(): Generator<readonly [Place, CachedFile]> {
    for (const [root, files] of this.#files.entries()) {
      for (const [path, file] of files ?? []) yield [{ root, path }, file];
    }
  }

  /** Applies a change that the watcher reports. */
  applyChange({ kind, place }: Change): void {
    this.freshness.changeCount++;
    this.freshness.clock.seeChange();
    const file = this.#find(place);
    if (file !== undefined) file.token = NEVER_FRESH;
    this.listings.expire(place);
    if (kind !== "entry") return;
    this.listings.expire(parentPlace(place));
    if (this.listings.has(place) || this.freshness.isWatched(place)) this.#invalidateBelow(place);
    this.#handleNewName(this.door.statUnproved(place));
  }

  /** A directory has gone, come or been replaced: nothing below it can be relied on. */
  #invalidateBelow(dir: Place): void {
    this.freshness.unwatch(dir);
    // Each costs a pass over every path; when many change, checking every file is cheaper.
    if (++this.#changedDirs > MAX_CHANGED_DIRS) {
      return this.#changedDirs === MAX_CHANGED_DIRS + 1 ? this.freshness.watchLost() : undefined;
    }
    const prefix = dirPrefix(dir.path);
    for (const [path, file] of this.#files[dir.root] ?? []) if (path.startsWith(prefix)) file.token = NEVER_FRESH;
    this.listings.expireBelow(dir);
  }

  /**
   * A file with several names may be changed under a new one without an event for the others. What happened in a new
   * directory before it was watched is unknown.
   */
  #handleNewName(stamp: Stamp | undefined): void {
    if (stamp?.kind === "dir") return this.freshness.invalidateAll();
    if (stamp?.kind !== "file" || stamp.linkCount === 1) return;
    // Each time: what was checked since the last new name may be the file that has got this one.
    if (++this.#newLinks > MAX_NEW_LINKS) return this.freshness.invalidateAll();
    for (const files of this.#files) {
      for (const file of files?.values() ?? []) if (file.stamp?.ino === stamp.ino) file.token = NEVER_FRESH;
    }
  }

  /** Forgets everything. */
  clear(): void {
    for (const files of this.#files) {
      for (const file of files?.values() ?? []) this.arena.remove(file);
    }
    this.#files.length = 0;
    this.listings.clear();
    this.finds.clear();
    this.freshness.invalidateAll();
  }
}
