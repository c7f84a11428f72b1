import { assert, assertEquals } from "@std/assert";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { Wire } from "./stdio/wire.ts";

const LONE = "a\ud800b";

/** Whether a strict parser accepts it: no JSON escape is a lone surrogate. */
function isStrict(value: unknown): boolean {
  return !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));
}

Deno.test("no answer of a tool repeats a lone surrogate of its arguments", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  for (const profile of ["default", "microagent", "fs"] as const) {
    using tools = await openTools(profile, [files.path]);
    const wire = new Wire(tools.service);
    await wire.initialize();
    for (const { name, fields, example } of toolsOf(profile)) {
      for (const field of [...Object.keys(fields), LONE]) {
        for (const value of [LONE, [LONE], [`*${LONE}`], { [LONE]: 1 }]) {
          const params = { name, arguments: { ...example, [field]: value } };
          const answer = await wire.request(1, "tools/call", params);
          assert(isStrict(answer), `${name} ${field} ${JSON.stringify(value)}: ${JSON.stringify(answer)}`);
        }
      }
    }
    await wire.end();
    await wire.ended;
  }
});

Deno.test("no other answer repeats a lone surrogate of its request", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const wire = new Wire(tools.service);
  await wire.initialize();
  const cases: [method: string, params: Record<string, unknown>][] = [
    ["tools/call", { name: LONE }],
    ["tools/call", { name: "read_file", arguments: LONE }],
    ["tools/call", { name: "read_file", arguments: { path: LONE } }],
    ["resources/read", { uri: `fossick://file/${LONE}` }],
    ["resources/read", { uri: LONE }],
    ["prompts/get", { name: LONE }],
    ["prompts/get", { name: "search_first", arguments: { question: LONE } }],
    ["tools/list", { cursor: LONE }],
    [LONE, {}],
  ];
  for (const [method, params] of cases) {
    const answer = await wire.request(1, method, params);
    assertEquals([method, params, isStrict(answer)], [method, params, true], JSON.stringify(answer));
  }
  await wire.end();
  await wire.ended;
});

/** Requests with a lone surrogate that an answer or a notification would repeat. */
const REPEATED = [
  { jsonrpc: "2.0", id: LONE, method: "ping" },
  { jsonrpc: "2.0", id: LONE, method: "tools/call", params: { name: "read_file", arguments: { path: "a.txt" } } },
  { jsonrpc: "2.0", id: LONE, method: "nope", params: [] },
  { jsonrpc: "1.0", id: LONE, method: "ping" },
  { jsonrpc: "2.0", id: LONE, method: "ping", params: { _meta: 5 } },
];

const MESSAGE = "Invalid Request: a lone surrogate outside the arguments of a tool";

function refusal(id: number | null) {
  return { jsonrpc: "2.0", id, error: { code: -32600, message: MESSAGE } };
}

const WITH_TOKEN = { jsonrpc: "2.0", id: 7, method: "ping", params: { _meta: { progressToken: LONE } } };

Deno.test("a request with a lone surrogate in its id or its progress token is refused over stdio", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const wire = new Wire(tools.service);
  await wire.initialize();
  for (const request of REPEATED) {
    await wire.send(request);
    assertEquals(await wire.next(), refusal(null), JSON.stringify(request));
  }
  await wire.send(WITH_TOKEN);
  assertEquals(await wire.next(), refusal(7));
  await wire.send('{"jsonrpc":"2.0","id":"\\ud800q","method":"ping",}');
  assertEquals(await wire.next(), {
    jsonrpc: "2.0",
    id: null,
    error: { code: -32700, message: "Parse error: the line is not JSON" },
  });
  await wire.end();
  await wire.ended;
});
