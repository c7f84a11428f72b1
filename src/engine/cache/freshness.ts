/**
 * Owns the rule by which remembered things may be used: only when they are known to be current.
 *
 * Whatever is remembered carries a token of when it was last known to be so. In a watched directory a
 * token holds until the watcher tells of a change or loses its sight; elsewhere it holds for the questions
 * that had been asked when it was given, so that everything is looked at once in every question.
 * @module
 */
import { dirPrefix, parentPath, type Place } from "../../model/place.ts";

/** Tells of changes in directories. */
export interface Watcher {
  /** Asks it to watch these; it says through `Freshness.watching` when it does. */
  watch(dirs: readonly Place[]): void;
  /**
   * Resolves once every change has been told that was finished before this call; undefined where it has been.
   * @param call for which the watcher has been asked already: changes from before that call count
   */
  drained(call?: number): Promise<void> | undefined;
}

/** A question: tokens given since it was asked hold in it. */
export interface RequestEpoch {
  /** Counts upwards. */
  readonly number: number;
  /** All that was finished before it was asked has been told. */
  isDrained: boolean;
}

/** Calls whose question is known, so that they can go on with it. */
const MAX_CALLS = 64;

/** A token that never holds. */
export const NEVER_FRESH = 0;

/** What is known of the present. */
export class Freshness {
  #watcher: Watcher | undefined;
  readonly #watched: Set<string>[] = [];
  readonly #wanted: Set<string>[] = [];
  #watchEpoch = 1;
  #requestCount = 0;
  readonly #epochByCall = new Map<number, RequestEpoch>();

  /** Counts changes that were told of. */
  changeCount = 0;

  /** @param watcher absent: nothing is watched */
  setWatcher(watcher: Watcher | undefined): void {
    this.#watcher = watcher;
    this.invalidateAll();
  }

  /**
   * Begins a question, or goes on with that of the same call. The caller waits for `drained` before it relies on
   * anything.
   */
  beginRequest(call?: number): RequestEpoch {
    const begun = call === undefined ? undefined : this.#epochByCall.get(call);
    if (begun !== undefined) return begun;
    const question = { number: ++this.#requestCount, isDrained: false };
    if (call !== undefined) this.#epochByCall.set(call, question);
    for (const [oldest] of this.#epochByCall) {
      if (this.#epochByCall.size <= MAX_CALLS) break;
      this.#epochByCall.delete(oldest);
    }
    return question;
  }

  /**
   * Resolves once all that was finished before a question has been told; undefined when there is nothing to wait for.
   * @param call see `Watcher.drained`
   */
  drained(question: RequestEpoch, call?: number): Promise<void> | undefined {
    // What the same call asks later is answered as of when it was asked first.
    if (question.isDrained || !this.#watched.some((dirs) => dirs.size > 0)) return undefined;
    const drained = this.#watcher?.drained(call);
    if (drained === undefined) question.isDrained = true;
    return drained?.then(() => void (question.isDrained = true));
  }

  /** Whether what carries `token` is known to be current. */
  isFresh(token: number, question: RequestEpoch): boolean {
    return token === this.#watchEpoch || token <= -question.number;
  }

  /** Whether what carries `token` stays current until a change is told. */
  isFreshUntilEvent(token: number): boolean {
    return token === this.#watchEpoch;
  }

  /** The token of something in directory `dir` that has just been read, or seen unchanged. */
  tokenFor({ root, path }: Place): number {
    return this.#watched[root]?.has(path) ? this.#watchEpoch : this.requestToken();
  }

  /** A token for the questions asked so far: of what may change without being told of, under another name for one. */
  requestToken(): number {
    return -this.#requestCount;
  }

  /** Whether everything in a directory's listing is told of. */
  isWatched({ root, path }: Place): boolean {
    return this.#watched[root]?.has(path) === true;
  }

  /** A directory in which something is remembered: better watched, and all above it, since those can be moved. */
  requestWatch({ root, path }: Place): void {
    if (this.#watcher === undefined) return;
    const wanted = this.#wanted[root] ??= new Set(), watched = this.#watched[root];
    for (let dir = path; !wanted.has(dir) && watched?.has(dir) !== true; dir = parentPath(dir)) wanted.add(dir);
  }

  /** Hands the watcher what was wanted since the last time. */
  sendWatchRequests(): void {
    const dirs = this.#wanted.flatMap((paths, root) => [...paths].map((path) => ({ root, path })));
    this.#wanted.length = 0;
    if (dirs.length > 0) this.#watcher?.watch(dirs);
  }

  /**
   * The watcher has begun to watch. What was read before it did is not covered; nor is what lies below a directory that
   * it has let go meanwhile, which may become another one unheard.
   */
  watchBegan(dirs: readonly Place[]): void {
    for (const { root, path } of [...dirs].sort((a, b) => a.path.length - b.path.length)) {
      const watched = this.#watched[root] ??= new Set();
      if (path === "" || watched.has(parentPath(path))) watched.add(path);
    }
  }

  /** A directory is no more what it was, nor is anything below it. */
  unwatch({ root, path }: Place): void {
    const dirs = this.#watched[root];
    if (dirs === undefined) return;
    dirs.delete(path);
    const stem = dirPrefix(path);
    for (const dir of dirs) if (dir.startsWith(stem)) dirs.delete(dir);
  }

  /** Changes may have gone unseen: every token given so far is void. */
  invalidateAll(): void {
    this.#watchEpoch++;
    this.changeCount++;
  }

  /** Nothing is watched any more. */
  watchLost(): void {
    this.#watched.length = 0;
    this.invalidateAll();
  }
}
