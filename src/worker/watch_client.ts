/**
 * The engine's side of the watching thread.
 * @module
 */
import { relativePath, toSlashes } from "../door/path_syntax.ts";
import type { RootDir } from "../door/roots.ts";
import type { Change, FileCache } from "../engine/cache/file_cache.ts";
import type { Watcher } from "../engine/cache/freshness.ts";
import { maintainCache } from "../engine/ops/warm.ts";
import type { Scheduler } from "../engine/run/scheduler.ts";
import { joinPath, type Place } from "../model/place.ts";
import type { EngineToWatch, WatchToEngine } from "./watch_messages.ts";

/** Milliseconds that a request waits for the report of all changes. */
const DRAIN_TIMEOUT_MS = 100;
/**
 * Milliseconds without watches after two such timeouts within this time, or after no directory, or no further one,
 * could be watched.
 */
const PAUSE_MS = 10_000;
/** Milliseconds that the watching thread may take to begin to watch: some 100 for thousands of directories. */
const WATCH_SETUP_MS = 2000;

/** The message that a request waits for: the reply to this thread's own message, or to main's message for a call. */
interface AwaitedReply {
  readonly id?: number;
  readonly call?: number;
}

/** Exchanges messages with the watching thread through a port, and applies the changes that it reports to a cache. */
class WatchClient implements Watcher {
  /** The waiting requests, by the function that resumes them. */
  readonly #waiting = new Map<() => void, AwaitedReply>();
  /** The latest call for which all changes have been reported. */
  #drainedCall = -1;
  #nextId = 0;
  #pausedUntil = 0;
  /** `watch` messages without a reply yet, and when the first of them was sent. */
  #pendingWatches = 0;
  #pendingSince = -Infinity;
  /** When a request last timed out without such a message pending. */
  #lastTimeout = -Infinity;

  /** @param onWatching called when further directories are watched */
  constructor(
    readonly port: MessagePort,
    readonly roots: readonly RootDir[],
    readonly cache: FileCache,
    readonly onWatching: () => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<WatchToEngine>) => this.#handleMessage(data);
  }

  watch(dirs: readonly Place[]): void {
    if (performance.now() < this.#pausedUntil) return;
    if (this.#pendingWatches++ === 0) this.#pendingSince = performance.now();
    this.#send({ type: "watch", dirs: dirs.map(({ root, path }) => joinPath(this.roots[root].ioPath, path)) });
  }

  drained(call?: number): Promise<void> | undefined {
    if (call !== undefined) return call <= this.#drainedCall ? undefined : this.#awaitReply({ call });
    const id = this.#nextId++, reply = this.#awaitReply({ id });
    this.#send({ type: "drain", id });
    return reply;
  }

  #awaitReply(reply: AwaitedReply): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        this.#waiting.delete(resume);
        this.#handleTimeout();
        resolve();
      }, DRAIN_TIMEOUT_MS);
      this.#waiting.set(resume, reply);
    });
  }

  /**
   * Stops waiting and has everything checked on disk instead. If that happens again although the watching thread is not
   * just beginning to watch, watching takes longer than checking, because of the number of changes.
   */
  #handleTimeout(): void {
    const now = performance.now(), isBeginning = this.#pendingWatches > 0 && now < this.#pendingSince + WATCH_SETUP_MS;
    if (!isBeginning && now < this.#lastTimeout + PAUSE_MS) return this.#pauseWatching();
    if (!isBeginning) this.#lastTimeout = now;
    this.cache.freshness.invalidateAll();
    this.#resumeWaiting(() => true);
  }

  #pauseWatching(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    this.cache.freshness.watchLost();
    this.#resumeWaiting(() => true);
  }

  #resumeWaiting(isReceived: (reply: AwaitedReply) => boolean): void {
    for (const [resume, reply] of this.#waiting) {
      if (!isReceived(reply)) continue;
      this.#waiting.delete(resume);
      resume();
    }
  }

  /** A message that could not be handled may have reported changes, so the cache is not trusted after it. */
  #handleMessage(message: WatchToEngine): void {
    try {
      this.#apply(message);
    } catch (error) {
      console.error("fossick: internal error:", error);
      this.#pauseWatching();
    }
  }

  #apply(message: WatchToEngine): void {
    switch (message.type) {
      case "watching":
        return this.#applyWatching(message);
      case "changed":
        this.#applyChanges("content", message.content);
        return this.#applyChanges("entry", message.entries);
      case "unwatched":
        return this.#pauseWatching();
      case "drained":
        return this.#resumeWaiting(({ id }) => id === message.id);
      case "call_drained":
        this.#drainedCall = Math.max(this.#drainedCall, message.call);
        return this.#resumeWaiting(({ call = Infinity }) => call <= this.#drainedCall);
    }
  }

  #applyWatching({ dirs, roots, isFull }: Extract<WatchToEngine, { type: "watching" }>): void {
    this.#pendingWatches--;
    // Without the pause, directories that can't be watched would be requested again in an endless loop.
    if (dirs.length === 0 || isFull) this.#pausedUntil = performance.now() + PAUSE_MS;
    if (dirs.length === 0) return;
    // A root was replaced between the last request and now; the next `watch` message inspects the new one.
    if (!roots.every((inode, root) => inode === this.cache.rootId(root))) return;
    this.cache.freshness.watchBegan(dirs.flatMap((dir) => this.#placesOf(dir)));
    this.onWatching();
  }

  #applyChanges(kind: Change["kind"], paths: readonly string[]): void {
    for (const path of paths) {
      for (const place of this.#placesOf(path)) this.cache.applyChange({ kind, place });
    }
  }

  /** One place for each root that contains the path. */
  #placesOf(path: string): Place[] {
    return this.roots.flatMap(({ ioPath }, root) => {
      const relative = relativePath(ioPath, toSlashes(path));
      return relative === undefined ? [] : [{ root, path: relative }];
    });
  }

  #send(message: EngineToWatch): void {
    this.port.postMessage(message);
  }
}

/** Milliseconds for the check of everything cached, which proceeds only while there is no other work. */
const RECHECK_TIMEOUT_MS = 600_000;

/** Connects an engine's cache to the watching thread. Whenever further directories are watched, the cache is checked. */
export function connectWatcher(port: MessagePort, roots: readonly RootDir[], scheduler: Scheduler): void {
  const { cache } = scheduler;
  const recheck = () => {
    scheduler.run(maintainCache, { timeoutMs: RECHECK_TIMEOUT_MS, priority: "background" })
      .catch((error) => console.error("fossick: internal error:", error));
  };
  cache.freshness.setWatcher(new WatchClient(port, roots, cache, recheck));
}
