/**
 * Starts the watching thread, and connects the engine to it.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { LIMITS } from "../model/limits.ts";
import { makeEventDrain } from "../worker/event_drain.ts";
import { lossDetector } from "../worker/loss_detector.ts";
import { watchThreadMain } from "../worker/watch_main.ts";
import type { JoinMessage, MainToWatch } from "../worker/watch_messages.ts";
import { moduleOfFunction, startWorker } from "./start_worker.ts";

/** The one thread that watches directories. */
export class WatchThread {
  #worker: Worker | undefined;
  #joinMessages: JoinMessage[] = [];
  /** The latest call for which a drain was requested. */
  #latestCall = -1;
  #isClosed = false;

  /** @param maxDirs maximum number of watched directories */
  constructor(readonly roots: readonly RootDir[], readonly maxDirs: number = LIMITS.watchedDirs) {}

  /** A port for the engine; messages sent through it are handled once the watching thread runs. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#joinMessages.push({
      type: "join",
      port: port1,
      roots: this.roots.map(({ ioPath }) => ioPath),
      maxDirs: this.maxDirs,
    });
    return port2;
  }

  /** Starts the thread, unless it runs already. */
  start(): void {
    if (this.#worker !== undefined || this.#isClosed) return;
    const read = this.roots.map((root) => root.ioPath);
    const module = moduleOfFunction(watchThreadMain, lossDetector, makeEventDrain);
    this.#worker = startWorker(module, "fossick-watch", { read });
    // Without this thread everything is checked on disk in every request: slower, but just as correct.
    this.#worker.onerror = (event) => event.preventDefault();
    for (const joining of this.#joinMessages.splice(0)) this.#worker.postMessage(joining, [joining.port]);
    if (this.#latestCall >= 0) this.#sendDrain(this.#latestCall);
  }

  /** Requests a report of all changes from before the start of a call to the engine. A later call's drain is enough. */
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
    this.#worker?.postMessage({ type: "drain", call } satisfies MainToWatch);
  }
}
