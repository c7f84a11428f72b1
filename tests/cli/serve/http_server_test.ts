import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type AnswerRequest,
  type HttpServer,
  type HttpTimeouts,
  listenHttp,
} from "../../../src/cli/serve/http_server.ts";

const LOOPBACK = { hostname: "127.0.0.1", port: 0 };
/** Timeouts that no test reaches, except those it sets. */
const FAR: HttpTimeouts = { headersMs: 600_000, bodyMs: 600_000, idleMs: 600_000, writeMs: 600_000 };
const HEAD = "POST /mcp HTTP/1.1\r\nhost: x\r\n";

function listen(answer: AnswerRequest, bounds: Partial<HttpTimeouts> = {}): Promise<HttpServer> {
  return listenHttp(LOOPBACK, answer, { ...FAR, ...bounds });
}

/** Opens a connection and sends `text`. */
async function sent({ port }: HttpServer, text: string): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await write(connection, text);
  return connection;
}

async function write(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** Everything received until the other side closes the connection. */
async function received(connection: Deno.Conn): Promise<string> {
  let text = "";
  try {
    for await (const chunk of connection.readable.pipeThrough(new TextDecoderStream())) text += chunk;
  } catch {
    // The other side closed with some of our bytes unread.
  }
  return text;
}

Deno.test("three hundred connections with incomplete headers are closed whatever they sent, and others are served", async () => {
  const server = await listen(() => Promise.resolve(new Response("served")), { headersMs: 300 });
  const heads = ["", "POS", "POST /mcp HTTP/1.1", HEAD, HEAD + "content-le", HEAD + "x: 1\r\n".repeat(50)];
  const open = await Promise.all(Array.from({ length: 300 }, (_, i) => sent(server, heads[i % heads.length])));
  const closed = Promise.all(open.map(received));
  // On a busy machine a whole request may be read too late as well.
  let others = "";
  while (!others.includes("served")) others = await received(await sent(server, HEAD + "connection: close\r\n\r\n"));
  assertEquals(new Set((await closed).map((text) => text.split("\r\n")[0])), new Set(["HTTP/1.1 408 Request Timeout"]));
  await server.close();
});

Deno.test("a pending request has no connection timeout, and a connection serves requests one after another", async () => {
  const gate = Promise.withResolvers<void>();
  let requests = 0;
  const server = await listen(async ({ body }) => {
    const text = await new Response(body).text();
    // Longer than the timeout: an idle connection would be closed by then.
    if (++requests === 1) await Promise.all([gate.promise, received(await sent(server, ""))]);
    return new Response(`<${text}>`);
  }, { headersMs: 50 });
  const connection = await sent(server, HEAD + "content-length: 3\r\n\r\none");
  gate.resolve();
  await write(connection, HEAD + "content-length: 3\r\nconnection: close\r\n\r\ntwo");
  assertMatch(await received(connection), /<one>[^]*<two>/);
  await server.close();
});

Deno.test("an unread body is dropped, and the connection of a body that does not end is closed", async () => {
  const server = await listen(() => Promise.resolve(new Response("refused", { status: 413 })), {
    headersMs: 100,
    bodyMs: 100,
  });
  const whole = await sent(server, HEAD + "content-length: 200000\r\n\r\n" + "x".repeat(200_000));
  await write(whole, HEAD + "connection: close\r\n\r\n");
  assertEquals((await received(whole)).match(/HTTP\/1\.1 413/g)?.length, 2);
  const half = await sent(server, HEAD + "content-length: 200000\r\n\r\nhalf");
  assertMatch(await received(half), /^HTTP\/1\.1 408/);
  await server.close();
});

Deno.test("a client that leaves aborts its request's signal and cancels the response, before it begins or later", async () => {
  const begun = Promise.withResolvers<void>(), aborted = [0, 1].map(() => Promise.withResolvers<void>());
  const cancelled = [0, 1].map(() => Promise.withResolvers<void>());
  const server = await listen(async ({ url, signal }) => {
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
  await server.close();
});

Deno.test("a response is produced as fast as its client reads, and ends if the client stops reading or the response fails", async () => {
  const full = Promise.withResolvers<void>(), cancelled = Promise.withResolvers<void>();
  let made = 0;
  const server = await listen(() => {
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
  await server.close();
  const failing = await listen(() => {
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
  await failing.close();
});

Deno.test("bytes that are not HTTP are refused, and a handler that throws is an internal error", async () => {
  const server = await listen(() => Promise.reject(new Error("oops")));
  assertMatch(await received(await sent(server, "what is this?\r\n\r\n")), /^HTTP\/1\.1 400 /);
  assertMatch(await received(await sent(server, HEAD + "connection: close\r\n\r\n")), /^HTTP\/1\.1 500 [^]*-32000/);
  await server.close();
});
