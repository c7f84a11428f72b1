import { assert, assertEquals } from "@std/assert";
import { LIMITS } from "../../../src/model/limits.ts";
import { globFor } from "../../engine/requests.ts";
import { found, heldTool, scriptedService, scriptedTool } from "../scripted_service.ts";
import { Wire } from "./wire.ts";

const PONG = (id: number | string) => ({ jsonrpc: "2.0", id, result: {} });
const failure = (id: number | string | null, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});
const echo = (id: number, args: unknown) => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text: JSON.stringify({ echo: args }) }], structuredContent: { echo: args } },
});

async function connected(...tools: Parameters<typeof scriptedService>): Promise<Wire> {
  const wire = new Wire(scriptedService(scriptedTool("echo"), ...tools));
  await wire.initialize();
  return wire;
}

async function finish(wire: Wire): Promise<void> {
  await wire.end();
  await wire.ended;
}

Deno.test("every protocol version of 2025 is accepted", async () => {
  for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    const wire = new Wire(scriptedService(scriptedTool("echo")));
    const answer = await wire.initialize(version);
    assertEquals(answer, {
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
    await finish(wire);
  }
});

Deno.test("each invalid line gets a protocol error, and serving continues", async () => {
  const wire = await connected();
  const cases: [string | Uint8Array, unknown][] = [
    ["{", failure(null, -32700, "Parse error: the line is not JSON")],
    ['{"jsonrpc":"2.0","id":7,"method":"ping",}', failure(7, -32700, "Parse error: the line is not JSON")],
    [
      '{"method":"ping","params":{"a":"id"]},"jsonrpc":"2.0","id":"x1"}',
      failure("x1", -32700, "Parse error: the line is not JSON"),
    ],
    ['{"params":{"id":3},"method":]', failure(null, -32700, "Parse error: the line is not JSON")],
    ["3", failure(null, -32600, "Invalid Request: not a JSON-RPC 2.0 message")],
    ["null", failure(null, -32600, "Invalid Request: not a JSON-RPC 2.0 message")],
    [
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":[1]}',
      failure(9, -32600, "Invalid Request: not a JSON-RPC 2.0 message"),
    ],
    ['{"jsonrpc":"1.0","id":8,"method":"ping"}', failure(8, -32600, "Invalid Request: not a JSON-RPC 2.0 message")],
    [
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      failure(null, -32600, "Invalid Request: not a JSON-RPC 2.0 message"),
    ],
    [
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      failure(null, -32600, "Invalid Request: not a JSON-RPC 2.0 message"),
    ],
    ["[".repeat(1000), failure(null, -32700, "Parse error: the line is not JSON")],
    [
      "[".repeat(1000) + "]".repeat(1000),
      failure(null, -32600, "Invalid Request: a batch; send each message by itself"),
    ],
    ["[".repeat(100_000), failure(null, -32700, "the line nests more than 1000 levels deep")],
    [`[${"1,".repeat(200_000)}1]`, failure(null, -32700, "the line has more than 200000 values")],
    [
      `{"jsonrpc":"2.0","id":4,"method":"ping","params":{"a":${"[".repeat(999)}${"]".repeat(999)}}}`,
      failure(4, -32700, "the line nests more than 1000 levels deep"),
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
  await finish(wire);
});

Deno.test("blank lines, carriage returns and stray answers are ignored", async () => {
  const wire = await connected();
  await wire.send("");
  await wire.send("  \t\r");
  await wire.send({ jsonrpc: "2.0", id: 77, result: {} });
  await wire.send({ jsonrpc: "2.0", id: 77, error: "bad" });
  await wire.send('{"jsonrpc":"2.0","id":1,"method":"ping"}\r');
  assertEquals(await wire.next(), PONG(1));
  await finish(wire);
});

Deno.test("a message may arrive in pieces of any size", async () => {
  const wire = await connected();
  const text = new TextEncoder().encode(
    '{"jsonrpc":"2.0","id":"ä","method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n',
  );
  for (const byte of text) await wire.bytes(new Uint8Array([byte]));
  assertEquals([await wire.next(), await wire.next()], [PONG("ä"), PONG(2)]);
  await finish(wire);
});

Deno.test("a line of 20 MB is accepted, one of over 64 MiB refused by its id", async () => {
  const wire = await connected();
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
  await finish(wire);
});

Deno.test("a batch is refused without executing it", async () => {
  const wire = await connected();
  await wire.send([1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "ping" })));
  assertEquals(await wire.next(), failure(null, -32600, "Invalid Request: a batch; send each message by itself"));
  assertEquals(await wire.request(4, "ping"), PONG(4));
  await finish(wire);
});

Deno.test("500 concurrent calls are all answered", async () => {
  const wire = await connected();
  const ids = Array.from({ length: 500 }, (_, i) => i + 1);
  const sent = Promise.all(
    ids.map((id) =>
      wire.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "echo", arguments: { times: id } } })
    ),
  );
  for (const id of ids) assertEquals(await wire.next(), echo(id, { times: id }));
  await sent;
  await finish(wire);
});

