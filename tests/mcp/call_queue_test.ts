import { assertEquals } from "@std/assert";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { CallQueue } from "../../src/mcp/call_queue.ts";

const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: {} }) as const;

Deno.test("calls wait in their order for one to be over, other messages for nothing", () => {
  const told: unknown[] = [];
  const queue = new CallQueue((message: JSONRPCMessage) => told.push("id" in message ? message.id : message), 1000, 2);
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

Deno.test("where more waits than there is room for, the reader is told when that is over", async () => {
  const queue = new CallQueue(() => {}, 1000, 1);
  queue.take(call(1), 5000);
  assertEquals(queue.full(), undefined);
  queue.take(call(2), 600);
  queue.take(call(3), 600);
  const full = queue.full();
  queue.over(3);
  await full;
  assertEquals(queue.full(), undefined);
});
