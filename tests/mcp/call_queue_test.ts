import { assertEquals } from "@std/assert";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { CallQueue } from "../../src/mcp/call_queue.ts";

const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: {} }) as const;

Deno.test("calls wait in their order for one to be over, other messages for nothing", () => {
  const told: unknown[] = [];
  const queue = new CallQueue(
    (message: JSONRPCMessage) => told.push("id" in message ? message.id : message),
    () => false,
    2,
  );
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" } as const;
  for (const id of [1, 2, 3, 4, 5]) queue.take(call(id), 100);
  queue.take({ jsonrpc: "2.0", id: "p", method: "ping" }, 100);
  queue.take(notification, 100);
  assertEquals(told, [1, 2, "p", notification]);
  queue.over(4);
  queue.over(2);
  queue.over(2);
  assertEquals(told.slice(4), [3]);
  queue.over(1);
  queue.over(99);
  assertEquals(told.slice(5), [5]);
});

Deno.test("what waits is weighed by the lines it came in", () => {
  const queue = new CallQueue(() => {}, () => false, 1);
  for (const id of [1, 2, 3]) queue.take(call(id), 100 * id);
  assertEquals(queue.bytes, 500);
  queue.over(3);
  assertEquals(queue.bytes, 200);
  queue.over(1);
  assertEquals(queue.bytes, 0);
});

Deno.test("whatever asks the engine for something waits, and nothing else does", () => {
  const asking = ["tools/call", "resources/read", "prompts/get"];
  for (const method of [...asking, "tools/list", "resources/list", "initialize", "ping"]) {
    const queue = new CallQueue(() => {}, () => false, 0);
    queue.take({ jsonrpc: "2.0", id: 1, method }, 100);
    assertEquals([method, queue.bytes], [method, asking.includes(method) ? 100 : 0]);
  }
});

Deno.test("while too much is unwritten no request begins, of whatever kind; what is no request is delivered", () => {
  const delivered: unknown[] = [];
  let full = true;
  const queue = new CallQueue((message) => delivered.push("id" in message ? message.id : message), () => full, 1);
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } } as const;
  for (const id of [1, 2, 3]) queue.take(call(id), 100);
  for (const id of ["list", "ping"]) queue.take({ jsonrpc: "2.0", id, method: "ping" }, 10);
  queue.take(cancelled, 100);
  queue.over(2);
  assertEquals([delivered, queue.bytes], [[cancelled], 220]);
  full = false;
  queue.letIn();
  assertEquals([delivered, queue.bytes], [[cancelled, "list", "ping", 1], 100]);
  queue.over(1);
  assertEquals([delivered.at(-1), queue.bytes], [3, 0]);
});
