/**
 * The engine's side of the watching thread.
 * @module
 */
import { below, relativeTo, slashed } from "../door/slashes.ts";
import type { RootDir } from "../door/roots.ts";
import type { Watcher } from "../engine/resident/currency.ts";
import type { Change, Residence } from "../engine/resident/residence.ts";
import type { Scheduler } from "../engine/scheduler.ts";
import { recheck } from "../engine/warm.ts";
import type { Place } from "../model/place.ts";
import type { FromWatch, ToWatch } from "./watch.ts";

/**
 * Milliseconds that a question waits to be told all changes; and for which nothing more is watched once that was in vain
 * twice within them, or there was nothing, or no more, to be watched.
 */
const PATIENCE_MS = 100, REST_MS = 10_000;
/** Milliseconds that the watching thread may be late with beginning to watch: some 100 for thousands of directories. */
const BEGINNING_MS = 2000;

/** What tells that all has been told: the answer to a question of this thread's own, or what main asked for a call. */
interface Answer {
  readonly id?: number;
  readonly call?: number;
}

/** Speaks with the watching thread through a port, and tells a residence what it hears. */
class PortWatcher implements Watcher {
  /** What waits to be told all, and for which answer. */
  readonly #waiting = new Map<() => void, Answer>();
  /** The latest call for which all has been told. */
  #toldFor = -1;
  #next = 0;
  #restsUntil = 0;
  /** Wishes to watch that have not been answered yet, and when the first of them was sent. */
  #wishes = 0;
  #wished = -Infinity;
  /** When a question waited in vain, though there was no such wish. */
  #late = -Infinity;

  /** @param onSight called when more is watched than before */
  constructor(
    readonly port: MessagePort,
    readonly roots: readonly RootDir[],
    readonly residence: Residence,
    readonly onSight: () => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<FromWatch>) => this.#heed(data);
  }

  watch(dirs: readonly Place[]): void {
    if (performance.now() < this.#restsUntil) return;
    if (this.#wishes++ === 0) this.#wished = performance.now();
    this.#send({ type: "watch", dirs: dirs.map(({ root, path }) => below(this.roots[root].io, path)) });
  }

  drained(call?: number): Promise<void> | undefined {
    if (call !== undefined) return call <= this.#toldFor ? undefined : this.#told({ call });
    const id = this.#next++, told = this.#told({ id });
    this.#send({ type: "ask", id });
    return told;
  }

  #told(answer: Answer): Promise<void> {
    return new Promise((resolve) => {
      const told = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        this.#waiting.delete(told);
        this.#giveUp();
        resolve();
      }, PATIENCE_MS);
      this.#waiting.set(told, answer);
    });
  }

  /**
   * Nobody waits any longer: everything is looked at once. Where that happens again, though the watching thread is not
   * just beginning to watch, so much changes that watching costs more than looking.
   */
  #giveUp(): void {
    const now = performance.now(), isBeginning = this.#wishes > 0 && now < this.#wished + BEGINNING_MS;
    if (!isBeginning && now < this.#late + REST_MS) return this.#goBlind();
    if (!isBeginning) this.#late = now;
    this.#lookAtAll();
  }

  #lookAtAll(): void {
    this.residence.currency.lost();
    this.#tellThose(() => true);
  }

  /** For a while nothing is watched. */
  #goBlind(): void {
    this.#restsUntil = performance.now() + REST_MS;
    this.residence.currency.blind();
    this.#tellThose(() => true);
  }

  #tellThose(isTold: (answer: Answer) => boolean): void {
    for (const [told, answer] of this.#waiting) {
      if (!isTold(answer)) continue;
      this.#waiting.delete(told);
      told();
    }
  }

  /** A message that can't be used may have told of changes: nothing is taken on trust after it. */
  #heed(message: FromWatch): void {
    try {
      this.#take(message);
    } catch (error) {
      console.error("fossick: internal error:", error);
      this.#goBlind();
    }
  }

  #take(message: FromWatch): void {
    switch (message.type) {
      case "watching":
        this.#wishes--;
        // Where none can be had, to ask for the same at once would be to ask for ever.
        if (message.dirs.length === 0) return void (this.#restsUntil = performance.now() + REST_MS);
        if (message.isFull) this.#restsUntil = performance.now() + REST_MS;
        // Of a root that was another at the last question, or is by now; to want it again has that looked at.
        if (!message.roots.every((inode, root) => inode === this.residence.rootInode(root))) return;
        this.residence.currency.watching(message.dirs.flatMap((dir) => this.#placesOf(dir)));
        return this.onSight();
      case "changed":
        this.#tell("content", message.content);
        return this.#tell("entry", message.entries);
      case "blind":
        return this.#goBlind();
      case "told":
        return this.#tellThose(({ id }) => id === message.id);
      case "told_all":
        this.#toldFor = Math.max(this.#toldFor, message.call);
        return this.#tellThose(({ call = Infinity }) => call <= this.#toldFor);
    }
  }

  #tell(kind: Change["kind"], paths: readonly string[]): void {
    for (const path of paths) {
      for (const place of this.#placesOf(path)) this.residence.changed({ kind, place });
    }
  }

  /** One place in each root that holds the path. */
  #placesOf(path: string): Place[] {
    return this.roots.flatMap(({ io }, root) => {
      const inside = relativeTo(io, slashed(path));
      return inside === undefined ? [] : [{ root, path: inside }];
    });
  }

  #send(message: ToWatch): void {
    this.port.postMessage(message);
  }
}

/** Milliseconds of a look at everything, which goes on only while nothing else is to be done. */
const LOOKING_MS = 600_000;

/** Lets a thread know of changes. When more comes to be watched, what is remembered of it is looked at once more. */
export function watchWith(port: MessagePort, roots: readonly RootDir[], scheduler: Scheduler): void {
  const { residence } = scheduler;
  const look = () => {
    scheduler.run(recheck, { timeoutMs: LOOKING_MS, rank: "background" })
      .catch((error) => console.error("fossick: internal error:", error));
  };
  residence.currency.use(new PortWatcher(port, roots, residence, look));
}
