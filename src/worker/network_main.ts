/**
 * The network thread: sends requests and hands over what comes, bytes as they are. It is started with
 * `net: [HOST:PORT]` as its only permission, and knows neither files nor models.
 * @module
 */

/** Main to the network thread. */
export type ToNetwork =
  | {
    readonly type: "open";
    /** Permissions to tell of, once it runs. */
    readonly ask: readonly Deno.PermissionDescriptor[];
    /** The host itself, where no proxy is used that the environment names. */
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

/** The network thread to main. */
export type FromNetwork =
  | { readonly type: "ready"; readonly states: readonly string[] }
  | {
    readonly type: "head";
    readonly id: number;
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    /** Transferred: it is read as far as main reads, and cancelled as main cancels. */
    readonly body: ReadableStream<Uint8Array> | null;
  }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** What a thread uses of its global scope. */
export interface NetworkScope {
  onmessage: ((event: MessageEvent<ToNetwork>) => void) | null;
  postMessage(message: FromNetwork, transfer?: Transferable[]): void;
  addEventListener(type: "error" | "unhandledrejection", listener: (event: Event) => void): void;
}

/**
 * All of the thread's code: it is started from this function's own text, since a process that may read
 * nothing but its roots can load no module for it. So it uses nothing from outside itself.
 */
export function networkThreadMain(scope: NetworkScope): void {
  const stops = new Map<number, AbortController>();
  let client: Deno.HttpClient | undefined;

  // An error that one connection leaves behind must not end the thread: the other requests need it, and no second one
  // can be started. The request itself fails, or its time runs out.
  scope.addEventListener("error", (event) => event.preventDefault());
  scope.addEventListener("unhandledrejection", (event) => event.preventDefault());

  scope.onmessage = ({ data }) => {
    switch (data.type) {
      case "open":
        // `fetch` can be told to use no proxy only by naming another one: the host stands in for it.
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
      // Main decides where a request may go on to.
      const request = { method, headers, body, redirect: "manual", signal: stop.signal, client } as const;
      const { status, headers: got, body: bytes } = await fetch(url, request);
      scope.postMessage({ type: "head", id, status, headers: [...got], body: bytes }, bytes === null ? [] : [bytes]);
    } catch (error) {
      scope.postMessage({ type: "failed", id, message: wordsOf(error) });
    } finally {
      stops.delete(id);
    }
  }

  /** Since Deno 2.9 the cause says what it was. What stands behind a path is nobody's business: URLs stay out. */
  function wordsOf(error: unknown): string {
    const told = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = told instanceof Error ? told.message : String(told);
    return words.replace(/ for url \(\S*\)/g, "").replace(/^error sending request.*?: (?=client error)/, "");
  }
}
