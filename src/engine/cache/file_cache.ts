/**
 * Everything a thread remembers of the tree: files, directories' listings, findings; and which of it is
 * known to be current.
 * @module
 */
import type { Door, Listing, Stamp } from "../../door/door.ts";
import { dirPrefix, parentPath, type Place } from "../../model/place.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { Kernel } from "../simd/kernel.ts";
import { ABSENT, ContentArena } from "./content_arena.ts";
import { Freshness, NEVER_FRESH, type RequestEpoch } from "./freshness.ts";
import { type DirProof, FindCache } from "./find_cache.ts";
import { type CachedFile, isText } from "./cached_file.ts";
import { CachedFileList } from "./cached_file_list.ts";
import { isSettled } from "./racy_stamp.ts";
import { TrigramIndex } from "./trigram_index.ts";
import { StatCache } from "./stat_cache.ts";

/** A change that the watcher tells of: of a file's content or attributes, or of which entries there are. */
export interface Change {
  readonly kind: "content" | "entry";
  readonly place: Place;
}

/** A directory's listing, in path order. */
interface CachedListing {
  readonly listing: Listing;
  readonly settled: boolean;
  /** The token of the last look at it. */
  token: number;
  /** The token under which the watcher would have told of a change. */
  watchToken: number;
}

/** How a directory was listed. */
export interface ListingRead {
  /** When reading it began: UNIX milliseconds. */
  readonly readAt: number;
  /** The passing token from before it was read. */
  readonly token: number;
  /** The token from before it was read, where nothing could come between. */
  readonly watchToken?: number;
}

/** Files of an answer that a watcher vouches for which are looked at once more before they are shown. */
export const MAX_RECHECKED_FILES = 256;

/** Fewer files are as soon looked up one by one. */
const MIN_LIST_FILES = 64;

/** Files and directories remembered; beyond this all is forgotten. */
const MAX_CACHED_ENTRIES = 500_000;
/** Directories that may vanish in one go before everything is looked at anew. */
const MAX_CHANGED_DIRS = 32;
/** New names of files that have others, beyond which all is looked at once, instead of gone through for each. */
const MAX_NEW_LINKS = 32;

/** What is remembered of the tree. */
export class FileCache {
  readonly freshness = new Freshness();
  readonly arena: ContentArena;
  readonly trigrams: TrigramIndex;
  readonly finds: FindCache;
  readonly stats = new StatCache(this.freshness);
  readonly #files: Map<string, CachedFile>[] = [];
  readonly #listings: Map<string, CachedListing>[] = [];
  readonly #lists = new WeakMap<readonly WalkEntry[], CachedFileList>();
  #lastFiles: readonly WalkEntry[] | undefined;
  #changedDirs = 0;
  #newLinks = 0;

  /**
   * @param budget bytes of contents to keep; 0: nothing at all is remembered
   * @param maxEntries files of a root, or directories, beyond which all is forgotten; and entries of all findings kept
   */
  constructor(readonly door: Door, readonly budget: number, readonly maxEntries = MAX_CACHED_ENTRIES) {
    this.arena = new ContentArena(new Kernel(), budget);
    this.trigrams = new TrigramIndex(this.arena);
    this.finds = new FindCache(maxEntries);
  }

  /** Whether anything is remembered from one question to the next. */
  get isEnabled(): boolean {
    return this.budget > 0;
  }

