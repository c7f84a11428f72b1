/**
 * Starts the watching thread, and gives engine threads their ports to it.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { type Joining, watchThread } from "../worker/watch.ts";

/** The one thread that watches directories. */
export class WatchThread {
  readonly #worker: Worker;

  constructor(readonly roots: readonly RootDir[]) {
    const nothing = { env: false, ffi: false, import: false, net: false, run: false, sys: false, write: false };
    this.#worker = new Worker(`data:text/javascript,${encodeURIComponent(`(${watchThread})(self);`)}`, {
      type: "module",
      name: "fossick-watch",
      deno: { permissions: { ...nothing, read: roots.map((root) => root.io) } },
    });
    // Without it everything is looked at in every question: slower, and just as true.
    this.#worker.onerror = (event) => event.preventDefault();
  }

  /** A port for one more engine thread. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const joining: Joining = { port: port1, roots: this.roots.map(({ io }) => io) };
    this.#worker.postMessage(joining, [port1]);
    return port2;
  }

  close(): void {
    this.#worker.terminate();
  }
}
