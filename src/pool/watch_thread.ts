/**
 * Starts the watching thread, and gives the engine a port to it.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { lossDetector } from "../worker/loss_detector.ts";
import { type Joining, type MainToWatch, watchThread } from "../worker/watch.ts";
import { moduleOf, startWorker } from "./start_worker.ts";

/**
 * Directories that are watched at most; the rest is looked at in every call. A system allows a user 8,192 watches at the
 * least by default, some 190,000 with 24 GB of memory, for all programs together.
 */
export const MOST_WATCHED = 6144;

/** The one thread that watches directories. */
export class WatchThread {
  #worker: Worker | undefined;
  #joining: Joining[] = [];
  /** The highest number of a call that has asked. */
  #asked = -1;
  #isClosed = false;

  /** @param most directories that are watched at most */
  constructor(readonly roots: readonly RootDir[], readonly most = MOST_WATCHED) {}

  /** A port for the engine; what is said through it is heard once the watching thread runs. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#joining.push({ type: "join", port: port1, roots: this.roots.map(({ io }) => io), most: this.most });
    return port2;
  }

  /** Starts the thread, for all that have connected, unless it runs already. */
  start(): void {
    if (this.#worker !== undefined || this.#isClosed) return;
    const read = this.roots.map((root) => root.io);
    this.#worker = startWorker(moduleOf(watchThread, lossDetector), "fossick-watch", { read });
    // Without it everything is looked at in every question: slower, and just as true.
    this.#worker.onerror = (event) => event.preventDefault();
    for (const joining of this.#joining.splice(0)) this.#worker.postMessage(joining, [joining.port]);
    if (this.#asked >= 0) this.#tellOf(this.#asked);
  }

  /** Has the engine told all that had changed when a call began; what a later call has asked is enough. */
  ask(call: number): void {
    if (call <= this.#asked) return;
    this.#asked = call;
    this.#tellOf(call);
  }

  close(): void {
    this.#isClosed = true;
    this.#worker?.terminate();
  }

  #tellOf(call: number): void {
    this.#worker?.postMessage({ type: "ask", call } satisfies MainToWatch);
  }
}