  /** How many files are known, and the bytes of contents in memory. */
  get status(): { files: number; bytes: number } {
    return { files: this.#files.reduce((sum, files) => sum + files.size, 0), bytes: this.arena.usedBytes };
  }

  /**
   * Begins a question: what changed before it is known, or will be looked for.
   * @param call what asks; all that one call asks is one question
   */
  beginRequest(call?: number): RequestEpoch {
    this.#changedDirs = 0;
    this.#newLinks = 0;
    this.#checkRoots();
    return this.freshness.beginRequest(call);
  }

  /** A file as it is now; undefined when it has to be read. */
  freshFile(place: Place, question: RequestEpoch): CachedFile | undefined {
    const file = this.#files[place.root]?.get(place.path);
    if (file === undefined) return undefined;
    if (this.freshness.isFresh(file.token, question)) return file;
    return this.recheck(place, file) ? file : undefined;
  }

  /** A file's state, if it is known and the watcher would have told of any other. */
  freshStamp(place: Place): Stamp | undefined {
    const file = this.#files[place.root]?.get(place.path);
    const own = file !== undefined && this.freshness.isFreshUntilEvent(file.token) ? file.stamp : undefined;
    return own ?? this.stats.find(place);
  }

  /** Looks whether a file is still as it was when it was read. */
  recheck(place: Place, file: CachedFile): boolean {
    // The token first: a change between the two must not be taken for seen.
    const dir = dirOf(place), token = this.freshness.tokenFor(dir);
    this.freshness.requestWatch(dir);
    if (!this.#isUnchanged(place, file)) return false;
    file.token = file.stamp?.linkCount === 1 ? token : this.freshness.requestToken();
    return true;
  }

  /** Whether a file can't have changed since it was read. */
  #isUnchanged(place: Place, file: CachedFile): boolean {
    if (file.stamp !== undefined) return isSettled(file.stamp, file.readAt) && this.door.isUnchanged(place, file.stamp);
    // It was not looked at then. If it has not changed for longer, this is how it was.
    const stamp = this.door.statUnproved(place);
    if (stamp?.kind !== "file" || stamp.size !== file.size || !isSettled(stamp, file.readAt)) return false;
    // Where another directory has come in the place of its own, a file as large and as old may be another one.
    const dir = this.door.statUnproved(dirOf(place));
    if (dir === undefined || dir.ino !== file.dir?.ino || dir.dev !== file.dir.dev) return false;
    file.stamp = stamp;
    return true;
  }

  /** Whether a file is relied on without having been looked at in this question. */
  isServedUnchecked(file: CachedFile, question: RequestEpoch): boolean {
    return file.token > -question.number;
  }

  /** Remembers a file as just read; its text is moved to where it can stay, if there is room. */
  store(place: Place, file: CachedFile, question: RequestEpoch): void {
    if (!this.isEnabled) return;
    const files = this.#files[place.root] ??= new Map();
    const before = files.get(place.path);
    const slot = before && this.arena.remove(before);
    files.set(place.path, file);
    this.freshness.requestWatch(dirOf(place));
    if (file.at === ABSENT) return before && this.trigrams.remove(before);
    // What is not kept will not come by again; and what was signed before leaves its place to what it is now.
    const kept = this.arena.store(file, question.number, slot);
    if (!kept || before?.indexed !== undefined) this.trigrams.add(file, before);
  }

  /** Forgets everything where that is too much. Not amid a batch: what it has read or recalled would be gone unseen. */
  clearIfTooLarge(): void {
    if (this.#files.some((files) => files.size > this.maxEntries)) this.clear();
  }

  /** What is known of an array of files as a whole, if it is enough, and they are worth it. */
  listOf(files: readonly WalkEntry[]): CachedFileList | undefined {
    if (files.length < MIN_LIST_FILES) return undefined;
    this.#lastFiles = files;
    const own = this.#lists.get(files);
    if (own?.isCurrent) return own;
    const find = ({ place }: WalkEntry) => this.#files[place.root]?.get(place.path);
    const roll = CachedFileList.create(files, find, this, this.freshness);
    if (roll === undefined) this.#lists.delete(files);
    else this.#lists.set(files, roll);
    return roll;
  }

  /** A directory's listing, if it is remembered and current. */
  freshListing(dir: Place, question: RequestEpoch, proof: DirProof = "looked_at"): Listing | undefined {
    const known = this.#listings[dir.root]?.get(dir.path);
    return known !== undefined && this.#isListingFresh(known, dir, question, proof) ? known.listing : undefined;
  }

  /** Whether the watcher would tell of a change in a directory that was listed. */
  isListingWatched({ root, path }: Place): boolean {
    const known = this.#listings[root]?.get(path);
    return known !== undefined && this.freshness.isFreshUntilEvent(known.watchToken);
  }

  /** A directory's listing, from memory where that is current; a new one is put in order by `sorted`. */
  list(dir: Place, question: RequestEpoch, proof: DirProof, sorted: (listing: Listing) => Listing): Listing {
    const known = this.freshListing(dir, question, proof);
    if (known !== undefined) return known;
    // The token first: a change between the two must not be taken for seen.
    const readAt = Date.now(), seen = this.freshness.requestToken(), told = this.freshness.tokenFor(dir);
    const listing = sorted(this.door.list(dir));
    this.storeListing(dir, listing, { readAt, token: seen, watchToken: told });
    return listing;
  }

  /** Remembers a directory's listing, in order. */
  storeListing(
    dir: Place,
    listing: Listing,
    { readAt, token: seen, watchToken: told = NEVER_FRESH }: ListingRead,
  ): void {
    if (!this.isEnabled) return;
    if ((this.#listings[dir.root]?.size ?? 0) > this.maxEntries) this.clear();
    const listings = this.#listings[dir.root] ??= new Map();
    listings.set(dir.path, { listing, settled: isSettled(listing.stamp, readAt), token: seen, watchToken: told });
    this.freshness.requestWatch(dir);
  }

  /**
   * Does what can be done before the next question: looks at what is not known to be current, signs what is not, and
   * puts in order the files that were asked about last. With a step after each few.
   */
  *maintain(question: RequestEpoch): Generator<void, void, void> {
    yield* this.#recheckStale(question);
    yield* this.#indexAll();
    const roll = this.#lastFiles && this.listOf(this.#lastFiles);
    if (roll !== undefined) yield* roll.prepare();
  }

  /** Looks at every file and directory that is not known to be current. */
  *#recheckStale(question: RequestEpoch): Generator<void, void, void> {
    for (const [root, files] of this.#files.entries()) {
      yield* stepThrough(files, (path, file) => {
        if (!this.#needsNoRecheck({ root, path }, file, question)) this.recheck({ root, path }, file);
      });
    }
    for (const [root, listings] of this.#listings.entries()) {
      yield* stepThrough(listings, (path, { watchToken: told }) => {
        if (!this.freshness.isFreshUntilEvent(told)) this.freshListing({ root, path }, question);
      });
    }
  }

  /** Whether a look at a file would tell no more: not even that the watcher vouches for it from now on. */
  #needsNoRecheck(place: Place, { token: seen }: CachedFile, question: RequestEpoch): boolean {
    if (this.freshness.isFreshUntilEvent(seen)) return true;
    return this.freshness.isFresh(seen, question) && !this.freshness.isWatched(dirOf(place));
  }

  /** Signs every text in memory that is not signed yet. */
  *#indexAll(): Generator<void, void, void> {
    for (const files of this.#files) {
      yield* stepThrough(files, (_, file) => {
        if (isText(file) && this.arena.isStored(file)) this.trigrams.add(file);
      });
    }
  }

  /** Takes in what a watcher tells. */
  applyChange({ kind, place }: Change): void {
    this.freshness.changeCount++;
    const file = this.#files[place.root]?.get(place.path);
    if (file !== undefined) file.token = NEVER_FRESH;
    this.stats.drop(place);
    const dir = this.#listings[place.root]?.get(place.path);
    if (dir !== undefined) dir.watchToken = NEVER_FRESH;
    if (kind !== "entry") return;
    const above = this.#listings[place.root]?.get(parentPath(place.path));
    if (above !== undefined) above.watchToken = NEVER_FRESH;
    if (dir !== undefined || this.freshness.isWatched(place)) this.#invalidateBelow(place);
    this.#handleNewName(this.door.statUnproved(place));
  }

  /**
   * A new name for a file that has others: under it the file may change without any of those being told of.
   * In a new directory nobody has heard what became of it meanwhile.
   */
  #handleNewName(stamp: Stamp | undefined): void {
    if (stamp?.kind === "dir") return this.freshness.invalidateAll();
    if (stamp?.kind !== "file" || stamp.linkCount === 1) return;
    // Each time: what has been looked at since the last one may be what has got a name now.
    if (++this.#newLinks > MAX_NEW_LINKS) return this.freshness.invalidateAll();
    for (const files of this.#files) {
      for (const file of files?.values() ?? []) if (file.stamp?.ino === stamp.ino) file.token = NEVER_FRESH;
    }
    this.stats.dropInode(stamp.ino);
  }

  /** Forgets everything. */
  clear(): void {
    for (const files of this.#files) {
      for (const file of files?.values() ?? []) {
        this.arena.remove(file);
        file.indexed = undefined;
      }
    }
    this.#files.length = 0;
    this.#listings.length = 0;
    this.#lastFiles = undefined;
    this.trigrams.clear();
    this.finds.clear();
    this.stats.clear();
    this.freshness.invalidateAll();
  }

  #isListingFresh(known: CachedListing, dir: Place, question: RequestEpoch, proof: DirProof): boolean {
    if (this.freshness.isFresh(known.token, question)) return true;
    if (proof === "told" && this.freshness.isFreshUntilEvent(known.watchToken)) return true;
    const told = this.freshness.tokenFor(dir);
    if (!known.settled || !this.door.isUnchanged(dir, known.listing.stamp)) return false;
    known.token = this.freshness.requestToken();
    known.watchToken = told;
    return true;
  }

  /** A directory has gone, come or been replaced: nothing below it is what it was. */
  #invalidateBelow(dir: Place): void {
    this.freshness.unwatch(dir);
    // Each costs a look at every name; when many go, looking at every file once is less.
    if (++this.#changedDirs > MAX_CHANGED_DIRS) {
      return this.#changedDirs === MAX_CHANGED_DIRS + 1 ? this.freshness.watchLost() : undefined;
    }
    const stem = dirPrefix(dir.path);
    for (const [path, file] of this.#files[dir.root] ?? []) if (path.startsWith(stem)) file.token = NEVER_FRESH;
    for (const [path, known] of this.#listings[dir.root] ?? []) {
      if (path.startsWith(stem)) known.watchToken = NEVER_FRESH;
    }
    this.stats.dropBelow(dir);
  }

  readonly #rootStamps: (Stamp | undefined)[] = [];

  /** What a root was when a question was last asked: device and inode. */
  rootId(root: number): string | undefined {
    const known = this.#rootStamps[root];
    return known && `${known.dev}:${known.ino}`;
  }

  /**
   * A root may have been replaced from above, where nobody watches. One look at each will do: nothing is read by what
   * it shows, and there may be a thousand of them.
   */
  #checkRoots(): void {
    this.door.roots.forEach((_, root) => {
      const was = this.#rootStamps[root], is = this.door.statUnproved({ root, path: "" });
      this.#rootStamps[root] = is;
      if (was !== undefined && (is?.ino !== was.ino || is.dev !== was.dev)) this.freshness.watchLost();
    });
  }
}

/** Entries between two steps. */
const ENTRIES_PER_STEP = 64;

/** What is added or removed meanwhile does no harm. */
function* stepThrough<T>(entries: Map<string, T> | undefined, look: (path: string, entry: T) => void): Generator<void> {
  let count = 0;
  for (const [path, entry] of entries ?? []) {
    look(path, entry);
    if (++count % ENTRIES_PER_STEP === 0) yield;
  }
}

function dirOf({ root, path }: Place): Place {
  return { root, path: parentPath(path) };
}
