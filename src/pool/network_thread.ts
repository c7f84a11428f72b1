/**
 * Main's side of the network thread: `fetch` for main, which has no network itself.
 * @module
 */
import type { Outgoing } from "../model/outgoing.ts";
import { Exchange } from "./exchange.ts";
import { type FromNetwork, networkThread, type ToNetwork } from "../worker/network.ts";
import { moduleOf, startWorker } from "./start_worker.ts";

/** What the thread is asked of its permissions, and the names to tell them by. */
const ASKED = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/** The one thread that may reach a host, and nothing else. */
export class NetworkThread {
  readonly #worker: Worker;
  readonly #exchanges = new Map<number, Exchange>();
  #nextId = 0;
  #death: Error | undefined;

  private constructor(readonly host: string, worker: Worker, readonly permissions: Readonly<Record<string, string>>) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => this.#take(data);
    worker.onerror = (event) => this.#die(deathBy(event));
  }

  /**
   * Starts it. The caller may give up the network afterwards.
   * @param host with its port: `api.example.com:443`
   * @param direct no proxy is used that the environment names
   * @throws Error when the caller may not reach `host` itself
   */
  static async start(host: string, direct = false): Promise<NetworkThread> {
    const worker = startWorker(moduleOf(networkThread), "fossick-network", { net: [host] });
    const permissions = await new Promise<Record<string, string>>((resolve, reject) => {
      worker.onerror = (event) => reject(deathBy(event));
      worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => {
        if (data.type !== "ready") return;
        const names = [...ASKED, `net:${host}`];
        resolve(Object.fromEntries(names.map((name, i) => [name, data.states[i] ?? "unknown"])));
      };
      const ask = [...ASKED.map((name) => ({ name })), { name: "net", host } as const];
      const open: ToNetwork = { type: "open", ask, direct };
      worker.postMessage(open);
    });
    return new NetworkThread(host, worker, permissions);
  }

  /**
   * Sends a request; the answer's body is read as far as it is asked for.
   * @throws Error (as a rejection) when the host can't be reached, or the thread has died; the signal's reason once
   * aborted
   */
  fetch(url: string, { signal, ...outgoing }: Outgoing): Promise<Response> {
    if (signal.aborted || this.#death !== undefined) return Promise.reject(signal.reason ?? this.#death);
    const id = this.#nextId++;
    const exchange = new Exchange(id, signal, (message) => this.#post(message), () => this.#exchanges.delete(id));
    this.#exchanges.set(id, exchange);
    this.#post({ type: "send", id, url, ...outgoing });
    return exchange.answer;
  }

  close(): void {
    this.#worker.terminate();
  }

  #post(message: ToNetwork): void {
    this.#worker.postMessage(message);
  }

  /** Nobody will answer what is under way, and it need not be waited for. */
  #die(death: Error): void {
    this.#death = death;
    for (const [id, exchange] of [...this.#exchanges]) exchange.take({ type: "failed", id, message: death.message });
  }

  #take(message: FromNetwork): void {
    if (message.type !== "ready") this.#exchanges.get(message.id)?.take(message);
  }
}

function deathBy(event: ErrorEvent): Error {
  event.preventDefault();
  return new Error(`the network thread ended: ${event.message}`);
}
