import { assertEquals } from "@std/assert";
import { isCall } from "../../../src/mcp/stdio/parse_line.ts";

Deno.test("a request that asks the engine for something is a call, and nothing else is", () => {
  const asking = ["tools/call", "resources/read"];
  for (const method of [...asking, "tools/list", "prompts/get", "resources/list", "initialize", "ping"]) {
    assertEquals([method, isCall({ jsonrpc: "2.0", id: 1, method })], [method, asking.includes(method)]);
  }
  assertEquals(isCall({ jsonrpc: "2.0", method: "tools/call" }), false);
});
