/**
 * The network thread: sends requests and passes the answers on, byte for byte. It is started with `net: [HOST:PORT]`
 * as its only permission, and knows neither files nor models.
 * @module
 */

/** From main to the network thread. */
export type ToNetwork =
  | {
    readonly type: "open";
    /** The permissions whose states it reports when it is ready. */
    readonly ask: readonly Deno.PermissionDescriptor[];
    /** The host itself, if the proxies that the environment names are not used. */
    readonly direct?: { readonly hostname: string; readonly port: number };
  }
  | {
    readonly type: "send";
    readonly id: number;
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  | { readonly type: "cancel"; readonly id: number };

/** From the network thread to main. */
export type FromNetwork =
  | { readonly type: "ready"; readonly states: readonly string[] }
  | {
    readonly type: "head";
    readonly id: number;
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    /** Transferred: it is read only as fast as main reads it, and cancelled when main cancels it. */
    readonly body: ReadableStream<Uint8Array> | null;
  }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** The part of the global scope that the thread uses. */
export interface NetworkScope {
  onmessage: ((event: MessageEvent<ToNetwork>) => void) | null;
  postMessage(message: FromNetwork, transfer?: Transferable[]): void;
  addEventListener(type: "error" | "unhandledrejection", listener: (event: Event) => void): void;
}

/**
 * The thread's whole code. It is started from the text of this function, since a process that may read only its roots
 * can't load a module for it. So it uses nothing from outside itself.
 */
export function networkThreadMain(scope: NetworkScope): void {
  const stops = new Map<number, AbortController>();
  let client: Deno.HttpClient | undefined;

  // A late error of one connection must not end the thread: the other requests need it, and no second thread can be
  // started. The request itself fails or times out.
  scope.addEventListener("error", (event) => event.preventDefault());
  scope.addEventListener("unhandledrejection", (event) => event.preventDefault());

  scope.onmessage = ({ data }) => {
    switch (data.type) {
      case "open":
        // `fetch` ignores the environment's proxies only if another one is named: the host itself.
        if (data.direct) client = Deno.createHttpClient({ proxy: { transport: "tcp", ...data.direct } });
        return scope.postMessage({
          type: "ready",
          states: data.ask.map((permission) => Deno.permissions.querySync(permission).state),
        });
      case "send":
        return void send(data);
      case "cancel":
        return stops.get(data.id)?.abort();
    }
  };

  async function send({ id, url, method, headers, body }: Extract<ToNetwork, { type: "send" }>): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      // Main decides about redirects.
      const request = { method, headers, body, redirect: "manual", signal: stop.signal, client } as const;
      const { status, headers: got, body: bytes } = await fetch(url, request);
      scope.postMessage({ type: "head", id, status, headers: [...got], body: bytes }, bytes === null ? [] : [bytes]);
    } catch (error) {
      scope.postMessage({ type: "failed", id, message: messageOf(error) });
    } finally {
      stops.delete(id);
    }
  }

  /** Since Deno 2.9 the error's cause has the reason. URLs are removed, since they may contain secrets. */
  function messageOf(error: unknown): string {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    return message.replace(/ for url \(\S*\)/g, "").replace(/^error sending request.*?: (?=client error)/, "");
  }
}
