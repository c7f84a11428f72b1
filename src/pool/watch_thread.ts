/**
 * Starts the watching thread, and gives the engine a port to it.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { lossDetector } from "../worker/loss_detector.ts";
import { type JoinMessage, type MainToWatch, watchThreadMain } from "../worker/watch_main.ts";
import { moduleOfFunction, startWorker } from "./start_worker.ts";

/**
 * Directories that are watched at most; the rest is looked at in every call. A system allows a user 8,192 watches at the
 * least by default, some 190,000 with 24 GB of memory, for all programs together.
 */
export const MAX_WATCHED_DIRS = 6144;

/** The one thread that watches directories. */
export class WatchThread {
  #worker: Worker | undefined;
  #joinMessages: JoinMessage[] = [];
  /** The highest number of a call that has asked. */
  #latestCall = -1;
  #isClosed = false;

  /** @param maxDirs directories that are watched at most */
  constructor(readonly roots: readonly RootDir[], readonly maxDirs = MAX_WATCHED_DIRS) {}

  /** A port for the engine; what is said through it is heard once the watching thread runs. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#joinMessages.push({
      type: "join",
      port: port1,
      roots: this.roots.map(({ ioPath: io }) => io),
      maxDirs: this.maxDirs,
    });
    return port2;
  }

  /** Starts the thread, for all that have connected, unless it runs already. */
  start(): void {
    if (this.#worker !== undefined || this.#isClosed) return;
    const read = this.roots.map((root) => root.ioPath);
    this.#worker = startWorker(moduleOfFunction(watchThreadMain, lossDetector), "fossick-watch", { read });
    // Without it everything is looked at in every question: slower, and just as true.
    this.#worker.onerror = (event) => event.preventDefault();
    for (const joining of this.#joinMessages.splice(0)) this.#worker.postMessage(joining, [joining.port]);
    if (this.#latestCall >= 0) this.#sendDrain(this.#latestCall);
  }

  /** Has the engine told all that had changed when a call began; what a later call has asked is enough. */
  requestDrain(call: number): void {
    if (call <= this.#latestCall) return;
    this.#latestCall = call;
    this.#sendDrain(call);
  }

  close(): void {
    this.#isClosed = true;
    this.#worker?.terminate();
  }

  #sendDrain(call: number): void {
    this.#worker?.postMessage({ type: "ask", call } satisfies MainToWatch);
  }
}
