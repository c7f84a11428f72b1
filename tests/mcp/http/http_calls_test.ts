import { assertEquals, assertMatch } from "@std/assert";
import { listenHttp } from "../../../src/cli/serve/http_server.ts";
import { createHttpHandler } from "../../../src/mcp/http/http_handler.ts";
import { buildServer } from "../../../src/mcp/server.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import { threadHeap } from "../../../src/worker/idle_gc.ts";
import { found, heldTool, scriptedService, scriptedTool } from "../scripted_service.ts";

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const MODERN = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "held" };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "held" } };
const MODERN_CALL = { ...CALL, params: { ...CALL.params, _meta: ENVELOPE } };

function post(message: unknown, headers: Record<string, string> = {}): Request {
  const body = JSON.stringify(message);
  return new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: { host: "127.0.0.1", ...HEADERS, ...headers },
    body,
  });
}

Deno.test("a call above the limit is refused with 503, and all other requests are answered", async () => {
  const gate = Promise.withResolvers<void>(), begun = Promise.withResolvers<void>();
  let calls = 0;
  const held = scriptedTool("held", async () => {
    if (++calls === LIMITS.calls) begun.resolve();
    await gate.promise;
    return found({ echo: "released" });
  });
  const face = createHttpHandler(scriptedService(held), { host: "127.0.0.1", port: 80 });
  const refusal = async (message: unknown, headers: Record<string, string> = {}) => {
    const response = await face.fetch(post(message, headers));
    return [response.status, response.headers.get("retry-after"), (await response.json()).error];
  };
  const message = `${LIMITS.calls} calls are running, which is the limit: try again`;
  const expected = [503, "1", { code: -32000, message }];
  const first = Array.from({ length: LIMITS.calls }, (_, i) => i % 2 === 0 ? post(CALL) : post(MODERN_CALL, MODERN));
  const underWay = first.map((request) => face.fetch(request));
  await begun.promise;
  assertEquals(await refusal(CALL), expected);
  assertEquals(await refusal(MODERN_CALL, MODERN), expected);
  for (const method of ["ping", "tools/list"]) {
    assertMatch(await (await face.fetch(post({ jsonrpc: "2.0", id: 1, method }))).text(), /"result":/);
  }
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } };
  assertEquals((await face.fetch(post(cancelled))).status, 202);
  gate.resolve();
  for (const response of await Promise.all(underWay)) assertMatch(await response.text(), /"echo":"released"/);
  assertMatch(await (await face.fetch(post(CALL))).text(), /"echo":"released"/);
  await face.close();
});

for (const era of ["2025", "2026-07-28"]) {
  Deno.test(`a call whose client disconnects is cancelled (${era})`, async () => {
    const held = heldTool("held");
    const server = await listenHttp({ hostname: "127.0.0.1", port: 0 }, (request) => face.fetch(request));
    const { port } = server, face = createHttpHandler(scriptedService(held.tool), { host: "127.0.0.1", port });
    const url = `http://127.0.0.1:${port}/mcp`, leave = new AbortController();
    const [message, own] = era === "2026-07-28" ? [MODERN_CALL, MODERN] : [CALL, {}];
    const body = JSON.stringify({ ...message, params: { ...message.params, arguments: { text: "x".repeat(2000) } } });
    const call = fetch(url, { method: "POST", headers: { ...HEADERS, ...own }, body, signal: leave.signal });
    const text = call.then((response) => response.text()).catch(() => "gone");
    await held.started;
    leave.abort();
    assertEquals([await text, await held.ended], ["gone", "cancelled"]);
    await face.close();
    await server.close();
  });
}

Deno.test("nothing of an answered request stays in memory", async () => {
  const servers: WeakRef<object>[] = [];
  const face = createHttpHandler(scriptedService(scriptedTool("held")), { host: "127.0.0.1", port: 80 }, (...parts) => {
    const server = buildServer(...parts);
    servers.push(new WeakRef(server));
    return server;
  });
  for (let i = 0; i < 20; i++) {
    const request = i % 2 === 0 ? post(CALL) : post(MODERN_CALL, MODERN);
    assertMatch(await (await face.fetch(request)).text(), /"echo":/);
  }
  const heap = await threadHeap();
  await new Promise((resolve) => setTimeout(resolve));
  heap?.collect();
  const kept = servers.filter((server) => server.deref() !== undefined).length;
  // The last one may still be referenced.
  assertEquals([servers.length, heap === undefined || kept < 3], [20, true], `${kept} are kept`);
  await face.close();
});
