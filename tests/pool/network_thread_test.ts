import { assert, assertEquals, assertRejects } from "@std/assert";
import { NetworkThread } from "../../src/pool/network_thread.ts";

/** A thread and the server that it may reach. */
async function thread(handler: (request: Request) => Response | Promise<Response>) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  const host = `127.0.0.1:${server.addr.port}`, network = await NetworkThread.start(host);
  return {
    host,
    network,
    post: (url: string, body = "", signal = new AbortController().signal) =>
      network.post(URL.parse(url, `http://${host}`)?.href ?? url, { headers: { "x-y": body }, body, signal }),
    async [Symbol.asyncDispose]() {
      network.close();
      await server.shutdown();
    },
  };
}

Deno.test("the thread may reach its host and nothing else", async () => {
  await using one = await thread(() => new Response("x"));
  await using other = await thread(() => new Response("y"));
  const granted = Object.entries(one.network.permissions).filter(([, state]) => state === "granted");
  assertEquals(granted, [[`net:${one.host}`, "granted"]]);
  await assertRejects(() => one.post(`http://${other.host}/`), Error, "Requires net access");
  await assertRejects(() => one.post("file:///etc/hostname"), Error);
});

Deno.test("concurrent requests and responses pass unchanged, redirects too", async () => {
  await using one = await thread(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/none") return new Response(null, { status: 204 });
    if (pathname === "/away") return new Response(null, { status: 302, headers: { location: "http://example.com/" } });
    const text = `${request.method} ${request.headers.get("x-y")} ${await request.text()}`;
    return new Response(text, { status: 418, headers: { "content-type": "a/b" } });
  });
  await Promise.all(Array.from({ length: 20 }, async (_, i) => {
    const { status, contentType, body } = await one.post("/", `b${i}`);
    assertEquals([status, contentType, await new Response(body).text()], [418, "a/b", `POST b${i} b${i}`]);
  }));
  assertEquals(await one.post("/none"), { status: 204, contentType: "", body: null });
  const { status, body } = await one.post("/away");
  assertEquals([status, await new Response(body).text()], [302, ""]);
});

/** A body without an end. */
function endless(onPull = () => {}, cancel = () => {}): Response {
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    onPull();
    controller.enqueue(new Uint8Array(65_536));
  };
  return new Response(new ReadableStream({ pull, cancel }));
}

Deno.test("a body is fetched only as fast as it is read, and cancelled with its reader", async () => {
  let pulled = 0;
  const gone = Promise.withResolvers<void>();
  await using one = await thread(() => endless(() => pulled++, gone.resolve));
  const reader = (await one.post("/")).body?.getReader();
  await reader?.read();
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert(pulled < 500, `${pulled} pieces were taken for one that was read`);
  await reader?.cancel();
  await gone.promise;
});

Deno.test("an aborted request fails with the signal's reason, before and after its head, and the server notices", async () => {
  const gone = Promise.withResolvers<void>(), over = Promise.withResolvers<Response>();
  await using one = await thread(({ url }) => url.endsWith("/never") ? over.promise : endless(() => {}, gone.resolve));
  const stop = new AbortController(), reason = new Error("enough");
  const { body } = await one.post("/", "", stop.signal), reader = body?.getReader();
  const never = one.post("/never", "", stop.signal);
  await reader?.read();
  stop.abort(reason);
  assertEquals(await never.catch((error) => error), reason);
  await assertRejects(
    async () => {
      while (reader) await reader.read();
    },
    Error,
    "enough",
  );
  await gone.promise;
  over.resolve(new Response());
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
    const running = assertRejects(() => one.post("/"), Error, "the network thread ended: ");
    await received.promise;
    for (const worker of workers) worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    await running;
    await assertRejects(() => one.post("/"), Error, "the network thread ended: ");
    answer.resolve(new Response());
  } finally {
    globalThis.Worker = Real;
  }
});
