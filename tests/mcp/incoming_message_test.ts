import { assert, assertEquals } from "@std/assert";
import { isCall, normalizeParams } from "../../src/mcp/incoming_message.ts";
import { found, scriptedService, scriptedTool } from "./scripted_service.ts";
import { Wire } from "./stdio/wire.ts";

const echo = () => scriptedTool("only", (args) => Promise.resolve(found({ echo: JSON.stringify(args) })));

/** Params that are empty, as some clients send them. */
const LOOSE: [method: string, params: unknown, holds: string][] = [
  ["tools/list", null, '"tools":[{"name":"only"'],
  ["tools/list", [], '"tools":[{"name":"only"'],
  ["tools/list", { cursor: "" }, '"tools":[{"name":"only"'],
  ["tools/list", { cursor: null, _meta: null }, '"tools":[{"name":"only"'],
  ["prompts/list", { cursor: "" }, '"prompts":['],
  ["resources/list", { cursor: null }, '"resources":['],
  ["resources/templates/list", { cursor: "" }, '"resourceTemplates":['],
  ["prompts/get", { name: "search_first", arguments: null }, '"messages":['],
  ["ping", null, '"result":{'],
  ["tools/call", { name: "only", arguments: null }, '"echo":"{}"'],
  ["tools/call", { name: "only", arguments: [] }, '"echo":"{}"'],
];

Deno.test("over stdio, empty params and arguments are ignored", async () => {
  const wire = new Wire(scriptedService(echo()));
  await wire.initialize();
  for (const [method, params, holds] of LOOSE) {
    await wire.send({ jsonrpc: "2.0", id: 1, method, params });
    const answer = JSON.stringify(await wire.next());
    assert(answer.includes(holds), `${method} ${JSON.stringify(params)}: ${answer}`);
  }
  await wire.end();
  await wire.ended;
});

Deno.test("all other messages are unchanged", () => {
  const messages: unknown[] = [
    5,
    null,
    [],
    { method: "tools/call", params: { name: "only", arguments: [1] } },
    { method: "tools/call", params: { name: "only", arguments: "[1]" } },
    { method: "tools/call", params: { name: "only", arguments: { path: null, cursor: "" } } },
    { method: "x", params: 5 },
    { result: { cursor: "" } },
  ];
  for (const message of messages) assertEquals(normalizeParams(message), message);
});

Deno.test("only requests that need the engine are calls", () => {
  const asking = ["tools/call", "resources/read"];
  for (const method of [...asking, "tools/list", "prompts/get", "resources/list", "initialize", "ping"]) {
    assertEquals([method, isCall({ jsonrpc: "2.0", id: 1, method })], [method, asking.includes(method)]);
  }
  assertEquals(isCall({ jsonrpc: "2.0", method: "tools/call" }), false);
});
