/** HTTP: who may ask, what a body may hold, how many calls run, and how a server stops. @module */
import { assertEquals, assertMatch } from "@std/assert";
import { listenHttp } from "../../../src/cli/serve/http_server.ts";
import { isLoopback, refusedAccess } from "../../../src/mcp/http/http_access.ts";
import { createHttpHandler } from "../../../src/mcp/http/http_handler.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { Tool } from "../../../src/toolsets/tool.ts";
import { found, heldTool, scriptedService, scriptedTool } from "../scripted_service.ts";

const DOOR = { host: "127.0.0.1", port: 80 };
const HEADERS = {
  host: "127.0.0.1",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "held" } };
const MODERN_CALL = { ...CALL, params: { ...CALL.params, _meta: ENVELOPE } };

/** The headers of the protocol of 2026-07-28 for a method. */
function modern(method: string): Record<string, string> {
  const named = method === "tools/call" && { "mcp-name": "held" };
  return { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...named };
}

/** A server of these tools, at the address of the requests below. */
function serverOf(...tools: Tool[]) {
  return createHttpHandler(scriptedService(...tools), DOOR);
}

/** A server of a tool that listens on a port. */
async function listening(tool: Tool) {
  const server = await listenHttp({ hostname: "127.0.0.1", port: 0 }, (request) => handler.fetch(request));
  const { port } = server, handler = createHttpHandler(scriptedService(tool), { host: "127.0.0.1", port });
  const dispose = async () => {
    await handler.close();
    await server.close();
  };
  return { port, url: new URL(`http://127.0.0.1:${port}/mcp`), [Symbol.asyncDispose]: dispose };
}

/** A request with a message. */
function post(message: unknown, headers: Record<string, string> = {}): Request {
  return postBody(JSON.stringify(message), headers);
}

/** A request with a body as it is. */
function postBody(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://127.0.0.1/mcp", { method: "POST", headers: { ...HEADERS, ...headers }, body });
}

/** The status with which a request is refused; undefined if it may pass. */
function statusOf(door: Parameters<typeof refusedAccess>[1], headers: Record<string, string>): number | undefined {
  return refusedAccess(new Headers(headers), door)?.status;
}

Deno.test("a request must have this server's name and port as its Host", () => {
  const door = { host: "127.0.0.1", port: 8080 };
  const good = ["127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080"];
  const bad = [
    ...["", "127.0.0.1", "localhost", "127.0.0.1:1", "127.0.0.1:80800", "localhost.:8080", "127.0.0.1:8080/"],
    ...["localhost.evil.example:8080", "evil.example:8080", "evil.example", "localhost@evil.example"],
    ...["localhost:8080@evil.example", "evil.example#localhost:8080", "localhost:8080, evil.example"],
    ...["0x7f.1:8080", "2130706433:8080", "[::ffff:127.0.0.1]:8080"],
  ];
  for (const host of good) assertEquals([host, statusOf(door, { host })], [host, undefined]);
  for (const host of bad) assertEquals([host, statusOf(door, { host })], [host, 403]);
  assertEquals(statusOf(door, {}), 403);
  assertEquals(statusOf({ host: "localhost", port: 80 }, { host: "localhost" }), undefined);
});

Deno.test("a web page may send requests only if it is from this machine", () => {
  const door = { host: "127.0.0.1", port: 8080 }, host = "127.0.0.1:8080";
  for (const origin of ["http://localhost:8080", "http://LOCALHOST:6274", "https://127.0.0.1", "http://[::1]:3000"]) {
    assertEquals([origin, statusOf(door, { host, origin })], [origin, undefined]);
  }
  const bad = ["", "null", "http://evil.example", "http://localhost.evil.example", "http://localhost@evil.example"];
  for (const origin of [...bad, "file://", "http://localhost:8080/path", "chrome-extension://localhost"]) {
    assertEquals([origin, statusOf(door, { host, origin })], [origin, 403]);
  }
});

Deno.test("a token is required if it is set", () => {
  const door = { host: "0.0.0.0", port: 8080, token: "open sesame" }, host = "127.0.0.1:8080";
  assertEquals(statusOf(door, { host, authorization: "Bearer open sesame" }), undefined);
  assertEquals(statusOf(door, { host, authorization: "bearer open sesame" }), undefined);
  const wrong = ["", "Bearer", "Bearer ", "Bearer open", "Bearer open sesame2", "Basic open sesame", "open sesame"];
  for (const authorization of wrong) {
    assertEquals([authorization, statusOf(door, { host, authorization })], [authorization, 401]);
  }
  assertEquals(statusOf(door, { host }), 401);
});

