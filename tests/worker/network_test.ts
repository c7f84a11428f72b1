import { assertEquals, assertMatch } from "@std/assert";
import { type FromNetwork, type NetworkScope, networkThread } from "../../src/worker/network.ts";

/** A thread's code, here; what it says comes as promises. */
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

/** Whether a request's cancellation still reaches it once its answer has come: only what is remembered can be cancelled. */
async function isRemembered(answer: Response): Promise<boolean> {
  const real = globalThis.fetch, signals: AbortSignal[] = [];
  globalThis.fetch = (_, init) => {
    if (init?.signal) signals.push(init.signal);
    return Promise.resolve(answer);
  };
  try {
    const scope = new Scope();
    networkThread(scope);
    const request = { id: 7, url: "http://127.0.0.1/", method: "GET", headers: {} };
    const head = await scope.ask({ type: "send", ...request });
    assertEquals(head, { type: "head", id: 7, status: answer.status, headers: [...answer.headers] });
    scope.ask({ type: "cancel", id: 7 });
    return signals.some((signal) => signal.aborted);
  } finally {
    globalThis.fetch = real;
  }
}

Deno.test("a request whose answer has no body is forgotten with it", async () => {
  for (const status of [204, 205, 304]) assertEquals(await isRemembered(new Response(null, { status })), false);
  assertEquals(await isRemembered(new Response("x")), true);
});

Deno.test("a body is given up with its request, also where the request's signal reaches it no more", async () => {
  const real = globalThis.fetch, given = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => given.resolve(),
  });
  globalThis.fetch = () => Promise.resolve(new Response(body));
  try {
    const scope = new Scope();
    networkThread(scope);
    await scope.ask({ type: "send", id: 7, url: "http://127.0.0.1/", method: "GET", headers: {} });
    assertEquals((await scope.ask({ type: "pull", id: 7 })).type, "bytes");
    scope.ask({ type: "cancel", id: 7 });
    await given.promise;
  } finally {
    globalThis.fetch = real;
  }
});

Deno.test("what keeps a host from being reached is told, without the URL", async () => {
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = gone.addr;
  gone.close();
  const scope = new Scope();
  networkThread(scope);
  const url = `http://127.0.0.1:${port}/v1?key=secret: client`;
  const failed = await scope.ask({ type: "send", id: 7, url, method: "GET", headers: {} });
  const message = failed.type === "failed" ? failed.message : "";
  assertMatch(message, /^client error \(Connect\): .*\(os error \d+\)$/);
});

Deno.test("an error that a connection leaves behind does not end the thread", () => {
  const scope = new Scope();
  networkThread(scope);
  for (const type of ["error", "unhandledrejection"]) {
    const event = new Event(type, { cancelable: true });
    scope.listeners.get(type)?.(event);
    assertEquals([type, event.defaultPrevented], [type, true]);
  }
});
