/**
 * The network thread: sends requests for main, which has no network permission itself, and passes the responses on, byte
 * for byte. It is started with `net: [HOST:PORT]` as its only permission, and knows neither files nor models.
 * @module
 */
import type { IncomingResponse, OutgoingRequest } from "../model/consultation.ts";
import { moduleOfFunction, startWorker } from "../worker/start_worker.ts";

/** From main to the network thread. `direct` ignores the proxies that the environment names. */
type ToNetwork =
  | { readonly type: "open"; readonly host: string; readonly direct: boolean }
  | { readonly type: "send"; readonly id: number; readonly url: string } & Omit<OutgoingRequest, "signal">
  | { readonly type: "cancel"; readonly id: number };

/**
 * From the network thread to main: the states of its permissions, a response, or why there is none. A body is
 * transferred: it is read only as fast as main reads it, and cancelled when main cancels it.
 */
type FromNetwork =
  | { readonly type: "ready"; readonly permissions: Readonly<Record<string, string>> }
  | { readonly type: "head"; readonly id: number } & IncomingResponse
  | { readonly type: "failed"; readonly id: number; readonly message: string };

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

/** The part of the global scope that the thread uses. */
interface NetworkScope {
  onmessage: ((event: MessageEvent<ToNetwork>) => void) | null;
  postMessage(message: FromNetwork, transfer?: Transferable[]): void;
  addEventListener(type: "error" | "unhandledrejection", listener: (event: Event) => void): void;
}

/**
 * The thread's whole code. It is started from the text of this function, since a process that may read only its roots
 * can't load a module for it. So it uses nothing from outside itself.
 */
function networkThreadMain(scope: NetworkScope): void {
  const stops = new Map<number, AbortController>();
  let client: Deno.HttpClient | undefined;

  // A late error of one connection must not end the thread: no second one can be started. The request itself fails or
  // times out.
  scope.addEventListener("error", (event) => event.preventDefault());
  scope.addEventListener("unhandledrejection", (event) => event.preventDefault());

  scope.onmessage = ({ data }) => {
    switch (data.type) {
      case "open":
        return open(data.host, data.direct);
      case "send":
        return void send(data);
      case "cancel":
        return stops.get(data.id)?.abort();
    }
  };

  function open(host: string, direct: boolean): void {
    const colon = host.lastIndexOf(":"), hostname = host.slice(0, colon), port = Number(host.slice(colon + 1));
    // `fetch` ignores the environment's proxies only if another one is named: the host itself.
    if (direct) client = Deno.createHttpClient({ proxy: { transport: "tcp", hostname, port } });
    const permissions: Record<string, string> = {};
    for (const name of ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const) {
      permissions[name] = Deno.permissions.querySync({ name }).state;
    }
    permissions[`net:${host}`] = Deno.permissions.querySync({ name: "net", host }).state;
    scope.postMessage({ type: "ready", permissions });
  }

  async function send({ id, url, headers, body }: Extract<ToNetwork, { type: "send" }>): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      const request = { method: "POST", headers, body, redirect: "manual", signal: stop.signal, client } as const;
      const { status, headers: got, body: bytes } = await fetch(url, request);
      const contentType = got.get("content-type") ?? "";
      scope.postMessage({ type: "head", id, status, contentType, body: bytes }, bytes === null ? [] : [bytes]);
    } catch (error) {
      scope.postMessage({ type: "failed", id, message: messageOf(error) });
    } finally {
      stops.delete(id);
    }
  }

  /** Since Deno 2.9 the error's cause has the reason. The URL is removed, since it may contain secrets. */
  function messageOf(error: unknown): string {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    return message.replace(/ for url \(\S*\)/g, "").replace(/^error sending request.*?: (?=client error)/, "");
  }
}
