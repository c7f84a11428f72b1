/**
 * Decides whether a cached thing may be used: only if it is known to be current.
 *
 * Each cached thing has a token of when it was last known to be current. In a watched directory a token holds until the
 * watcher reports a change or loses events. Elsewhere it holds for the requests that had begun when it was made, so
 * each thing is checked once in each request.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import { dirPrefix, parentPath, type Place } from "../../model/place.ts";
import { FileClock } from "./file_clock.ts";

/** Reports changes in directories. */
export interface Watcher {
  /** Starts to watch these directories; `Freshness.watchBegan` is called once they are watched. */
  watch(dirs: readonly Place[]): void;
  /** Resolves once every change from before this call has been reported; undefined if all have been. */
  drained(): Promise<void> | undefined;
}

/** The point in time that a request's answer is true of: tokens made since then hold in it. */
export interface RequestEpoch {
  /** Counts upwards. */
  readonly number: number;
}

/**
 * How a cached listing is known to be current: the directory was checked in this request (`checked`), or the watcher
 * would have reported a change (`watched`). The watcher reports no change of a link's target outside the roots, so
 * `watched` is enough only where links are neither searched for nor were followed.
 */
export type DirProof = "checked" | "watched";

/** A token that never holds. */
export const NEVER_FRESH = 0;

/** Makes tokens, and tells which of them still hold. */
export class Freshness {
  #watcher: Watcher | undefined;
  readonly #watched: Set<string>[] = [];
  readonly #wanted: Set<string>[] = [];
  #watchEpoch = 1;
  #requestCount = 0;

  /** Number of changes that were reported. */
  changeCount = 0;

  constructor(readonly clock = new FileClock()) {}

  /** @param watcher absent: nothing is watched */
  setWatcher(watcher: Watcher | undefined): void {
    this.#watcher = watcher;
    this.invalidateAll();
  }

  /** Begins a request. Wait for `drained` before relying on anything cached. */
  beginRequest(): RequestEpoch {
    return { number: ++this.#requestCount };
  }

  /** Resolves once all changes so far have been reported; undefined if there is nothing to wait for. */
  drained(): Promise<void> | undefined {
    return this.#watched.some((dirs) => dirs.size > 0) ? this.#watcher?.drained() : undefined;
  }

  /** Whether a thing with this token is known to be current. */
  isFresh(token: number, epoch: RequestEpoch): boolean {
    return token === this.#watchEpoch || token <= -epoch.number;
  }

  /** Whether a thing with this token stays current until the watcher reports a change. */
  isFreshUntilEvent(token: number): boolean {
    return token === this.#watchEpoch;
  }

  /** The token of something in directory `dir` that was just read, or found unchanged. */
  tokenFor({ root, path }: Place): number {
    return this.#watched[root]?.has(path) ? this.#watchEpoch : this.requestToken();
  }

  /**
   * A token for the requests begun so far. It is for things that may change without an event, such as a file with
   * several names.
   */
  requestToken(): number {
    return -this.#requestCount;
  }

  /** Whether the watcher reports every change of a directory's listing. */
  isWatched({ root, path }: Place): boolean {
    return this.#watched[root]?.has(path) === true;
  }

  /**
   * Asks for a directory to be watched in which something is cached, and for all above it, since those can be moved.
   */
  requestWatch({ root, path }: Place): void {
    if (this.#watcher === undefined) return;
    const wanted = this.#wanted[root] ??= new Set(), watched = this.#watched[root];
    for (let dir = path; !wanted.has(dir) && watched?.has(dir) !== true; dir = parentPath(dir)) wanted.add(dir);
  }

  /** Sends the watcher the directories asked for since the last time. */
  sendWatchRequests(): void {
    const dirs = this.#wanted.flatMap((paths, root) => [...paths].map((path) => ({ root, path })));
    this.#wanted.length = 0;
    if (dirs.length > 0) this.#watcher?.watch(dirs);
  }

  /**
   * The watcher has begun to watch these directories. It covers neither earlier reads nor anything below a directory
   * that stopped being watched, which may be replaced without an event.
   */
  watchBegan(dirs: readonly Place[]): void {
    for (const { root, path } of [...dirs].sort((a, b) => a.path.length - b.path.length)) {
      const watched = this.#watched[root] ??= new Set();
      if (path === "" || watched.has(parentPath(path))) watched.add(path);
    }
  }

  /** A directory has been replaced or removed: it and everything below it are no longer watched. */
  unwatch({ root, path }: Place): void {
    const dirs = this.#watched[root];
    if (dirs === undefined) return;
    dirs.delete(path);
    const prefix = dirPrefix(path);
    for (const dir of dirs) if (dir.startsWith(prefix)) dirs.delete(dir);
  }

  /** Events may have been lost: every token made so far is void. */
  invalidateAll(): void {
    this.#watchEpoch++;
    this.changeCount++;
  }

  /** Nothing is watched any longer. */
  watchLost(): void {
    this.#watched.length = 0;
    this.invalidateAll();
  }
}

/** A change within this time before a read may leave no trace: change times are in whole seconds. */
const RACY_WINDOW_MS = 1100;

/**
 * Whether a change after the read may leave the stamp as it is.
 * @param readAt by the file system's clock, when the read began: see `FileClock`; a stamp with `reliableUntil` is from before it, too
 */
export function isRacy({ reliableUntil, ctime, mtime }: Stamp, readAt: number): boolean {
  if (reliableUntil !== undefined) return false;
  const windowStart = readAt - RACY_WINDOW_MS;
  // A modification time in the future was set by the file's owner, and the next change sets another.
  return ctime > windowStart || (mtime > windowStart && mtime <= readAt);
}
