/**
 * The network thread: sends requests and hands back what comes, bytes as they are. It is started with
 * `net: [HOST:PORT]` as its only permission, and knows neither files nor models.
 * @module
 */
import type { IncomingMessage } from "node:http";

/** Main to the network thread. */
export type ToNetwork =
  | {
    readonly type: "open";
    /** Permissions to tell of, once it runs. */
    readonly ask: readonly Deno.PermissionDescriptor[];
    /** No proxy is used that the environment names. */
    readonly direct: boolean;
  }
  | {
    readonly type: "send";
    readonly id: number;
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  | { readonly type: "pull" | "cancel"; readonly id: number };

/** The network thread to main. */
export type FromNetwork =
  | { readonly type: "ready"; readonly states: readonly string[] }
  | {
    readonly type: "head";
    readonly id: number;
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
  }
  | { readonly type: "bytes"; readonly id: number; readonly bytes?: Uint8Array }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** A request as it is sent. */
interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** What a thread uses of its global scope. */
export interface NetworkScope {
  onmessage: ((event: MessageEvent<ToNetwork>) => void) | null;
  postMessage(message: FromNetwork): void;
  addEventListener(type: "error" | "unhandledrejection", listener: (event: Event) => void): void;
}

/**
 * All of the thread's code: it is started from this function's own text, since a process that may read
 * nothing but its roots can load no module for it. So it uses nothing from outside itself.
 */
export function networkThread(scope: NetworkScope): void {
  const stops = new Map<number, AbortController>();
  const bodies = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();
  let isDirect = false;

  // An error that one connection leaves behind must not end the thread: the other requests need it, and no second one
  // can be started. The request itself fails, or its time runs out.
  scope.addEventListener("error", (event) => event.preventDefault());
  scope.addEventListener("unhandledrejection", (event) => event.preventDefault());

  scope.onmessage = ({ data }) => {
    switch (data.type) {
      case "open":
        isDirect = data.direct;
        return scope.postMessage({
          type: "ready",
          states: data.ask.map((permission) => Deno.permissions.querySync(permission).state),
        });
      case "send":
        return void attempt(data.id, () => send(data));
      case "pull":
        return void attempt(data.id, () => pull(data.id));
      case "cancel":
        stops.get(data.id)?.abort();
        // Deno forgets what a signal is to stop once it collects its garbage.
        bodies.get(data.id)?.cancel().catch(() => {});
        return forget(data.id);
    }
  };

  async function attempt(id: number, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!stops.has(id)) return;
      forget(id);
      scope.postMessage({ type: "failed", id, message: wordsOf(error) });
    }
  }

  async function send({ id, url, method, headers, body }: Extract<ToNetwork, { type: "send" }>): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    // Where a request may go is decided by whoever asked for it, not by the answer to it.
    const request = { method, headers, body, redirect: "manual", signal: stop.signal } as const;
    const answer = isDirect ? await directly(url, request) : await fetch(url, request);
    if (answer.body === null) forget(id);
    else bodies.set(id, answer.body.getReader());
    scope.postMessage({ type: "head", id, status: answer.status, headers: [...answer.headers] });
  }

  /** `fetch` asks no permission for a proxy, nor can it be told to use none. */
  async function directly(url: string, { body = "", headers, ...how }: Sent) {
    const { request } = process.getBuiltinModule("node:http"), { Readable } = process.getBuiltinModule("node:stream");
    const length = new TextEncoder().encode(body).length;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { ...how, headers: { ...headers, "content-length": length } }, resolve).on("error", reject).end(
        body,
      );
    });
    const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const bytes: ReadableStream<Uint8Array> = Readable.toWeb(answer);
    return { status: answer.statusCode ?? 0, headers: told, body: bytes };
  }

  async function pull(id: number): Promise<void> {
    const next = await bodies.get(id)?.read();
    if (next === undefined || next.done) {
      forget(id);
      scope.postMessage({ type: "bytes", id });
    } else scope.postMessage({ type: "bytes", id, bytes: next.value });
  }

  /** Since Deno 2.9 the cause says what it was. What stands behind a path is nobody's business: URLs stay out. */
  function wordsOf(error: unknown): string {
    const told = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = told instanceof Error ? told.message : String(told);
    return words.replace(/ for url \(\S*\)/g, "").replace(/^error sending request.*?: (?=client error)/, "");
  }

  function forget(id: number): void {
    stops.delete(id);
    bodies.delete(id);
  }
}
