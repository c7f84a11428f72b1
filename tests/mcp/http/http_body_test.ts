import { assertEquals, assertMatch } from "@std/assert";
import { createHttpHandler } from "../../../src/mcp/http/http_handler.ts";
import { readBody } from "../../../src/mcp/http/http_handler.ts";
import { scriptedService, scriptedTool } from "../scripted_service.ts";

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

/** A body whose parts arrive when they are read. */
function upload() {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter(), part = new TextEncoder().encode(" ".repeat(2 ** 20));
  return {
    request: post(readable),
    /** Writes `mebibytes` of blanks. Returns whether they were read. */
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
    /** Disconnects the client. */
    leave: () => writer.abort(new Error("gone")),
  };
}

Deno.test("concurrent bodies may have 64 MiB together; one above that gets 503", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
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

Deno.test("a body that nests over a thousand levels deep, or holds too many values, is a parse error", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
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

Deno.test("a batch is refused without parsing its messages", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
  for (const batch of ["[]", `[${PING}]`, `[${"1,".repeat(100_000)}1]`]) {
    const refused = await face.fetch(post(batch));
    const error = { code: -32600, message: "Invalid Request: a batch; send each message by itself" };
    assertEquals([refused.status, (await refused.json()).error], [400, error]);
  }
  await face.close();
});

Deno.test("a request with a lone surrogate in its id or its progress token is refused", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
  const ping = JSON.parse(PING), named = { ...ping, id: "\ud800q" };
  const messages = [named, { ...named, jsonrpc: "1.0" }, { ...ping, params: { _meta: { progressToken: "a\udc00" } } }];
  const message = "Invalid Request: a lone surrogate outside the arguments of a tool";
  for (const headers of [{}, MODERN]) {
    for (const body of messages) {
      const refused = await face.fetch(post(JSON.stringify(body), headers));
      assertEquals([refused.status, await refused.json()], [400, {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message },
      }]);
    }
  }
  assertEquals((await face.fetch(post(JSON.stringify({ ...ping, id: "\u{1f600}" })))).status, 200);
  await face.close();
});

Deno.test("no body is read of a request that is refused, or is not JSON", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), { ...DOOR, token: "sesame" });
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

Deno.test("a body may arrive byte by byte", async () => {
  const reserved: number[] = [], bytes = new TextEncoder().encode(JSON.stringify("ü".repeat(20_000)));
  const each = ReadableStream.from(function* () {
    for (let i = 0; i < bytes.length; i++) yield bytes.subarray(i, i + 1);
  }());
  assertEquals(await readBody(post(each), (size) => reserved.push(size) > 0), { message: "ü".repeat(20_000) });
  assertEquals(reserved.at(-1), bytes.length);
});

Deno.test("a body of more than 64 MiB is refused, with a content-length or without", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
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
