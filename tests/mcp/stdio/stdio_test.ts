/** Messages over stdio: what is answered, refused, cancelled and kept waiting. @module */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { normalizeParams } from "../../../src/mcp/incoming_message.ts";
import { LineSplitter } from "../../../src/mcp/stdio/parse_line.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { globFor } from "../../engine/requests.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";
import { found, heldTool, scriptedService, scriptedTool } from "../scripted_service.ts";
import { Wire } from "./wire.ts";

const PONG = (id: number | string) => ({ jsonrpc: "2.0", id, result: {} });
const failure = (id: number | string | null, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});
const BATCH = "Invalid Request: a batch; send each message by itself";
const echo = (id: number, args: unknown) => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text: JSON.stringify({ echo: args }) }], structuredContent: { echo: args } },
});

function connected(...tools: Parameters<typeof scriptedService>): Promise<Wire> {
  return Wire.opened(scriptedService(scriptedTool("echo"), ...tools));
}

Deno.test("every protocol version of 2025 is accepted", async () => {
  for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    await using wire = new Wire(scriptedService(scriptedTool("echo")));
    assertEquals(await wire.initialize(version), {
      jsonrpc: "2.0",
      id: 0,
      result: {
        protocolVersion: version,
        capabilities: {
          tools: { listChanged: false },
          prompts: { listChanged: false },
          resources: { listChanged: false },
        },
        serverInfo: { name: "fossick", title: "Fossick", version: "0.0.0" },
        instructions: "Read-only access to the files below this server's roots; paths are relative to the first root.",
      },
    });
  }
});

Deno.test("each invalid line gets a protocol error, and serving continues", async () => {
  await using wire = await connected();
  const notJson = "Parse error: the line is not JSON", notRpc = "Invalid Request: not a JSON-RPC 2.0 message";
  const deep = "the line nests more than 1000 levels deep", nested = (levels: number) => "[".repeat(levels);
  const cases: [string | Uint8Array, unknown][] = [
    ["{", failure(null, -32700, notJson)],
    ['{"jsonrpc":"2.0","id":7,"method":"ping",}', failure(7, -32700, notJson)],
    [
      '{"method":"ping","params":{"a":"id"]},"jsonrpc":"2.0","id":"x1"}',
      failure("x1", -32700, notJson),
    ],
    ['{"params":{"id":3},"method":]', failure(null, -32700, notJson)],
    ["3", failure(null, -32600, notRpc)],
    ["null", failure(null, -32600, notRpc)],
    [
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":[1]}',
      failure(9, -32600, notRpc),
    ],
    ['{"jsonrpc":"1.0","id":8,"method":"ping"}', failure(8, -32600, notRpc)],
    [
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      failure(null, -32600, notRpc),
    ],
    [
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      failure(null, -32600, notRpc),
    ],
    [nested(1000), failure(null, -32700, notJson)],
    [`${nested(1000)}${"]".repeat(1000)}`, failure(null, -32600, BATCH)],
    [nested(100_000), failure(null, -32700, deep)],
    [`[${"1,".repeat(200_000)}1]`, failure(null, -32700, "the line has more than 200000 values")],
    [
      `{"jsonrpc":"2.0","id":4,"method":"ping","params":{"a":${"[".repeat(999)}${"]".repeat(999)}}}`,
      failure(4, -32700, deep),
    ],
  ];
  for (const [line, expected] of cases) {
    await wire.send(line);
    assertEquals(await wire.next(), expected);
    assertEquals(await wire.request(99, "ping"), PONG(99));
  }
  await wire.bytes(
    new Uint8Array([...new TextEncoder().encode('{"jsonrpc":"2.0","id":5,"method":"'), 0xff, 0x22, 0x7d, 10]),
  );
  assertEquals(await wire.next(), failure(5, -32700, "Parse error: the line is not UTF-8"));
});

