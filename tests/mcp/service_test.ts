import { ANSWER_MEMORY_BYTES, CallMemory } from "../../src/mcp/call_limits.ts";
import { callContext, type Service } from "../../src/mcp/service.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { searchFor } from "../engine/requests.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { scriptedService } from "./scripted_service.ts";

Deno.test("a call waits for memory no longer than its time, and asks nothing then", async () => {
  const service = scriptedService(), memory = new CallMemory(service.answerMemory);
  await service.answerMemory.acquire(ANSWER_MEMORY_BYTES);
  const request = searchFor("x", { limit: 10_000, timeoutMs: 30 });
  const { run } = callContext(service, {}, { memory });
  const { key, params } = await assertRejects(() => run(request), ToolError);
  assertEquals([key, params], ["timeout", { ms: 30 }]);
});
