import { assertEquals, assertRejects } from "@std/assert";
import { type HttpCall, type HttpUsage, OpenCalls } from "../../../src/mcp/http/http_call.ts";

const GIVEN_UP = "fossick: an answer is given up: it was not read, or the server stops";
const request = new Request("http://127.0.0.1/mcp");

/** Open calls with a limit on unread bytes only. */
function opened(most: Partial<HttpUsage> = {}, patienceMs = 60_000): OpenCalls {
  return new OpenCalls(most, patienceMs);
}

/** A call whose response the test writes. Each part is accepted immediately, read or not. */
async function written(open: OpenCalls) {
  const call = open.open(request);
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const reader = (await call.respond(Promise.resolve(new Response(readable)))).body?.getReader();
  return {
    call,
    writer,
    write: (bytes: number) => writer.write(new Uint8Array(bytes)),
    /** The bytes of one read, or its error. */
    read: () => reader?.read().then(({ value }) => value?.length, String),
    leave: () => reader?.cancel("gone"),
  };
}

/** Whether a call has ended. */
async function hasEnded({ ended }: HttpCall): Promise<boolean> {
  return await Promise.race([ended.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 0, false))]);
}

Deno.test("a response is passed on unchanged in pieces, and its unread bytes count", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000)), twice = new Uint8Array([...bytes, ...bytes]);
  const open = opened(), call = open.open(request);
  const made = Promise.resolve(new Response(twice, { status: 201, headers: { a: "b" } }));
  const response = await call.respond(made), sizes: number[] = [], chunks: Uint8Array[] = [];
  assertEquals([response.status, response.headers.get("a")], [201, "b"]);
  for await (const chunk of response.body ?? []) chunks.push(chunk), sizes.push(chunk.length);
  assertEquals([sizes, await new Blob(chunks.map((chunk) => chunk.slice())).bytes()], [[65_536, 54_464], twice]);
  await call.ended;
  assertEquals([...open], []);
});

Deno.test("a call holds its slots until its response is read, and gives them back once", async () => {
  const open = opened({ calls: 3 }), one = await written(open), other = open.open(request);
  assertEquals([one.call.reserve("calls", 2), other.reserve("calls", 2), other.reserve("calls", 1)], [
    true,
    false,
    true,
  ]);
  assertEquals([one.call.reserve("bodies", 10), other.reserve("bodies", -5)], [true, true]);
  await one.write(100_000);
  await one.writer.close();
  assertEquals([await hasEnded(one.call), open.usage], [false, { bodies: 10, calls: 3, unread: 100_000 }]);
  assertEquals([await one.read(), open.usage.unread], [65_536, 100_000 - 65_536]);
  assertEquals([await one.read(), await one.read()], [100_000 - 65_536, undefined]);
  await one.call.ended;
  assertEquals(open.usage, { bodies: 0, calls: 1, unread: 0 });
  other.end();
  other.end();
  assertEquals([open.usage, [...open]], [{ bodies: 0, calls: 0, unread: 0 }, []]);
});

Deno.test("if too much is unread, stalled responses are aborted, even without a further request", async () => {
  const open = opened({ unread: 150 }, 1), [idle, other, read] = await Promise.all([1, 2, 3].map(() => written(open)));
  await read.write(100);
  assertEquals(await read.read(), 100);
  await Promise.all([idle.write(100), other.write(100)]);
  await Promise.race([idle.call.ended, other.call.ended]);
  assertEquals([open.usage.unread, [...open].length], [100, 2]);
  const results = [await idle.read(), await other.read()];
  assertEquals(results.map(String).sort(), ["100", GIVEN_UP].sort());
  await read.write(30);
  assertEquals(await read.read(), 30);
  await read.writer.close();
  assertEquals(await read.read(), undefined);
  for (const call of open) call.abort();
});

Deno.test("a slot is freed by aborting a stalled response, and only such a one", async () => {
  const open = opened({ calls: 2 }, 0), [unread, running] = [await written(open), await written(open)];
  for (const { call } of [unread, running]) assertEquals(call.reserve("calls", 1), true);
  const next = open.open(request);
  assertEquals(next.reserve("calls", 1), false);
  await unread.write(100);
  assertEquals([next.reserve("calls", 1), await unread.read(), running.call.signal.aborted], [true, GIVEN_UP, false]);
  assertEquals(await unread.writer.closed.catch(String), GIVEN_UP);
  for (const call of open) call.abort();
});

Deno.test("a call whose client disconnects ends with its signal aborted; a failure is passed on", async () => {
  const open = opened(), left = await written(open), failing = await written(open);
  await left.leave();
  await left.call.ended;
  assertEquals(await left.writer.closed.catch(String), "gone");
  await failing.writer.abort(new Error("no"));
  assertEquals(await failing.read(), "Error: no");
  await failing.call.ended;
  const gone = new AbortController(), asking = open.open(new Request(request, { signal: gone.signal }));
  gone.abort();
  assertEquals(asking.signal.aborted, true);
  await assertRejects(() => asking.respond(Promise.reject(new Error("none"))), Error, "none");
  const bare = open.open(request);
  assertEquals((await bare.respond(Promise.resolve(new Response(null, { status: 202 })))).body, null);
  await Promise.all([asking.ended, bare.ended]);
  assertEquals([open.usage, [...open]], [{ bodies: 0, calls: 0, unread: 0 }, []]);
});

Deno.test("bytes of an aborted response do not count", async () => {
  const open = opened(), late = await written(open);
  await late.write(10);
  late.call.abort();
  await late.write(1000).catch(() => {});
  assertEquals([open.usage.unread, late.call.signal.aborted, await late.read()], [0, true, GIVEN_UP]);
});
