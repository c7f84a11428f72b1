import { assert, assertEquals, assertMatch } from "@std/assert";
import { httpFace } from "../../src/mcp/http.ts";
import { HttpBodies } from "../../src/mcp/http_bodies.ts";
import { scriptedService, scriptedTool } from "./scripted_service.ts";

const DOOR = { host: "127.0.0.1", port: 80 };
const HEADERS = {
  host: "127.0.0.1",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const MODERN = { "mcp-protocol-version": "2026-07-28", "mcp-method": "ping" };

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request("http://127.0.0.1/mcp", { method: "POST", headers: { ...HEADERS, ...headers }, body });
}

/** A body that comes as it is written, each part once it is asked for. */
function upload() {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter(), part = new TextEncoder().encode(" ".repeat(2 ** 20));
  return {
    request: post(readable),
    /** Writes so many MiB of blanks; whether they were taken. */
    async write(mib: number): Promise<boolean> {
      try {
        for (let i = 0; i < mib; i++) await writer.write(part);
        return true;
      } catch {
        return false;
      }
    },
    async end(text: string): Promise<void> {
      await writer.write(new TextEncoder().encode(text));
      await writer.close();
    },
    /** The client goes away. */
    leave: () => writer.abort(new Error("gone")),
  };
}

Deno.test("bodies that come at once may have 64 MiB together; who brings more is told to try again", async () => {
  const face = httpFace(scriptedService(scriptedTool("echo")), DOOR);
  const [one, two, three, later] = [upload(), upload(), upload(), upload()];
  const first = face.fetch(one.request), second = face.fetch(two.request), third = face.fetch(three.request);
  assertEquals([await one.write(30), await two.write(30), await three.write(30)], [true, true, false]);
  const refused = await third;
  assertEquals([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assertEquals((await refused.json()).error.code, -32000);
  const small = await face.fetch(post(PING));
  assertMatch(await small.text(), /"result":\{\}/);
  await one.end(PING);
  assertMatch(await (await first).text(), /"result":\{\}/);
  await two.leave();
  await (await second).text();
  const fourth = face.fetch(later.request);
  assertEquals(await later.write(60), true);
  await later.end(PING);
  assertMatch(await (await fourth).text(), /"result":\{\}/);
  await face.close();
});

Deno.test("a body that nests more than a thousand levels deep, or holds too many values, is refused as one that can't be read", async () => {
  const face = httpFace(scriptedService(scriptedTool("echo")), DOOR);
  const nested = (levels: number) => PING.replace(/}$/, `,"params":{"x":${"[".repeat(levels)}${"]".repeat(levels)}}}`);
  for (const headers of [{}, MODERN]) {
    const deep = await face.fetch(post(nested(999), headers));
    assertEquals([deep.status, (await deep.json()).error], [
      400,
      { code: -32700, message: "Parse error: the body nests more than 1000 levels deep" },
    ]);
  }
  assertEquals((await face.fetch(post(nested(998)))).status, 200);
  const crowded = await face.fetch(post(`[${"1,".repeat(200_000)}1]`));
  assertEquals((await crowded.json()).error.message, "Parse error: the body has more than 200000 values");
  await face.close();
});

Deno.test("a batch of more than a hundred messages is refused before anything looks at them", async () => {
  const face = httpFace(scriptedService(scriptedTool("echo")), DOOR);
  const batch = (messages: number) =>
    post(JSON.stringify(Array.from({ length: messages }, (_, id) => ({ ...JSON.parse(PING), id }))));
  assertEquals((await face.fetch(batch(100))).status, 200);
  const large = await face.fetch(batch(101));
  assertEquals([large.status, (await large.json()).error], [
    400,
    { code: -32600, message: "Invalid Request: the batch has more than 100 messages" },
  ]);
  await face.close();
});

Deno.test("of a request that may not come in, or is none of JSON, no body is read", async () => {
  const face = httpFace(scriptedService(scriptedTool("echo")), { ...DOOR, token: "sesame" });
  const status = async (headers: Record<string, string>) => {
    let read = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      read++;
      controller.close();
    };
    const response = await face.fetch(post(new ReadableStream({ pull }, { highWaterMark: 0 }), headers));
    await response.body?.cancel();
    return [response.status, read];
  };
  const authorization = "Bearer sesame";
  assertEquals(await status({}), [401, 0]);
  assertEquals(await status({ authorization, host: "evil.example" }), [403, 0]);
  assertEquals(await status({ authorization, origin: "http://evil.example" }), [403, 0]);
  assertEquals(await status({ authorization, "content-type": "text/plain" }), [415, 0]);
  assertEquals(await status({ authorization }), [400, 1]);
  await face.close();
});

