/**
 * Main's side of the network thread: sends requests for main, which has no network permission itself.
 * @module
 */
import type { IncomingResponse, OutgoingRequest } from "../model/consultation.ts";
import { type FromNetwork, networkThreadMain, type ToNetwork } from "../worker/network_main.ts";
import { moduleOfFunction, startWorker } from "./start_worker.ts";

type ResponseHead = Extract<FromNetwork, { type: "head" }>;

/** The thread that may reach one host and nothing else. */
export class NetworkThread {
  readonly #worker: Worker;
  /** Requests that wait for the head of their response. */
  readonly #waiting = new Map<number, PromiseWithResolvers<ResponseHead>>();
  /** Aborted when the thread dies. */
  readonly #death = new AbortController();
  #nextId = 0;

  private constructor(readonly host: string, worker: Worker, readonly permissions: Readonly<Record<string, string>>) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => this.#handleMessage(data);
    worker.onerror = (event) => this.#death.abort(deathError(event));
  }

  /**
   * Starts the thread. The caller may give up its network permission afterwards.
   * @param host with its port: `api.example.com:443`
   * @param direct ignores the proxies that the environment names
   * @throws Error if the caller itself may not reach `host`
   */
  static async start(host: string, direct = false): Promise<NetworkThread> {
    const worker = startWorker(moduleOfFunction(networkThreadMain), "fossick-network", { net: [host] });
    const permissions = await new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
      worker.onerror = (event) => reject(deathError(event));
      worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => {
        if (data.type === "ready") resolve(data.permissions);
      };
      worker.postMessage({ type: "open", host, direct } satisfies ToNetwork);
    });
    return new NetworkThread(host, worker, permissions);
  }

  /**
   * Sends a POST request. The response's body is read only as fast as the caller reads it.
   * @throws Error (as a rejection) if the host can't be reached or the thread has died; the signal's reason once
   * aborted
   */
  async post(url: string, { signal: caller, ...outgoing }: OutgoingRequest): Promise<IncomingResponse> {
    const signal = AbortSignal.any([caller, this.#death.signal]);
    signal.throwIfAborted();
    const id = this.#nextId++, head = Promise.withResolvers<ResponseHead>();
    signal.addEventListener("abort", () => {
      this.#post({ type: "cancel", id });
      head.reject(signal.reason);
    }, { once: true });
    this.#waiting.set(id, head);
    this.#post({ type: "send", id, url, ...outgoing });
    const { status, contentType, body } = await head.promise.finally(() => this.#waiting.delete(id));
    return { status, contentType, body: body && body.pipeThrough(new TransformStream(), { signal }) };
  }

  close(): void {
    this.#worker.terminate();
  }

  #post(message: ToNetwork): void {
    this.#worker.postMessage(message);
  }

  #handleMessage(message: FromNetwork): void {
    if (message.type === "ready") return;
    const head = this.#waiting.get(message.id);
    if (message.type === "failed") head?.reject(new Error(message.message));
    else if (head !== undefined) head.resolve(message);
    else void message.body?.cancel().catch(() => {});
  }
}

function deathError(event: ErrorEvent): Error {
  event.preventDefault();
  return new Error(`the network thread ended: ${event.message}`);
}
