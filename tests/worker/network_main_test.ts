import { assertEquals, assertMatch } from "@std/assert";
import { type FromNetwork, type NetworkScope, networkThreadMain } from "../../src/worker/network_main.ts";

/** Runs the thread's code on this thread; its messages arrive as promises. */
class Scope implements NetworkScope {
  onmessage: NetworkScope["onmessage"] = null;
  readonly listeners = new Map<string, (event: Event) => void>();
  #next = Promise.withResolvers<FromNetwork>();

  postMessage(message: FromNetwork): void {
    this.#next.resolve(message);
  }

  addEventListener(type: string, listener: (event: Event) => void): void {
    this.listeners.set(type, listener);
  }

  ask(data: Parameters<NonNullable<NetworkScope["onmessage"]>>[0]["data"]): Promise<FromNetwork> {
    this.#next = Promise.withResolvers();
    this.onmessage?.(new MessageEvent("message", { data }));
    return this.#next.promise;
  }
}

/** The thread's message about an answer, and the signal of its request. */
async function headOf(answer: Response): Promise<{ head: FromNetwork; scope: Scope; signal: AbortSignal | undefined }> {
  const real = globalThis.fetch;
  let signal: AbortSignal | undefined;
  globalThis.fetch = (_, init) => {
    signal = init?.signal ?? undefined;
    return Promise.resolve(answer);
  };
  try {
    const scope = new Scope();
    networkThreadMain(scope);
    const head = await scope.ask({ type: "send", id: 7, url: "http://127.0.0.1/", method: "GET", headers: {} });
    return { head, scope, signal };
  } finally {
    globalThis.fetch = real;
  }
}

Deno.test("once its answer has begun, a request can't be cancelled by message: its body is cancelled instead", async () => {
  for (const answer of [204, 205, 304].map((status) => new Response(null, { status })).concat(new Response("x"))) {
    const { status, headers, body } = answer, { head, scope, signal } = await headOf(answer);
    assertEquals(head, { type: "head", id: 7, status, headers: [...headers], body });
    scope.ask({ type: "cancel", id: 7 });
    assertEquals(signal?.aborted, false);
  }
});

Deno.test("a transferred body that its receiver cancels is cancelled", async () => {
  const given = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => given.resolve(),
  });
  const { head } = await headOf(new Response(body));
  await (head.type === "head" ? head.body?.cancel() : undefined);
  await given.promise;
});

Deno.test("the reason why a host can't be reached is reported without the URL", async () => {
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = gone.addr;
  gone.close();
  const scope = new Scope();
  networkThreadMain(scope);
  const url = `http://127.0.0.1:${port}/v1?key=secret: client`;
  const failed = await scope.ask({ type: "send", id: 7, url, method: "GET", headers: {} });
  const message = failed.type === "failed" ? failed.message : "";
  assertMatch(message, /^client error \(Connect\): .*\(os error \d+\)$/);
});

Deno.test("a late error of a connection does not end the thread", () => {
  const scope = new Scope();
  networkThreadMain(scope);
  for (const type of ["error", "unhandledrejection"]) {
    const event = new Event(type, { cancelable: true });
    scope.listeners.get(type)?.(event);
    assertEquals([type, event.defaultPrevented], [type, true]);
  }
});