Deno.test("blank lines, carriage returns and stray answers are ignored", async () => {
  await using wire = await connected();
  await wire.send("");
  await wire.send("  \t\r");
  await wire.send({ jsonrpc: "2.0", id: 77, result: {} });
  await wire.send({ jsonrpc: "2.0", id: 77, error: "bad" });
  await wire.send('{"jsonrpc":"2.0","id":1,"method":"ping"}\r');
  assertEquals(await wire.next(), PONG(1));
});

Deno.test("a line of 20 MB is accepted, one of over 64 MiB refused by its id", async () => {
  await using wire = await connected();
  const args = { text: "a".repeat(20_000_000) };
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: args } });
  assertEquals(await wire.next(), echo(1, args));
  const big = "a".repeat(64 * 2 ** 20);
  await wire.send(
    `{"method":"tools/call","params":{"name":"echo","arguments":{"text":"${big}"}},"jsonrpc":"2.0","id":2}`,
  );
  assertEquals(await wire.next(), failure(2, -32700, "the line is longer than 64 MiB"));
  await wire.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"${big}"}}`);
  assertEquals(await wire.next(), failure(3, -32700, "the line is longer than 64 MiB"));
  assertEquals(await wire.request(4, "ping"), PONG(4));
});

Deno.test("256 calls run at the same time, the next one starts when one is cancelled, and other requests pass", async () => {
  const begun: unknown[] = [];
  const tool = scriptedTool("hold", async (args, context) => {
    begun.push(Object(args).times);
    await context.run(globFor("*"));
    return found({});
  });
  await using wire = await connected(tool);
  const call = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "hold", arguments: { times: id } },
  });
  const cancel = (requestId: number) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  const sent = Promise.all(Array.from({ length: 300 }, (_, i) => wire.send(call(i + 1))));
  assertEquals(await wire.request("a", "ping"), PONG("a"));
  await sent;
  assertEquals(begun, Array.from({ length: 256 }, (_, i) => i + 1));
  // A call that is cancelled while it waits never starts.
  for (const id of [258, 1, 2, 3]) await wire.send(cancel(id));
  assertEquals(await wire.request("b", "ping"), PONG("b"));
  assertEquals(begun.slice(256), [257, 259, 260]);
});

Deno.test("a request with the id of a pending one replaces it without losing a slot", async () => {
  const held = heldTool("hold"), wire = await connected(held.tool);
  const call = (name: string, id: number) => wire.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });
  for (let i = 0; i < LIMITS.calls + 1; i++) await call("hold", 1);
  await call("echo", 2);
  assertEquals(await wire.next(), echo(2, {}));
});

Deno.test("reading pauses while 10,000 errors for invalid lines are unread", async () => {
  const LINES = 200, CHUNKS = 200, chunk = new TextEncoder().encode("x\n".repeat(LINES));
  const reading = Promise.withResolvers<void>();
  let sent = 0, refused = 0;
  const input = new ReadableStream<Uint8Array>({
    pull: (controller) => sent++ < CHUNKS ? controller.enqueue(chunk) : controller.close(),
  }, { highWaterMark: 0 });
  const output = new WritableStream<Uint8Array>({
    write: async () => {
      await reading.promise;
      refused++;
    },
  });
  const { serveStreams } = await import("../../../src/mcp/stdio/serve_streams.ts");
  const served = serveStreams({ start: () => Promise.resolve(scriptedService()) }, input, output);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
  while (sent <= 10_000 / LINES) await pause();
  await pause();
  assertEquals(sent, 10_000 / LINES + 1);
  reading.resolve();
  await served;
  assertEquals([sent, refused], [CHUNKS + 1, LINES * CHUNKS]);
});

Deno.test("a cancelled call stops and gets no answer", async () => {
  const held = heldTool("held");
  await using wire = await connected(held.tool);
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "held" } });
  await held.started;
  await wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } });
  assertEquals(await held.ended, "cancelled");
  assertEquals(await wire.request(2, "ping"), PONG(2));
});

Deno.test("the end of input ends the server during a call, and cancels it", async () => {
  const held = heldTool("held");
  await using wire = await connected(held.tool);
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "held" } });
  await held.started;
  await wire[Symbol.asyncDispose]();
  assertEquals(await held.ended, "cancelled");
});

Deno.test("requests immediately before the end of input are answered", async () => {
  await using wire = await connected();
  const sent = wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: {} } });
  const ended = wire.end();
  assertEquals(await wire.next(), echo(1, {}));
  await Promise.all([sent, ended, wire.ended]);
});

Deno.test("a disconnected reader ends the server without an error", async () => {
  const input = new TransformStream<Uint8Array, Uint8Array>();
  const gone = new WritableStream<Uint8Array>({ write: () => Promise.reject(new Deno.errors.BrokenPipe("gone")) });
  const { serveStreams } = await import("../../../src/mcp/stdio/serve_streams.ts");
  const served = serveStreams({ start: () => Promise.resolve(scriptedService()) }, input.readable, gone);
  const writer = input.writable.getWriter();
  await writer.write(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'));
  await served;
});

/** Runs the event loop until `count` stays constant for a while. */
async function settled(count: () => number): Promise<number> {
  let last = count();
  for (let still = 0; still < 20; still++) {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (count() !== last) still = 0;
    last = count();
  }
  return last;
}

/** The calls of a client that reads nothing, each for a mebibyte. */
const UNREAD = 200;

/** A connection whose client has made these calls. */
async function flooded() {
  const text = "x".repeat(2 ** 20), seen = { begun: 0 };
  const large = scriptedTool("large", () => {
    seen.begun++;
    return Promise.resolve({ text, structured: { echo: "" }, isError: false, found: true });
  });
  const wire = await connected(large);
  for (let id = 1; id <= UNREAD; id++) {
    await wire.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "large" } });
  }
  await settled(() => seen.begun);
  return { wire, seen };
}

Deno.test("calls of a client that reads nothing wait above the limit of unread bytes; when it reads, all are answered", async () => {
  const { wire, seen } = await flooded();
  assert(seen.begun >= 64 && seen.begun < UNREAD, `${seen.begun} calls have begun`);
  const ids = new Set<unknown>();
  for (let next = await wire.next(); next !== undefined; next = ids.size < UNREAD ? await wire.next() : undefined) {
    ids.add(next.id);
  }
  assertEquals([ids.size, seen.begun], [UNREAD, UNREAD]);
});

Deno.test("a waiting call of a client that reads nothing can be cancelled, and the end of input ends the connection", async () => {
  const { wire, seen } = await flooded();
  const { begun } = seen;
  for (let requestId = 1; requestId <= UNREAD; requestId++) {
    await wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  }
  await wire[Symbol.asyncDispose]();
  assertEquals(seen.begun, begun);
});

/** The answer to a call of the only tool. */
async function answerOf(call: ReturnType<typeof scriptedTool>["call"]) {
  await using wire = await Wire.opened(scriptedService(scriptedTool("only", call)));
  const answer = await wire.request(1, "tools/call", { name: "only", arguments: {} });
  return answer;
}

Deno.test("an unknown tool gets a protocol error with the nearest names", async () => {
  await using wire = await Wire.opened(scriptedService(scriptedTool("read_file"), scriptedTool("list_files")));
  const message = 'Unknown tool: "reed_file". Nearest: read_file, list_files.';
  assertEquals(await wire.request(1, "tools/call", { name: "reed_file" }), failure(1, -32602, message));
  const { error } = Object(await wire.request(2, "tools/call", { name: "y".repeat(99) + "😀" }));
  assertEquals(error.message.split(".")[0], `Unknown tool: "${"y".repeat(99)}"`);
});

Deno.test("a failure that the caller can fix is an error result", async () => {
  const answer = await answerOf(() => Promise.reject(new ToolError("not_found", { path: "a/b", name: "b" })));
  const message = "a/b does not exist.";
  const hint = "Look for its name at any depth, or list its directory.";
  assertEquals(answer, {
    jsonrpc: "2.0",
    id: 1,
    result: {
      content: [{ type: "text", text: `NOT_FOUND: ${message}\n${hint}` }],
      structuredContent: { error: { code: "NOT_FOUND", message, hint } },
      isError: true,
    },
  });
});

Deno.test("a bug is answered with an id; its stack is on stderr with that id", async () => {
  const said: unknown[][] = [], console_error = console.error;
  console.error = (...args: unknown[]) => said.push(args);
  try {
    const answer = Object(await answerOf(() => Promise.reject(new TypeError("secret detail"))));
    const [{ text }] = answer.result.content;
    const id = /\(id (\w{8})\)/.exec(text)?.[1];
    assertEquals([answer.result.isError, answer.result.structuredContent.error.code], [true, "INTERNAL"]);
    assertEquals([text.includes("secret"), said.length, String(said[0]?.[0])], [
      false,
      1,
      `fossick: internal error ${id}:`,
    ]);
    assertMatch(String(said[0]?.[1]), /secret detail/);
  } finally {
    console.error = console_error;
  }
});

Deno.test("arguments that are not an object are refused with a call that works, before the tool is called", async () => {
  await using wire = await Wire.opened(scriptedService(scriptedTool("only")));
  for (const [args, given] of [[[1], "[1]"], ["x", '"x"'], [3, "3"], ["[1]", '"[1]"']]) {
    const message = `INVALID_ARGUMENT: only: arguments are a JSON object (given: ${given}). ` +
      'Example: only {"text":"x"}';
    const answer = await wire.request(1, "tools/call", { name: "only", arguments: args });
    assertEquals(answer, failure(1, -32602, message));
  }
});

Deno.test("a slow call with a progress token reports increasing progress", async () => {
  const service = scriptedService(scriptedTool("only", async (_args, context) => {
    await context.run(globFor("*"));
    return found({ echo: "done" });
  }));
  let now = 0;
  const realNow = performance.now;
  performance.now = () => now;
  const engine = {
    ...service.engine,
    execute: (_: unknown, options?: { onProgress?: (done: number, total?: number) => void }) => {
      const report = (at: number, done: number, total?: number) => {
        now = at;
        options?.onProgress?.(done, total);
      };
      report(499, 1);
      report(500, 2);
      report(600, 3);
      report(1100, 2);
      report(1100, 4, 9);
      return Promise.reject(new ToolError("timeout", { ms: 1 }));
    },
  };
  await using wire = await Wire.opened({ ...service, engine });
  const call = { name: "only", _meta: { progressToken: "p" } };
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const progress = (params: object) => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: "p", ...params },
  });
  const received = [await wire.next(), await wire.next(), await wire.next()];
  performance.now = realNow;
  assertEquals(received.slice(0, 2), [progress({ progress: 2 }), progress({ progress: 4, total: 9 })]);
  assertEquals(Object(received[2]).result.structuredContent.error.code, "TIMEOUT");
});

/** Params that are empty, as some clients send them. */
const LOOSE: [method: string, params: unknown, holds: string][] = [
  ["tools/list", null, '"tools":[{"name":"echo"'],
  ["tools/list", [], '"tools":[{"name":"echo"'],
  ["tools/list", { cursor: "" }, '"tools":[{"name":"echo"'],
  ["tools/list", { cursor: null, _meta: null }, '"tools":[{"name":"echo"'],
  ["prompts/list", { cursor: "" }, '"prompts":['],
  ["resources/list", { cursor: null }, '"resources":['],
  ["resources/templates/list", { cursor: "" }, '"resourceTemplates":['],
  ["prompts/get", { name: "search_first", arguments: null }, '"messages":['],
  ["ping", null, '"result":{'],
  ["tools/call", { name: "echo", arguments: null }, '"echo":{}'],
  ["tools/call", { name: "echo", arguments: [] }, '"echo":{}'],
];

Deno.test("over stdio, empty params and arguments are ignored", async () => {
  await using wire = await connected();
  for (const [method, params, holds] of LOOSE) {
    await wire.send({ jsonrpc: "2.0", id: 1, method, params });
    const answer = JSON.stringify(await wire.next());
    assert(answer.includes(holds), `${method} ${JSON.stringify(params)}: ${answer}`);
  }
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

const LONE = "a\ud800b";

/** Whether a strict parser accepts it: no JSON escape is a lone surrogate. */
function isStrict(value: unknown): boolean {
  return !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));
}

Deno.test("no answer of a tool repeats a lone surrogate of its arguments", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  for (const profile of ["default", "microagent", "fs"] as const) {
    using tools = await openTools(profile, [files.path]);
    await using wire = await Wire.opened(tools.service);
    for (const { name, fields, example } of toolsOf(profile)) {
      for (const field of [...Object.keys(fields), LONE]) {
        for (const value of [LONE, [LONE], [`*${LONE}`], { [LONE]: 1 }]) {
          const params = { name, arguments: { ...example, [field]: value } };
          const answer = await wire.request(1, "tools/call", params);
          assert(isStrict(answer), `${name} ${field} ${JSON.stringify(value)}: ${JSON.stringify(answer)}`);
        }
      }
    }
  }
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

const WITH_TOKEN = { jsonrpc: "2.0", id: 7, method: "ping", params: { _meta: { progressToken: LONE } } };

Deno.test("a request with a lone surrogate in its id or its progress token is refused over stdio", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  using tools = await openTools("default", [files.path]);
  await using wire = await Wire.opened(tools.service);
  for (const request of REPEATED) {
    await wire.send(request);
    assertEquals(await wire.next(), failure(null, -32600, MESSAGE), JSON.stringify(request));
  }
  await wire.send(WITH_TOKEN);
  assertEquals(await wire.next(), failure(7, -32600, MESSAGE));
  await wire.send('{"jsonrpc":"2.0","id":"\\ud800q","method":"ping",}');
  assertEquals(await wire.next(), failure(null, -32700, "Parse error: the line is not JSON"));
});

const MAX = 10_000;

Deno.test("lines do not depend on how their bytes are chunked, and outlive their chunks", () => {
  const random = seeded("line_splitter");
  for (let round = 0; round < 30; round++) {
    const lines = Array.from({ length: random.int(6) }, () => randomLine(random));
    const bytes = new TextEncoder().encode(lines.map((line) => line + "\n").join("") + "unfinished");
    assertEquals(linesOf(inChunks(bytes, random)), lines.map(expected));
  }
});

type Told = readonly [text: string, isCut: boolean];

/** The lines of the chunks. Each chunk is overwritten after it was pushed. */
function linesOf(chunks: readonly Uint8Array[]): Told[] {
  const splitter = new LineSplitter(MAX);
  return chunks.flatMap((chunk) => {
    const told = Array.from(splitter.push(chunk), ({ bytes, isCut }): Told => [new TextDecoder().decode(bytes), isCut]);
    chunk.fill(0);
    return told;
  });
}

function expected(line: string): Told {
  return line.length <= MAX ? [line, false] : [line.slice(0, 4096) + line.slice(-256), true];
}

function randomLine(random: Random): string {
  const length = random.pick([0, 1, 300, 4000, MAX - 1, MAX, MAX + 1, MAX + 100, 3 * MAX]);
  return Array.from({ length }, () => random.pick(["a", "b", "c"])).join("");
}

function inChunks(bytes: Uint8Array, random: Random): Uint8Array[] {
  const most = random.pick([1, 7, 500, 5000, 4 * MAX]), chunks: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = from + 1 + random.int(most);
    chunks.push(bytes.slice(from, to));
    from = to;
  }
  return chunks;
}