Deno.test("256 calls run at the same time, the next one starts when one is cancelled, and other requests pass", async () => {
  const begun: unknown[] = [];
  const tool = scriptedTool("hold", async (args, context) => {
    begun.push(Object(args).times);
    await context.run(globFor("*"));
    return found({});
  });
  const wire = await connected(tool);
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
  await finish(wire);
});

Deno.test("a request with the id of a pending one replaces it without losing a slot", async () => {
  const held = heldTool("hold"), wire = await connected(held.tool);
  const call = (name: string, id: number) => wire.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });
  for (let i = 0; i < LIMITS.calls + 1; i++) await call("hold", 1);
  await call("echo", 2);
  assertEquals(await wire.next(), echo(2, {}));
  await finish(wire);
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
  const wire = await connected(held.tool);
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "held" } });
  await held.started;
  await wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } });
  assertEquals(await held.ended, "cancelled");
  assertEquals(await wire.request(2, "ping"), PONG(2));
  await finish(wire);
});

Deno.test("the end of input ends the server during a call, and cancels it", async () => {
  const held = heldTool("held");
  const wire = await connected(held.tool);
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "held" } });
  await held.started;
  await finish(wire);
  assertEquals(await held.ended, "cancelled");
});

Deno.test("requests immediately before the end of input are answered", async () => {
  const wire = await connected();
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

/** A connection whose client has made 500 calls for a mebibyte each and reads nothing. */
async function flooded() {
  const text = "x".repeat(2 ** 20), seen = { begun: 0 };
  const large = scriptedTool("large", () => {
    seen.begun++;
    return Promise.resolve({ text, structured: { echo: "" }, isError: false, found: true });
  });
  const wire = await connected(large);
  for (let id = 1; id <= 500; id++) {
    await wire.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "large" } });
  }
  await settled(() => seen.begun);
  return { wire, seen };
}

Deno.test("calls of a client that reads nothing wait above the limit of unread bytes; when it reads, all are answered", async () => {
  const { wire, seen } = await flooded();
  assert(seen.begun >= 64 && seen.begun <= 64 + 2 * LIMITS.calls && seen.begun < 500, `${seen.begun} calls have begun`);
  const ids = new Set<unknown>();
  for (let next = await wire.next(); next !== undefined; next = ids.size < 500 ? await wire.next() : undefined) {
    ids.add(next.id);
  }
  assertEquals(ids.size, 500);
  assertEquals(seen.begun, 500);
  await finish(wire);
});

Deno.test("a waiting call of a client that reads nothing can be cancelled, and the end of input ends the connection", async () => {
  const { wire, seen } = await flooded();
  const { begun } = seen;
  for (let requestId = 1; requestId <= 500; requestId++) {
    await wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  }
  await finish(wire);
  assertEquals(seen.begun, begun);
});