Deno.test("a body is held until its request is over, but for what every request may have", async () => {
  const bodies = new HttpBodies(50_000), text = (length: number) => JSON.stringify("x".repeat(length - 2));
  const small = post(text(16_384)), large = post(text(60_000)), other = post(text(30_000));
  assertEquals(await bodies.read(small), { message: "x".repeat(16_382) });
  assertEquals(bodies.bytes, 0);
  await bodies.read(large);
  assertEquals(bodies.bytes, 60_000 - 16_384);
  assertEquals(Object(await bodies.read(other)).status, 503);
  assertEquals(bodies.bytes, 60_000 - 16_384);
  bodies.drop(large);
  bodies.drop(large);
  assertEquals(bodies.bytes, 0);
  assertEquals(await bodies.read(post(text(30_000))), { message: "x".repeat(29_998) });
});

Deno.test("a body may come byte by byte, and holds nothing once it is refused", async () => {
  const bodies = new HttpBodies(), bytes = new TextEncoder().encode(JSON.stringify("ü".repeat(20_000)));
  const each = ReadableStream.from(function* () {
    for (let i = 0; i < bytes.length; i++) yield bytes.subarray(i, i + 1);
  }());
  assertEquals(await bodies.read(post(each)), { message: "ü".repeat(20_000) });
  const held = bodies.bytes;
  assertEquals(Object(await bodies.read(post("[".repeat(30_000)))).status, 400);
  assertEquals([held, bodies.bytes], [bytes.length - 16_384, held]);
});

Deno.test("a body that stalls is refused, and holds nothing any more", async () => {
  const bodies = new HttpBodies(50_000, 1);
  const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(40_000));
  const refused = await bodies.read(post(new ReadableStream({ start })));
  assert(refused instanceof Response);
  assertEquals([refused.status, refused.headers.get("connection"), (await refused.json()).error, bodies.bytes], [
    408,
    "close",
    { code: -32000, message: "Request Timeout: for too long nothing of the body has come" },
    0,
  ]);
});

Deno.test("what is no POST has no body to read", async () => {
  const bodies = new HttpBodies();
  for (const method of ["GET", "DELETE"]) {
    assertEquals(await bodies.read(new Request("http://127.0.0.1/mcp", { method })), {});
  }
});

Deno.test("a body of more than 64 MiB is refused, whether its length is told or not", async () => {
  const face = httpFace(scriptedService(scriptedTool("echo")), DOOR);
  const chunk = new TextEncoder().encode(" ".repeat(2 ** 20));
  const eras: Record<string, string>[] = [{}, MODERN];
  for (const version of eras) {
    let sent = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => sent++ < 80 ? controller.enqueue(chunk) : controller.close(),
    });
    const streamed = await face.fetch(
      new Request("http://127.0.0.1/mcp", { method: "POST", headers: { ...HEADERS, ...version }, body }),
    );
    assertEquals([streamed.status, sent < 80], [413, true]);
    await streamed.body?.cancel();
    const headers = { ...HEADERS, ...version, "content-length": `${2 ** 27}` };
    const told = await face.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body: "{}" }));
    assertEquals(told.status, 413);
    await told.body?.cancel();
  }
  await face.close();
});