Deno.test("a server on all addresses accepts addresses as its Host, and no other names", () => {
  const door = { host: "0.0.0.0", port: 8080 };
  assertEquals(statusOf(door, { host: "192.168.1.7:8080" }), undefined);
  assertEquals(statusOf(door, { host: "[fe80::1]:8080" }), undefined);
  assertEquals(statusOf(door, { host: "evil.example:8080" }), 403);
  assertEquals(statusOf({ host: "tools.example", port: 8080 }, { host: "Tools.Example:8080" }), undefined);
  assertEquals(statusOf({ host: "tools.example", port: 8080 }, { host: "localhost:8080" }), 403);
});

Deno.test("isLoopback accepts addresses of this machine only", () => {
  const own = "localhost 127.0.0.1 127.1.2.3 [::1] LOCALHOST".split(" ");
  assertEquals(own.filter(isLoopback), own);
  assertEquals("0.0.0.0 [::] 192.168.1.1 localhost.evil 127.0.0.1.evil".split(" ").filter(isLoopback), []);
});

Deno.test("a request to another path is told where the server is", async () => {
  await using server = await listening(scriptedTool("echo"));
  const elsewhere = await fetch(new URL("/", server.url), { method: "POST", body: "{}" });
  assertEquals([elsewhere.status, (await elsewhere.json()).error.message], [404, "The server is at /mcp"]);
});

