/**
 * Main's side of the network thread: `fetch` for main, which has no network permission itself.
 * @module
 */
import { type OutgoingRequest, UnknownStatusError } from "../model/outgoing_request.ts";
import { type FromNetwork, networkThreadMain, type ToNetwork } from "../worker/network_main.ts";
import { moduleOfFunction, startWorker } from "./start_worker.ts";

/** The permissions whose states the thread reports. */
const PERMISSION_NAMES = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/** The range of statuses that a `Response` can have; a host may send any number. */
const MIN_STATUS = 200, MAX_STATUS = 599;

interface PendingFetch {
  /** Pending until the answer's head arrives. */
  readonly head: PromiseWithResolvers<ResponseHead>;
  /** Ends the request with a reason. */
  readonly stop: AbortController;
}

type ResponseHead = Extract<FromNetwork, { type: "head" }>;

/** The thread that may reach one host and nothing else. */
export class NetworkThread {
  readonly #worker: Worker;
  /** Requests, from sending to the end of the answer's body. */
  readonly #pending = new Map<number, PendingFetch>();
  #nextId = 0;
  #death: Error | undefined;

  private constructor(readonly host: string, worker: Worker, readonly permissions: Readonly<Record<string, string>>) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => this.#handleMessage(data);
    worker.onerror = (event) => this.#fail(deathError(event));
  }

  /**
   * Starts the thread. The caller may give up its network permission afterwards.
   * @param host with its port: `api.example.com:443`
   * @param direct ignores the proxies that the environment names
   * @throws Error if the caller itself may not reach `host`
   */
  static async start(host: string, direct = false): Promise<NetworkThread> {
    const worker = startWorker(moduleOfFunction(networkThreadMain), "fossick-network", { net: [host] });
    const permissions = await new Promise<Record<string, string>>((resolve, reject) => {
      worker.onerror = (event) => reject(deathError(event));
      worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => {
        if (data.type !== "ready") return;
        const names = [...PERMISSION_NAMES, `net:${host}`];
        resolve(Object.fromEntries(names.map((name, i) => [name, data.states[i] ?? "unknown"])));
      };
      const ask = [...PERMISSION_NAMES.map((name) => ({ name })), { name: "net", host } as const];
      const open: ToNetwork = { type: "open", ask, ...(direct && { direct: splitHostPort(host) }) };
      worker.postMessage(open);
    });
    return new NetworkThread(host, worker, permissions);
  }

  /**
   * Sends a request. The answer's body is read only as fast as the caller reads it.
   * @throws Error (as a rejection) if the host can't be reached or the thread has died; the signal's reason once
   * aborted
   */
  async fetch(url: string, { signal: caller, ...outgoing }: OutgoingRequest): Promise<Response> {
    caller.throwIfAborted();
    if (this.#death !== undefined) throw this.#death;
    const id = this.#nextId++,
      head = Promise.withResolvers<ResponseHead>(),
      stop = new AbortController(),
      { signal } = stop;
    caller.addEventListener("abort", () => stop.abort(caller.reason), { once: true });
    signal.addEventListener("abort", () => {
      this.#post({ type: "cancel", id });
      head.reject(signal.reason);
    }, { once: true });
    this.#pending.set(id, { head, stop });
    try {
      this.#post({ type: "send", id, url, ...outgoing });
      return responseTo(await head.promise, signal, () => this.#pending.delete(id));
    } catch (error) {
      this.#pending.delete(id);
      stop.abort(error);
      throw error;
    }
  }

  close(): void {
    this.#worker.terminate();
  }

  #post(message: ToNetwork): void {
    this.#worker.postMessage(message);
  }

  #fail(death: Error): void {
    this.#death = death;
    for (const { stop } of this.#pending.values()) stop.abort(death);
  }

  #handleMessage(message: FromNetwork): void {
    if (message.type === "ready") return;
    const head = this.#pending.get(message.id)?.head;
    if (message.type === "failed") head?.reject(new Error(message.message));
    else if (head !== undefined) head.resolve(message);
    else void message.body?.cancel().catch(() => {});
  }
}

/**
 * An answer whose body fails with the signal's reason when the signal aborts.
 * @param onEnd called when the body has ended
 */
function responseTo({ status, headers, body }: ResponseHead, signal: AbortSignal, onEnd: () => void): Response {
  if (body === null) onEnd();
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  body?.pipeTo(writable, { signal }).catch(() => {}).finally(onEnd);
  if (status < MIN_STATUS || status > MAX_STATUS) throw new UnknownStatusError(status);
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  return new Response(body === null ? null : readable, { status, headers: pairs });
}

/** Splits `[::1]:8080` into its name and its port. */
function splitHostPort(host: string): { readonly hostname: string; readonly port: number } {
  const colon = host.lastIndexOf(":");
  return { hostname: host.slice(0, colon), port: Number(host.slice(colon + 1)) };
}

function deathError(event: ErrorEvent): Error {
  event.preventDefault();
  return new Error(`the network thread ended: ${event.message}`);
}
