import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type ConnectionTimeouts,
  type HttpHandler,
  type HttpServer,
  listenHttp,
} from "../../../src/cli/serve/http_server.ts";

const LOOPBACK = { hostname: "127.0.0.1", port: 0 };
/** Bounds that no test reaches, but for those it names. */
const FAR: ConnectionTimeouts = { headersMs: 600_000, idleMs: 600_000, writeMs: 600_000 };
const HEAD = "POST /mcp HTTP/1.1\r\nhost: x\r\n";

function listen(answer: HttpHandler, bounds: Partial<ConnectionTimeouts> = {}): HttpServer {
  return listenHttp(LOOPBACK, answer, { ...FAR, ...bounds });
}

/** A connection that has sent `text`. */
async function sent({ addr }: HttpServer, text: string): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: addr.hostname, port: addr.port });
  await write(connection, text);
  return connection;
}

async function write(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** All that comes until the other side closes the connection. */
async function received(connection: Deno.Conn): Promise<string> {
  let text = "";
  try {
    for await (const chunk of connection.readable.pipeThrough(new TextDecoderStream())) text += chunk;
  } catch {
    // Closed with something of ours unread.
  }
  return text;
}

/** Sends one more byte whenever the last one was taken, until the other side closes the connection. */
async function drip(connection: Deno.Conn, byte: string): Promise<void> {
  const closed = received(connection).then(() => true);
  const later = () => new Promise<false>((resolve) => setTimeout(resolve, 5, false));
  while (!await Promise.race([closed, later()])) await write(connection, byte).catch(() => {});
}

Deno.test("three hundred connections without a whole head are closed, whatever they have sent, and others are served", async () => {
  const server = listen(() => Promise.resolve(new Response("served")), { headersMs: 300 });
  const heads = ["", "POS", "POST /mcp HTTP/1.1", HEAD, HEAD + "content-le", HEAD + "x: 1\r\n".repeat(50)];
  const open = await Promise.all(Array.from({ length: 300 }, (_, i) => sent(server, heads[i % heads.length])));
  const closed = Promise.all(open.map(received));
  assertMatch(
    await received(await sent(server, HEAD + "connection: close\r\n\r\n")),
    /^HTTP\/1\.1 200 OK\r\n[^]*served/,
  );
  assertEquals(new Set(await closed), new Set([""]));
  await server.shutdown();
});

Deno.test("a head that drips is closed all the same, the first of a connection and the second", async () => {
  const server = listen(() => Promise.resolve(new Response("served")), { headersMs: 100, idleMs: 100 });
  const first = await sent(server, HEAD + "x: "), second = await sent(server, HEAD + "\r\n" + HEAD + "x: ");
  await Promise.all([drip(first, "x"), drip(second, "x")]);
  const idle = await sent(server, HEAD + "\r\n");
  assertMatch(await received(idle), /served/);
  await server.shutdown();
});

Deno.test("a request under way has no bound of its connection's, and a connection serves one after the other", async () => {
  const gate = Promise.withResolvers<void>();
  let requests = 0;
  const server = listen(async ({ body }) => {
    const text = await new Response(body).text();
    // Longer than the bound: a connection that is waiting is closed by then.
    if (++requests === 1) await Promise.all([gate.promise, received(await sent(server, ""))]);
    return new Response(`<${text}>`);
  }, { headersMs: 50 });
  const connection = await sent(server, HEAD + "content-length: 3\r\n\r\none");
  gate.resolve();
  await write(connection, HEAD + "content-length: 3\r\nconnection: close\r\n\r\ntwo");
  assertMatch(await received(connection), /<one>[^]*<two>/);
  await server.shutdown();
});

Deno.test("a body that nothing reads is passed over, and one that does not end is answered and closes its connection", async () => {
  const server = listen(() => Promise.resolve(new Response("refused", { status: 413 })), { headersMs: 100 });
  const whole = await sent(server, HEAD + "content-length: 200000\r\n\r\n" + "x".repeat(200_000));
  await write(whole, HEAD + "connection: close\r\n\r\n");
  assertEquals((await received(whole)).match(/HTTP\/1\.1 413/g)?.length, 2);
  const half = await sent(server, HEAD + "content-length: 200000\r\n\r\nhalf");
  assertMatch(await received(half), /^HTTP\/1\.1 413/);
  await server.shutdown();
});

Deno.test("a client that leaves aborts its request's signal, and the response is cancelled that has begun or comes later", async () => {
  const begun = Promise.withResolvers<void>(), aborted = [0, 1].map(() => Promise.withResolvers<void>());
  const cancelled = [0, 1].map(() => Promise.withResolvers<void>());
  const server = listen(async ({ url, signal }) => {
    const nth = url.endsWith("/early") ? 0 : 1;
    const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    void left.then(aborted[nth].resolve);
    if (nth === 0) {
      begun.resolve();
      await left;
    }
    const start = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new TextEncoder().encode("begun"));
    return new Response(new ReadableStream({ start, cancel: cancelled[nth].resolve }));
  });
  const early = await sent(server, HEAD.replace("/mcp", "/early") + "\r\n"), late = await sent(server, HEAD + "\r\n");
  await begun.promise;
  early.close();
  const reader = late.readable.getReader();
  assert((await reader.read()).value !== undefined);
  await reader.cancel();
  await Promise.all([...aborted, ...cancelled].map(({ promise }) => promise));
  await server.shutdown();
});

Deno.test("a response is made as fast as its client reads, and ends where that reads nothing or the response fails", async () => {
  const full = Promise.withResolvers<void>(), cancelled = Promise.withResolvers<void>();
  let made = 0;
  const server = listen(() => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(2 ** 16).fill(++made)),
      cancel: () => cancelled.resolve(),
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(endless));
  }, { writeMs: 200 });
  const connection = await sent(server, HEAD + "\r\n");
  await cancelled.promise;
  assert(made < 1000, `${made} pieces of 64 KiB were taken`);
  connection.close();
  await server.shutdown();
  const failing = listen(() => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("begun"));
        void full.promise.then(() => controller.error(new Error("given up")));
      },
    });
    return Promise.resolve(new Response(body));
  });
  const other = await sent(failing, HEAD + "\r\n"), text = received(other);
  full.resolve();
  assert(!(await text).includes("\r\n0\r\n"));
  await failing.shutdown();
});

Deno.test("what is no HTTP is refused, and an answer that fails is an internal error", async () => {
  const server = listen(() => Promise.reject(new Error("oops")));
  assertMatch(await received(await sent(server, "what is this?\r\n\r\n")), /^HTTP\/1\.1 400 /);
  assertMatch(await received(await sent(server, HEAD + "connection: close\r\n\r\n")), /^HTTP\/1\.1 500 [^]*-32000/);
  await server.shutdown();
});
