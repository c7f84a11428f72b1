import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Send } from "../../src/consult/endpoint.ts";
import { Provider } from "../../src/consult/provider.ts";
import { reason } from "../../src/model/messages/reasons.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { NetworkThread } from "../../src/pool/network_thread.ts";
import { droppingServer } from "../consult/scripted_api.ts";
import { FakeClock } from "../consult/fake_clock.ts";

type Handler = (request: Request) => Response | Promise<Response>;

/** A thread and the server that it may reach. */
async function thread(handler: Handler) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  const host = `127.0.0.1:${server.addr.port}`;
  const network = await NetworkThread.start(host);
  return {
    host,
    network,
    fetch: (path: string, more: { body?: string; signal?: AbortSignal; headers?: Record<string, string> } = {}) =>
      network.fetch(`http://${host}${path}`, {
        method: more.body === undefined ? "GET" : "POST",
        headers: more.headers ?? {},
        signal: more.signal ?? new AbortController().signal,
        ...(more.body !== undefined && { body: more.body }),
      }),
    async [Symbol.asyncDispose]() {
      network.close();
      await server.shutdown();
    },
  };
}

Deno.test("the thread may reach its host and nothing else", async () => {
  await using one = await thread(() => new Response("x"));
  const granted = Object.entries(one.network.permissions).filter(([, state]) => state === "granted");
  assertEquals(granted, [[`net:${one.host}`, "granted"]]);
  await using other = await thread(() => new Response("y"));
  const away = one.network.fetch(`http://${other.host}/`, {
    method: "GET",
    headers: {},
    signal: new AbortController().signal,
  });
  await assertRejects(() => away, Error, "Requires net access");
  for (const url of ["file:///etc/hostname", "data:text/plain,x"]) {
    const read = one.network.fetch(url, { method: "GET", headers: {}, signal: new AbortController().signal });
    assert(url.startsWith("data:") || await read.then(() => false, () => true), url);
    if (url.startsWith("data:")) await (await read).text();
  }
});

Deno.test("concurrent requests and answers pass unchanged: headers, status and bytes", async () => {
  await using one = await thread(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/none") return new Response(null, { status: 204 });
    if (pathname === "/away") return new Response(null, { status: 302, headers: { location: "http://example.com/" } });
    return new Response(`${request.method} ${request.headers.get("x-y")} ${await request.text()}`, {
      status: 418,
      headers: { "x-z": "w" },
    });
  });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => one.fetch("/", { body: `b${i}`, headers: { "x-y": `y${i}` } })),
  );
  for (const [i, answer] of answers.entries()) {
    assertEquals([answer.status, answer.headers.get("x-z"), await answer.text()], [418, "w", `POST y${i} b${i}`]);
  }
  const none = await one.fetch("/none");
  assertEquals([none.status, none.body], [204, null]);
  const away = await one.fetch("/away");
  assertEquals([away.status, away.headers.get("location"), await away.text()], [302, "http://example.com/", ""]);
});

Deno.test("a body is fetched only as fast as it is read", async () => {
  let pulled = 0;
  const size = 65_536;
  await using one = await thread(() =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (++pulled > 2000) return controller.close();
          controller.enqueue(new Uint8Array(size));
        },
      }),
    )
  );
  const reader = (await one.fetch("/")).body?.getReader();
  assert(reader !== undefined);
  await reader.read();
  const early = pulled;
  assert(early < 500, `${early} pieces were taken for one that was read`);
  let bytes = size;
  for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
  assert(bytes >= 2000 * size - 2 * size, `${bytes}`);
});

Deno.test("an aborted request fails with the signal's reason, before and after its head, and the server notices", async () => {
  const gone = Promise.withResolvers<void>(), over = Promise.withResolvers<void>();
  await using one = await thread((request) =>
    new URL(request.url).pathname === "/never"
      // The client may leave before this is called, so its signal may never change.
      ? over.promise.then(() => new Response())
      : new Response(
        new ReadableStream<Uint8Array>({ pull: (c) => c.enqueue(new Uint8Array(1000)), cancel: () => gone.resolve() }),
      )
  );
  const before = new AbortController(), reason = new Error("enough");
  const head = one.fetch("/never", { signal: before.signal });
  before.abort(reason);
  assertEquals(await head.catch((error) => error), reason);
  const after = new AbortController();
  const reader = (await one.fetch("/ever", { signal: after.signal })).body?.getReader();
  await reader?.read();
  after.abort(reason);
  assertEquals(await reader?.read().catch((error) => error), reason);
  await gone.promise;
  assertEquals(await one.fetch("/ever", { signal: after.signal }).catch((error) => error), reason);
  over.resolve();
});

Deno.test("cancelling a body ends the server's response", async () => {
  const gone = Promise.withResolvers<void>();
  await using one = await thread(() =>
    new Response(
      new ReadableStream<Uint8Array>({ pull: (c) => c.enqueue(new Uint8Array(1000)), cancel: () => gone.resolve() }),
    )
  );
  await (await one.fetch("/")).body?.cancel();
  await gone.promise;
});

Deno.test("a status that HTTP does not have fails its request with an explanation, and the thread continues", async () => {
  for (const status of [101, 600, 999]) {
    using strange = droppingServer(`HTTP/1.1 ${status} Strange\r\ncontent-length: 4\r\nconnection: close\r\n\r\nbody`);
    const { host } = new URL(strange.url), network = await NetworkThread.start(host);
    try {
      const send: Send = (url, outgoing) => network.fetch(url, outgoing);
      const provider = new Provider({ url: strange.url }, send, new FakeClock((ms) => ms <= 2000));
      const question = { files: [], query: "Why?", model: "m" };
      for (const _ of ["once", "again"]) {
        const error = await assertRejects(() => provider.consult(question, {}), ToolError);
        assertEquals(error.data, {
          key: "provider_failed",
          params: { host, status, why: reason("unknown_status", { status }) },
        });
      }
    } finally {
      network.close();
    }
  }
});

Deno.test("when the thread dies, running and later requests fail immediately and say why", async () => {
  const { Worker: Real } = globalThis, workers: Worker[] = [];
  globalThis.Worker = class extends Real {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      workers.push(this);
    }
  };
  const received = Promise.withResolvers<void>(), answer = Promise.withResolvers<Response>();
  try {
    await using one = await thread(() => {
      received.resolve();
      return answer.promise;
    });
    const running = assertRejects(() => one.fetch("/"), Error, "the network thread ended: ");
    await received.promise;
    for (const worker of workers) worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    await running;
    await assertRejects(() => one.fetch("/"), Error, "the network thread ended: ");
    answer.resolve(new Response());
  } finally {
    globalThis.Worker = Real;
  }
});
