import { assertEquals, assertMatch } from "@std/assert";
import { createHttpHandler } from "../../../src/mcp/http/http_handler.ts";
import { found, heldTool, scriptedService, scriptedTool } from "../scripted_service.ts";

const DOOR = { host: "127.0.0.1", port: 80 };
const HEADERS = {
  host: "127.0.0.1",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

function request(method: string, message?: unknown, headers: Record<string, string> = {}): Request {
  const body = message === undefined ? null : JSON.stringify(message);
  return new Request("http://127.0.0.1/mcp", { method, headers: { ...HEADERS, ...headers }, body });
}

function callOf(name: string, id: number | string = 1, args: Record<string, unknown> = {}) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

function cancelOf(requestId: number | string) {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

Deno.test("initialize starts no session, and a session that a client names is ignored", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
  const begun = await face.fetch(request("POST", INITIALIZE));
  assertMatch(await begun.text(), /"serverInfo":/);
  assertEquals([begun.status, begun.headers.get("mcp-session-id")], [200, null]);
  const named = await face.fetch(request("POST", PING, { "mcp-session-id": "made-up" }));
  assertEquals([named.status, /"result":\{\}/.test(await named.text())], [200, true]);
  for (const method of ["GET", "DELETE"]) {
    const refused = await face.fetch(request(method, undefined, { "mcp-session-id": "made-up" }));
    await refused.text();
    assertEquals([refused.status, refused.headers.get("allow")], [405, "POST"]);
  }
  await face.close();
});

Deno.test("clients that use the same id get their own answers, and can't cancel each other's calls", async () => {
  const started = Promise.withResolvers<void>(), gate = Promise.withResolvers<void>();
  let calls = 0;
  const tool = scriptedTool("echo", async (args, context) => {
    if (++calls === 20) started.resolve();
    await Promise.race([gate.promise, context.run({ op: "nearest", path: "x", limit: 1, timeoutMs: 1 })]);
    return found({ echo: args });
  });
  const face = createHttpHandler(scriptedService(tool), DOOR);
  const answers = Array.from({ length: 20 }, async (_, i) => {
    return await (await face.fetch(request("POST", callOf("echo", 1, { times: i })))).text();
  });
  await started.promise;
  const cancelled = await face.fetch(request("POST", cancelOf(1)));
  assertEquals(cancelled.status, 202);
  gate.resolve();
  for (const [i, text] of (await Promise.all(answers)).entries()) {
    assertEquals(/"structuredContent":\{"echo":\{"times":(\d+)\}\}/.exec(text)?.[1], `${i}`);
  }
  await face.close();
});

Deno.test("a stopping server refuses requests and lets calls end", async () => {
  const held = heldTool("held");
  const face = createHttpHandler(scriptedService(held.tool), DOOR);
  const call = face.fetch(request("POST", callOf("held")));
  await held.started;
  const closed = face.close(60_000);
  assertEquals((await face.fetch(request("POST", PING))).status, 503);
  held.release();
  assertMatch(await (await call).text(), /"echo":"released"/);
  await closed;
});

Deno.test("a stopping server cancels calls that exceed its grace period", async () => {
  const held = heldTool("held");
  const face = createHttpHandler(scriptedService(held.tool), DOOR);
  const call = await face.fetch(request("POST", callOf("held")));
  await held.started;
  await Promise.all([face.close(1), call.text().catch(() => "")]);
  assertEquals(await held.ended, "cancelled");
});

Deno.test("a stopping server does not wait for subscriptions, and ends them as the protocol does", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
  const params = {
    notifications: {},
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const listen = { jsonrpc: "2.0", id: 7, method: "subscriptions/listen", params };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
  const news = await face.fetch(request("POST", listen, headers));
  await face.close(60_000);
  assertMatch(await news.text(), /"id":7[^]*\n\n$/);
});

Deno.test("an invalid request gets the right status", async () => {
  const face = createHttpHandler(scriptedService(scriptedTool("echo")), DOOR);
  const status = async (method: string, headers: Record<string, string>, body: BodyInit | null) => {
    const response = await face.fetch(new Request("http://127.0.0.1/mcp", { method, headers, body }));
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
  assertEquals(await status("POST", HEADERS, ""), 400);
  assertEquals(await status("POST", HEADERS, Uint8Array.of(0x22, 0xff, 0x22)), 400);
  for (const method of ["PUT", "HEAD", "OPTIONS"]) {
    assertEquals(await status(method, HEADERS, method === "PUT" ? json : null), 405);
  }
  assertEquals(await status("GET", HEADERS, null), 405);
  assertEquals(await status("DELETE", HEADERS, null), 405);
  const modern = { ...HEADERS, "mcp-protocol-version": "2026-07-28" };
  assertEquals(await status("POST", { ...modern, "mcp-method": "ping" }, json), 400);
  await face.close();
});
