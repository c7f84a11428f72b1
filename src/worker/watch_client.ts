/**
 * The engine's side of the watching thread.
 * @module
 */
import { below, relativePath, toSlashes } from "../door/slashes.ts";
import type { RootDir } from "../door/roots.ts";
import type { Watcher } from "../engine/cache/freshness.ts";
import type { Change, FileCache } from "../engine/cache/file_cache.ts";
import type { Scheduler } from "../engine/run/scheduler.ts";
import { maintainCache } from "../engine/ops/warm.ts";
import type { Place } from "../model/place.ts";
import type { EngineToWatch, WatchToEngine } from "./watch_main.ts";

/**
 * Milliseconds that a question waits to be told all changes; and for which nothing more is watched once that was in vain
 * twice within them, or there was nothing, or no more, to be watched.
 */
const DRAIN_TIMEOUT_MS = 100, PAUSE_MS = 10_000;
/** Milliseconds that the watching thread may be late with beginning to watch: some 100 for thousands of directories. */
const WATCH_SETUP_MS = 2000;

/** What tells that all has been told: the answer to a question of this thread's own, or what main asked for a call. */
interface AwaitedReply {
  readonly id?: number;
  readonly call?: number;
}

/** Speaks with the watching thread through a port, and tells a residence what it hears. */
class WatchClient implements Watcher {
  /** What waits to be told all, and for which answer. */
  readonly #waiting = new Map<() => void, AwaitedReply>();
  /** The latest call for which all has been told. */
  #drainedCall = -1;
  #nextId = 0;
  #pausedUntil = 0;
  /** Wishes to watch that have not been answered yet, and when the first of them was sent. */
  #pendingWatches = 0;
  #pendingSince = -Infinity;
  /** When a question waited in vain, though there was no such wish. */
  #lastTimeout = -Infinity;

  /** @param onWatching called when more is watched than before */
  constructor(
    readonly port: MessagePort,
    readonly roots: readonly RootDir[],
    readonly residence: FileCache,
    readonly onWatching: () => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<WatchToEngine>) => this.#handleMessage(data);
  }

  watch(dirs: readonly Place[]): void {
    if (performance.now() < this.#pausedUntil) return;
    if (this.#pendingWatches++ === 0) this.#pendingSince = performance.now();
    this.#send({ type: "watch", dirs: dirs.map(({ root, path }) => below(this.roots[root].ioPath, path)) });
  }

  drained(call?: number): Promise<void> | undefined {
    if (call !== undefined) return call <= this.#drainedCall ? undefined : this.#awaitReply({ call });
    const id = this.#nextId++, told = this.#awaitReply({ id });
    this.#send({ type: "ask", id });
    return told;
  }

  #awaitReply(answer: AwaitedReply): Promise<void> {
    return new Promise((resolve) => {
      const told = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        this.#waiting.delete(told);
        this.#handleTimeout();
        resolve();
      }, DRAIN_TIMEOUT_MS);
      this.#waiting.set(told, answer);
    });
  }

  /**
   * Nobody waits any longer: everything is looked at once. Where that happens again, though the watching thread is not
   * just beginning to watch, so much changes that watching costs more than looking.
   */
  #handleTimeout(): void {
    const now = performance.now(), isBeginning = this.#pendingWatches > 0 && now < this.#pendingSince + WATCH_SETUP_MS;
    if (!isBeginning && now < this.#lastTimeout + PAUSE_MS) return this.#pauseWatching();
    if (!isBeginning) this.#lastTimeout = now;
    this.#assumeAllChanged();
  }

  #assumeAllChanged(): void {
    this.residence.freshness.invalidateAll();
    this.#resolveWaiting(() => true);
  }

  /** For a while nothing is watched. */
  #pauseWatching(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    this.residence.freshness.watchLost();
    this.#resolveWaiting(() => true);
  }

  #resolveWaiting(isTold: (answer: AwaitedReply) => boolean): void {
    for (const [told, answer] of this.#waiting) {
      if (!isTold(answer)) continue;
      this.#waiting.delete(told);
      told();
    }
  }

  /** A message that can't be used may have told of changes: nothing is taken on trust after it. */
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
        this.#pendingWatches--;
        // Where none can be had, to ask for the same at once would be to ask for ever.
        if (message.dirs.length === 0) return void (this.#pausedUntil = performance.now() + PAUSE_MS);
        if (message.isFull) this.#pausedUntil = performance.now() + PAUSE_MS;
        // Of a root that was another at the last question, or is by now; to want it again has that looked at.
        if (!message.roots.every((inode, root) => inode === this.residence.rootId(root))) return;
        this.residence.freshness.watchBegan(message.dirs.flatMap((dir) => this.#placesOf(dir)));
        return this.onWatching();
      case "changed":
        this.#recordChanges("content", message.content);
        return this.#recordChanges("entry", message.entries);
      case "blind":
        return this.#pauseWatching();
      case "told":
        return this.#resolveWaiting(({ id }) => id === message.id);
      case "told_all":
        this.#drainedCall = Math.max(this.#drainedCall, message.call);
        return this.#resolveWaiting(({ call = Infinity }) => call <= this.#drainedCall);
    }
  }

  #recordChanges(kind: Change["kind"], paths: readonly string[]): void {
    for (const path of paths) {
      for (const place of this.#placesOf(path)) this.residence.applyChange({ kind, place });
    }
  }

  /** One place in each root that holds the path. */
  #placesOf(path: string): Place[] {
    return this.roots.flatMap(({ ioPath: io }, root) => {
      const inside = relativePath(io, toSlashes(path));
      return inside === undefined ? [] : [{ root, path: inside }];
    });
  }

  #send(message: EngineToWatch): void {
    this.port.postMessage(message);
  }
}

/** Milliseconds of a look at everything, which goes on only while nothing else is to be done. */
const RECHECK_TIMEOUT_MS = 600_000;

/** Lets a thread know of changes. When more comes to be watched, what is remembered of it is looked at once more. */
export function connectWatcher(port: MessagePort, roots: readonly RootDir[], scheduler: Scheduler): void {
  const { cache: residence } = scheduler;
  const look = () => {
    scheduler.run(maintainCache, { timeoutMs: RECHECK_TIMEOUT_MS, priority: "background" })
      .catch((error) => console.error("fossick: internal error:", error));
  };
  residence.freshness.setWatcher(new WatchClient(port, roots, residence, look));
}