Deno.test("a method or an address that Request would not accept is refused like others", async () => {
  await using server = await listening(scriptedTool("echo"));
  const { port } = server;
  const statusOf = async (line: string) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const head = `${line} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(head));
    const answer = await new Response(connection.readable).text();
    return [answer.split(" ")[1], /^allow: (.*)\r$/im.exec(answer)?.[1]];
  };
  assertEquals(await statusOf("TRACE /mcp"), ["405", "POST"]);
  assertEquals(await statusOf("GET http://[::1"), ["404", undefined]);
});

/** A body whose parts arrive when they are read. */
function upload() {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter(), part = new TextEncoder().encode(" ".repeat(2 ** 20));
  return {
    request: postBody(readable),
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
  const server = serverOf(scriptedTool("echo"));
  const [one, two, three, later] = [upload(), upload(), upload(), upload()];
  const first = server.fetch(one.request), second = server.fetch(two.request), third = server.fetch(three.request);
  assertEquals([await one.write(30), await two.write(30), await three.write(30)], [true, true, false]);
  const refused = await third;
  assertEquals([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assertEquals((await refused.json()).error.code, -32000);
  const small = await server.fetch(post(PING));
  assertMatch(await small.text(), /"result":\{\}/);
  await one.end(JSON.stringify(PING));
  assertMatch(await (await first).text(), /"result":\{\}/);
  await two.leave();
  await (await second).text();
  const fourth = server.fetch(later.request);
  assertEquals(await later.write(60), true);
  await later.end(JSON.stringify(PING));
  assertMatch(await (await fourth).text(), /"result":\{\}/);
  await server.close();
});

Deno.test("a body that nests over a thousand levels deep, or holds too many values, is a parse error", async () => {
  const server = serverOf(scriptedTool("echo"));
  const nested = (levels: number) =>
    JSON.stringify(PING).replace(/}$/, `,"params":{"x":${"[".repeat(levels)}${"]".repeat(levels)}}}`);
  for (const headers of [{}, modern("ping")]) {
    const deep = await server.fetch(postBody(nested(999), headers));
    assertEquals([deep.status, (await deep.json()).error], [
      400,
      { code: -32700, message: "Parse error: the body nests more than 1000 levels deep" },
    ]);
  }
  assertEquals((await server.fetch(postBody(nested(998)))).status, 200);
  const crowded = await server.fetch(postBody(`[${"1,".repeat(200_000)}1]`));
  assertEquals((await crowded.json()).error.message, "Parse error: the body has more than 200000 values");
  await server.close();
});

Deno.test("no body is read of a request that is refused, or is not JSON", async () => {
  const server = createHttpHandler(scriptedService(scriptedTool("echo")), { ...DOOR, token: "sesame" });
  const status = async (headers: Record<string, string>) => {
    let read = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      read++;
      controller.close();
    };
    const response = await server.fetch(postBody(new ReadableStream({ pull }, { highWaterMark: 0 }), headers));
    await response.body?.cancel();
    return [response.status, read];
  };
  const authorization = "Bearer sesame";
  assertEquals(await status({}), [401, 0]);
  assertEquals(await status({ authorization, host: "evil.example" }), [403, 0]);
  assertEquals(await status({ authorization, origin: "http://evil.example" }), [403, 0]);
  assertEquals(await status({ authorization, "content-type": "text/plain" }), [415, 0]);
  assertEquals(await status({ authorization }), [400, 1]);
  await server.close();
});

Deno.test("a body of more than 64 MiB is refused, with a content-length or without", async () => {
  const server = serverOf(scriptedTool("echo"));
  const chunk = new TextEncoder().encode(" ".repeat(2 ** 20));
  const eras: Record<string, string>[] = [{}, modern("ping")];
  for (const version of eras) {
    let sent = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => sent++ < 80 ? controller.enqueue(chunk) : controller.close(),
    });
    const streamed = await server.fetch(postBody(body, version));
    assertEquals([streamed.status, sent < 80], [413, true]);
    await streamed.body?.cancel();
    const told = await server.fetch(postBody("{}", { ...version, "content-length": `${2 ** 27}` }));
    assertEquals(told.status, 413);
    await told.body?.cancel();
  }
  await server.close();
});

Deno.test("a call above the limit is refused with 503, and all other requests are answered", async () => {
  const gate = Promise.withResolvers<void>(), begun = Promise.withResolvers<void>();
  let calls = 0;
  const held = scriptedTool("held", async () => {
    if (++calls === LIMITS.calls) begun.resolve();
    await gate.promise;
    return found({ echo: "released" });
  });
  const server = serverOf(held);
  const refusal = async (message: unknown, headers: Record<string, string> = {}) => {
    const response = await server.fetch(post(message, headers));
    return [response.status, response.headers.get("retry-after"), (await response.json()).error];
  };
  const message = `${LIMITS.calls} calls are running, which is the limit: try again`;
  const expected = [503, "1", { code: -32000, message }];
  const first = Array.from(
    { length: LIMITS.calls },
    (_, i) => i % 2 === 0 ? post(CALL) : post(MODERN_CALL, modern("tools/call")),
  );
  const underWay = first.map((request) => server.fetch(request));
  await begun.promise;
  assertEquals(await refusal(CALL), expected);
  assertEquals(await refusal(MODERN_CALL, modern("tools/call")), expected);
  for (const method of ["ping", "tools/list"]) {
    assertMatch(await (await server.fetch(post({ jsonrpc: "2.0", id: 1, method }))).text(), /"result":/);
  }
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } };
  assertEquals((await server.fetch(post(cancelled))).status, 202);
  gate.resolve();
  for (const response of await Promise.all(underWay)) assertMatch(await response.text(), /"echo":"released"/);
  assertMatch(await (await server.fetch(post(CALL))).text(), /"echo":"released"/);
  await server.close();
});

for (const era of ["2025", "2026-07-28"]) {
  Deno.test(`a call whose client disconnects is cancelled (${era})`, async () => {
    const held = heldTool("held");
    await using server = await listening(held.tool);
    const leave = new AbortController(), { host: _, ...headers } = HEADERS;
    const [message, own] = era === "2026-07-28" ? [MODERN_CALL, modern("tools/call")] : [CALL, {}];
    const body = JSON.stringify({ ...message, params: { ...message.params, arguments: { text: "x".repeat(2000) } } });
    const call = fetch(server.url, { method: "POST", headers: { ...headers, ...own }, body, signal: leave.signal });
    const text = call.then((response) => response.text()).catch(() => "gone");
    await held.started;
    leave.abort();
    assertEquals([await text, await held.ended], ["gone", "cancelled"]);
  });
}

Deno.test("initialize starts no session, and a session that a client names is ignored", async () => {
  const server = serverOf(scriptedTool("echo")), clientInfo = { name: "t", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const begun = await server.fetch(post({ ...PING, method: "initialize", params }));
  assertMatch(await begun.text(), /"serverInfo":/);
  assertEquals([begun.status, begun.headers.get("mcp-session-id")], [200, null]);
  const named = await server.fetch(post(PING, { "mcp-session-id": "made-up" }));
  assertEquals([named.status, /"result":\{\}/.test(await named.text())], [200, true]);
  for (const method of ["GET", "DELETE"]) {
    const refused = await server.fetch(
      new Request("http://127.0.0.1/mcp", { method, headers: { ...HEADERS, "mcp-session-id": "made-up" } }),
    );
    await refused.text();
    assertEquals([refused.status, refused.headers.get("allow")], [405, "POST"]);
  }
  await server.close();
});

Deno.test("clients that use the same id get their own answers, and can't cancel each other's calls", async () => {
  const started = Promise.withResolvers<void>(), gate = Promise.withResolvers<void>();
  let calls = 0;
  const tool = scriptedTool("echo", async (args, context) => {
    if (++calls === 20) started.resolve();
    await Promise.race([gate.promise, context.run({ op: "nearest", path: "x", limit: 1, timeoutMs: 1 })]);
    return found({ echo: args });
  });
  const server = serverOf(tool);
  const answers = Array.from({ length: 20 }, async (_, i) => {
    return await (await server.fetch(post({ ...CALL, params: { name: "echo", arguments: { times: i } } }))).text();
  });
  await started.promise;
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const cancelled = await server.fetch(post(cancel));
  assertEquals(cancelled.status, 202);
  gate.resolve();
  for (const [i, text] of (await Promise.all(answers)).entries()) {
    assertEquals(/"structuredContent":\{"echo":\{"times":(\d+)\}\}/.exec(text)?.[1], `${i}`);
  }
  await server.close();
});

Deno.test("a stopping server refuses requests and lets calls end", async () => {
  const held = heldTool("held");
  const server = serverOf(held.tool);
  const call = server.fetch(post(CALL));
  await held.started;
  const closed = server.close(60_000);
  assertEquals((await server.fetch(post(PING))).status, 503);
  held.release();
  assertMatch(await (await call).text(), /"echo":"released"/);
  await closed;
});

Deno.test("a stopping server cancels calls that exceed its grace period", async () => {
  const held = heldTool("held");
  const server = serverOf(held.tool);
  const call = await server.fetch(post(CALL));
  await held.started;
  await Promise.all([server.close(1), call.text().catch(() => "")]);
  assertEquals(await held.ended, "cancelled");
});

Deno.test("a stopping server does not wait for subscriptions, and ends them as the protocol does", async () => {
  const server = serverOf(scriptedTool("echo"));
  const params = { notifications: {}, _meta: ENVELOPE };
  const listen = { jsonrpc: "2.0", id: 7, method: "subscriptions/listen", params };
  const headers = modern("subscriptions/listen");
  const news = await server.fetch(post(listen, headers));
  await server.close(60_000);
  assertMatch(await news.text(), /"id":7[^]*\n\n$/);
});

Deno.test("an invalid request gets the right status", async () => {
  const server = serverOf(scriptedTool("echo"));
  const status = async (method: string, headers: Record<string, string>, body: BodyInit | null) => {
    const response = await server.fetch(new Request("http://127.0.0.1/mcp", { method, headers, body }));
    await response.body?.cancel();
    return response.status;
  };
  const json = JSON.stringify(PING);
  assertEquals(await status("POST", HEADERS, json), 200);
  assertEquals(await status("POST", { ...HEADERS, "content-type": "text/plain" }, json), 415);
  const accepted = ["*/*", "Application/JSON, Text/Event-Stream", "text/*;q=0.5, application/*", "application/json"];
  const statuses = [];
  for (const accept of [...accepted, "text/html"]) statuses.push(await status("POST", { ...HEADERS, accept }, json));
  assertEquals(statuses, [200, 200, 200, 406, 406]);
  assertEquals(await status("POST", HEADERS, "{"), 400);
  assertEquals(await status("POST", HEADERS, "[".repeat(100_000)), 400);
  assertEquals(await status("POST", HEADERS, '{"jsonrpc":"1.0"}'), 400);
  for (const body of ["", `[${json}]`, json.replace(":1,", ':"\\ud800q",')]) {
    assertEquals(await status("POST", HEADERS, body), 400);
  }
  assertEquals(await status("POST", HEADERS, Uint8Array.of(0x22, 0xff, 0x22)), 400);
  for (const method of ["PUT", "HEAD", "OPTIONS"]) {
    assertEquals(await status(method, HEADERS, method === "PUT" ? json : null), 405);
  }
  assertEquals(await status("GET", HEADERS, null), 405);
  assertEquals(await status("DELETE", HEADERS, null), 405);
  const modern = { ...HEADERS, "mcp-protocol-version": "2026-07-28" };
  assertEquals(await status("POST", { ...modern, "mcp-method": "ping" }, json), 400);
  await server.close();
});
