import { assert, assertEquals, assertMatch } from "@std/assert";
import { HttpSessions } from "../../src/mcp/http_sessions.ts";
import { httpFace } from "../../src/mcp/http.ts";
import { buildServer } from "../../src/mcp/server.ts";
import { RecentPrefixes } from "../../src/mcp/service.ts";
import { Stats } from "../../src/mcp/stats.ts";
import { heldTool, scriptedService, scriptedTool } from "./scripted_service.ts";

const DOOR = { host: "127.0.0.1", port: 80 };
const HEADERS = {
  host: "127.0.0.1",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

function request(method: string, session: string | undefined, message?: unknown): Request {
  const headers = { ...HEADERS, ...(session !== undefined && { "mcp-session-id": session }) };
  const body = message === undefined ? null : JSON.stringify(message);
  return new Request("http://127.0.0.1/mcp", { method, headers, body });
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

function initialize(): Request {
  return request("POST", undefined, INITIALIZE);
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

/** Sessions of scripted servers, at a time that the test sets. */
function sessions(most: number) {
  const service = scriptedService(scriptedTool("echo"));
  const time = { now: 0 };
  const kept = new HttpSessions(
    () => buildServer(service, new RecentPrefixes(), new Stats()),
    { most, idleMs: 1000 },
    () => {},
    () => time.now,
  );
  const begin = async () => {
    const response = await kept.fetch(initialize(), INITIALIZE);
    assert(response !== undefined);
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  };
  const statusOf = async (session: string) => {
    const response = await kept.fetch(request("POST", session, PING), PING);
    await response?.text();
    return response?.status;
  };
  return { kept, time, begin, statusOf };
}

Deno.test("a session begins with initialize, has an id that nobody can guess, and ends with DELETE", async () => {
  const { kept, begin, statusOf } = sessions(10);
  const one = await begin(), two = await begin();
  assertMatch(one, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
  assert(one !== two);
  assertEquals([kept.size, await statusOf(one), await statusOf(two), await statusOf("made-up")], [2, 200, 200, 404]);
  const gone = await kept.fetch(request("DELETE", one));
  assertEquals([gone?.status, kept.size, await statusOf(one), await statusOf(two)], [200, 1, 404, 200]);
  await kept.close();
});

Deno.test("a request that belongs to no session and begins none is left to others", async () => {
  const { kept } = sessions(10);
  for (const message of [PING, [PING], "initialize", { ...PING, method: "initialize" }, undefined]) {
    assertEquals(await kept.fetch(request("POST", undefined, message), message), undefined);
  }
  for (const method of ["GET", "DELETE"]) assertEquals(await kept.fetch(request(method, undefined)), undefined);
  assertEquals(kept.size, 0);
});

Deno.test("there are at most so many sessions: the one used longest ago makes room", async () => {
  const { kept, begin, statusOf } = sessions(3);
  const [a, b, c] = [await begin(), await begin(), await begin()];
  assertEquals(await statusOf(a), 200);
  const d = await begin();
  assertEquals([kept.size, await statusOf(b), await statusOf(a), await statusOf(c), await statusOf(d)], [
    3,
    404,
    200,
    200,
    200,
  ]);
  await kept.close();
});

Deno.test("a session whose stream is open makes room last", async () => {
  const { kept, begin, statusOf } = sessions(2);
  const a = await begin(), stream = await kept.fetch(request("GET", a));
  const b = await begin(), c = await begin();
  assertEquals([await statusOf(a), await statusOf(b), await statusOf(c)], [200, 404, 200]);
  await stream?.body?.cancel();
  await kept.close();
});

Deno.test("a session that nobody uses ends after a while, one with an open stream does not", async () => {
  const { kept, time, begin, statusOf } = sessions(10);
  const idle = await begin(), waiting = await begin();
  const stream = await kept.fetch(request("GET", waiting));
  time.now = 1001;
  assertEquals([await statusOf(idle), await statusOf(waiting), kept.size], [404, 200, 1]);
  await stream?.body?.cancel();
  await new Promise((resolve) => setTimeout(resolve));
  time.now = 3000;
  assertEquals([await statusOf(waiting), kept.size], [404, 0]);
});

Deno.test("a stop takes no more requests, does not wait for streams, and lets calls end", async () => {
  const held = heldTool("held");
  const face = httpFace(scriptedService(held.tool), DOOR);
  const begun = await face.fetch(initialize());
  await begun.text();
  const session = begun.headers.get("mcp-session-id") ?? "";
  const stream = await face.fetch(request("GET", session));
  const call = face.fetch(request("POST", session, { ...PING, method: "tools/call", params: { name: "held" } }));
  await held.started;
  const closed = face.close(60_000);
  assertEquals((await face.fetch(request("POST", session, PING))).status, 503);
  assertEquals(await stream.text(), "");
  held.release();
  assertMatch(await (await call).text(), /"echo":"released"/);
  await closed;
});

Deno.test("a stop cancels the calls that take longer than it waits", async () => {
  for (const session of [true, false]) {
    const held = heldTool("held");
    const face = httpFace(scriptedService(held.tool), DOOR);
    const begun = await face.fetch(initialize());
    await begun.text();
    const id = session ? begun.headers.get("mcp-session-id") ?? "" : undefined;
    const call = await face.fetch(request("POST", id, { ...PING, method: "tools/call", params: { name: "held" } }));
    await held.started;
    await Promise.all([face.close(1), call.text().catch(() => "")]);
    assertEquals([session, await held.ended], [session, "cancelled"]);
  }
});

Deno.test("the stream of a call that is called off ends; one that another call waits on goes on", async () => {
  const off = heldTool("off"), held = heldTool("held"), asking = { jsonrpc: "2.0", method: "tools/call" };
  const face = httpFace(scriptedService(off.tool, held.tool), DOOR);
  const begun = await face.fetch(initialize());
  await begun.text();
  const session = begun.headers.get("mcp-session-id") ?? "",
    post = (body: unknown) => {
      return face.fetch(request("POST", session, body));
    };
  const cancel = async (requestId: number) => {
    const params = { requestId };
    await (await post({ jsonrpc: "2.0", method: "notifications/cancelled", params })).body?.cancel();
  };
  const alone = await post({ ...asking, id: 1, params: { name: "off" } });
  await off.started;
  await cancel(1);
  assertEquals([await alone.text(), await off.ended], ["", "cancelled"]);
  const both = await post(["off", "held"].map((name, i) => ({ ...asking, id: 2 + i, params: { name } })));
  await held.started;
  await cancel(2);
  held.release();
  assertMatch(await both.text(), /"echo":"released"/);
  await face.close();
});

Deno.test("an id that is in use is refused, and whose it is gets its answer; then it may be used again", async () => {
  const held = heldTool("held"), asking = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const face = httpFace(scriptedService(held.tool), DOOR);
  const begun = await face.fetch(initialize());
  await begun.text();
  const session = begun.headers.get("mcp-session-id") ?? "";
  const post = (body: unknown) => face.fetch(request("POST", session, body));
  const call = await post({ ...asking, params: { name: "held" } });
  await held.started;
  for (const twice of [PING, [{ ...PING, id: 2 }, PING], [{ ...PING, id: "1" }, PING, PING]]) {
    const refused = await post(twice);
    assertEquals([refused.status, await refused.json()], [
      400,
      { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request: the id 1 is in use" } },
    ]);
  }
  held.release();
  assertMatch(await call.text(), /"echo":"released"/);
  assertMatch(await (await post(PING)).text(), /"result":\{\}/);
  await face.close();
});

Deno.test("the id of a call that is called off is in use until the calls that came with it are answered", async () => {
  const off = heldTool("off"), held = heldTool("held"), asking = { jsonrpc: "2.0", method: "tools/call" };
  const face = httpFace(scriptedService(off.tool, held.tool), DOOR);
  const begun = await face.fetch(initialize());
  await begun.text();
  const session = begun.headers.get("mcp-session-id") ?? "";
  const post = (body: unknown) => face.fetch(request("POST", session, body));
  const both = await post([{ ...asking, id: 1, params: { name: "off" } }, {
    ...asking,
    id: 2,
    params: { name: "held" },
  }]);
  await off.started;
  await post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  assertEquals((await (await post(PING)).json()).error.message, "Invalid Request: the id 1 is in use");
  held.release();
  assertMatch(await both.text(), /"echo":"released"/);
  assertMatch(await (await post(PING)).text(), /"result":\{\}/);
  await face.close();
});

Deno.test("of calls that are called off, and of answers that came beside them, nothing is kept or reported", async () => {
  const off = heldTool("off"), gone = heldTool("gone"), reported: string[] = [];
  const service = scriptedService(off.tool, gone.tool, scriptedTool("echo"));
  const server = buildServer(service, new RecentPrefixes(), new Stats());
  const kept = new HttpSessions(() => server, { most: 1, idleMs: 1000 }, ({ message }) => reported.push(message));
  const begun = await kept.fetch(initialize(), INITIALIZE);
  await begun?.text();
  const session = begun?.headers.get("mcp-session-id") ?? "";
  const post = (message: unknown) => kept.fetch(request("POST", session, message), message);
  const asking = (id: number, name: string) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });
  const both = await post([asking(1, "off"), asking(2, "echo")]);
  await off.started;
  await post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  assertMatch(await both?.text() ?? "", /^event: message\ndata: .*"echo":.*\n\n$/);
  const alone = await post(asking(3, "gone"));
  await gone.started;
  await alone?.body?.cancel();
  assertEquals(await gone.ended, "cancelled");
  const maps = Object.values(Object(server.transport)).filter((held) => held instanceof Map);
  assertEquals([maps.length > 0, maps.filter(({ size }) => size > 0), reported], [true, [], []]);
  await kept.close();
});

Deno.test("a client may go away at any moment in which its calls are being answered", async () => {
  // Microtasks in between: all of them are over behind some 40.
  for (let moments = 0; moments < 60; moments++) {
    const one = heldTool("one"), two = heldTool("two"), service = scriptedService(one.tool, two.tool);
    const server = buildServer(service, new RecentPrefixes(), new Stats());
    const kept = new HttpSessions(() => server, { most: 1, idleMs: 1000 }, () => {});
    const begun = await kept.fetch(initialize(), INITIALIZE);
    await begun?.text();
    const session = begun?.headers.get("mcp-session-id") ?? "";
    const calls = ["one", "two"].map((name, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name } }));
    const both = await kept.fetch(request("POST", session, calls), calls);
    await Promise.all([one.started, two.started]);
    one.release();
    two.release();
    for (let moment = 0; moment < moments; moment++) await Promise.resolve();
    await both?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve));
    const maps = Object.values(Object(server.transport)).filter((held) => held instanceof Map);
    assertEquals([moments, maps.length > 0, maps.filter(({ size }) => size > 0)], [moments, true, []]);
    await kept.close();
  }
});

Deno.test("what is no proper request of the protocol gets a status that says so", async () => {
  const face = httpFace(scriptedService(scriptedTool("echo")), DOOR);
  const status = async (method: string, headers: Record<string, string>, body: BodyInit | null) => {
    const response = await face.fetch(new Request("http://127.0.0.1/mcp", { method, headers, body }));
    await response.body?.cancel();
    return response.status;
  };
  const json = JSON.stringify(PING);
  assertEquals(await status("POST", HEADERS, json), 200);
  assertEquals(await status("POST", { ...HEADERS, "content-type": "text/plain" }, json), 415);
  assertEquals(await status("POST", { ...HEADERS, accept: "text/html" }, json), 406);
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
