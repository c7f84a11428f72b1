import { assertEquals } from "@std/assert";
import { looksLikeCall, parseLine } from "../../src/mcp/message_line.ts";

const lineOf = (text: string) => ({ kind: "line", bytes: new TextEncoder().encode(text) }) as const;

Deno.test("a tool's call is known by the beginning of its line, whatever comes first in it", () => {
  const params = { name: "read_file", arguments: { path: "a" } };
  for (
    const [message, isCall] of [
      [{ jsonrpc: "2.0", id: 1, method: "tools/call", params }, true],
      [{ method: "tools/call", params, jsonrpc: "2.0", id: "x" }, true],
      [[{ jsonrpc: "2.0", id: 1, method: "tools/call", params }], true],
      [{ jsonrpc: "2.0", id: 1, method: "tools/list" }, false],
      [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, false],
    ] as const
  ) assertEquals(looksLikeCall(lineOf(JSON.stringify(message))), isCall);
  assertEquals(looksLikeCall(lineOf("\xff\0 no JSON")), false);
  assertEquals(looksLikeCall({ kind: "too_long", head: new Uint8Array(), tail: new Uint8Array() }), false);
});

Deno.test("a batch of more than 1,000 messages is refused as one", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const parsed = (length: number) => parseLine(lineOf(JSON.stringify(Array(length).fill(ping))));
  assertEquals(parsed(1000).messages.length, 1000);
  const message = "Invalid Request: the batch has more than 1000 messages";
  const error = { jsonrpc: "2.0", id: null, error: { code: -32600, message } } as const;
  assertEquals(parsed(1001), { messages: [], errors: [error], batch: false });
});
