/**
 * The engine's side of the watching thread: starts it, tells it what to watch, and applies what it reports.
 * @module
 */
import { relativePath, toSlashes } from "../door/path_syntax.ts";
import type { RootDir } from "../door/roots.ts";
import type { Change, FileCache } from "../engine/cache/file_cache.ts";
import type { Watcher } from "../engine/cache/freshness.ts";
import { maintainCache } from "../engine/ops/warm.ts";
import type { Scheduler } from "../engine/run/scheduler.ts";
import { LIMITS } from "../model/limits.ts";
import { joinPath, type Place } from "../model/place.ts";
import { moduleOfFunction, startWorker } from "./start_worker.ts";
import { type EngineToWatch, lossDetector, makeEventDrain, watchThreadMain, type WatchToEngine } from "./watch_main.ts";

/** Milliseconds that a request waits for the report of all changes. */
const DRAIN_TIMEOUT_MS = 100;
/**
 * Milliseconds without watches after two such timeouts within this time, or after no directory, or no further one,
 * could be watched.
 */
const PAUSE_MS = 10_000;
/** Milliseconds that the watching thread may take to begin to watch: some 100 for thousands of directories. */
const WATCH_SETUP_MS = 2000;

/** The watching thread, as the engine sees it. */
export interface WatchThread {
  onmessage: ((event: MessageEvent<WatchToEngine>) => void) | null;
  postMessage(message: EngineToWatch): void;
}

/**
 * Starts the thread, which takes 20 ms of this one.
 * @param maxDirs maximum number of watched directories
 */
export function startWatchThread(roots: readonly RootDir[], maxDirs: number = LIMITS.watchedDirs): Worker {
  const paths = roots.map(({ ioPath }) => ioPath);
  const module = moduleOfFunction(watchThreadMain, lossDetector, makeEventDrain);
  const worker = startWorker(module, "fossick-watch", { read: paths });
  // Without this thread everything is checked on disk in every request: slower, but just as correct.
  worker.onerror = (event) => event.preventDefault();
  worker.postMessage({ type: "open", roots: paths, maxDirs } satisfies EngineToWatch);
  return worker;
}

/** Exchanges messages with the watching thread, and applies the changes that it reports to a cache. */
class WatchClient implements Watcher {
  #thread: WatchThread | undefined;
  /** What resumes each waiting request, by the number of its `drain` message. */
  readonly #waiting = new Map<number, () => void>();
  #nextId = 0;
  #pausedUntil = 0;
  /** `watch` messages without a reply yet, and when the first of them was sent. */
  #pendingWatches = 0;
  #pendingSince = -Infinity;
  /** When a request last timed out without such a message pending. */
  #lastTimeout = -Infinity;

  /**
   * @param start starts the thread, when it is first needed
   * @param onWatching called when further directories are watched
   */
  constructor(
    readonly start: () => WatchThread,
    readonly roots: readonly RootDir[],
    readonly cache: FileCache,
    readonly onWatching: () => void,
  ) {}

  watch(dirs: readonly Place[]): void {
    if (performance.now() < this.#pausedUntil) return;
    if (this.#pendingWatches++ === 0) this.#pendingSince = performance.now();
    this.#send({ type: "watch", dirs: dirs.map(({ root, path }) => joinPath(this.roots[root].ioPath, path)) });
  }

  drained(): Promise<void> {
    const id = this.#nextId++;
    this.#send({ type: "drain", id });
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        this.#handleTimeout();
        this.#resume(id);
      }, DRAIN_TIMEOUT_MS);
      this.#waiting.set(id, () => {
        clearTimeout(timeout);
        resolve();
      });
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
    this.#resumeAll();
  }

  #pauseWatching(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    this.cache.freshness.watchLost();
    this.#resumeAll();
  }

  #resumeAll(): void {
    for (const id of this.#waiting.keys()) this.#resume(id);
  }

  #resume(id: number): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
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
        return this.#resume(message.id);
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
    if (this.#thread === undefined) {
      this.#thread = this.start();
      this.#thread.onmessage = ({ data }) => this.#handleMessage(data);
    }
    this.#thread.postMessage(message);
  }
}

/** Milliseconds for the check of everything cached, which proceeds only while there is no other work. */
const RECHECK_TIMEOUT_MS = 600_000;

/**
 * Lets a scheduler's cache rely on a watching thread. Whenever further directories are watched, the cache is checked.
 * @param start starts the thread, when it is first needed
 */
export function connectWatcher(start: () => WatchThread, roots: readonly RootDir[], scheduler: Scheduler): void {
  const { cache } = scheduler;
  const recheck = () => {
    scheduler.run(maintainCache, { timeoutMs: RECHECK_TIMEOUT_MS, priority: "background" })
      .catch((error) => console.error("fossick: internal error:", error));
  };
  cache.freshness.setWatcher(new WatchClient(start, roots, cache, recheck));
}
