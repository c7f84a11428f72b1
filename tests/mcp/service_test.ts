import { ANSWER_MEMORY_BYTES, CallMemory } from "../../src/mcp/call_limits.ts";
import { callContext, type Service } from "../../src/mcp/service.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { WARM_UP_REQUEST } from "../../src/worker/request_runner.ts";
import { searchFor } from "../engine/requests.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { scriptedService } from "./scripted_service.ts";

Deno.test("all requests of a call have its number, which no other call has", async () => {
  const numbers: (number | undefined)[] = [], { engine, ...rest } = scriptedService();
  const execute: Service["engine"]["execute"] = (_, options) => {
    numbers.push(options?.callNumber);
    return Promise.reject(new Error("nothing more is asked"));
  };
  const service = { ...rest, engine: { ...engine, execute } };
  const [first, second] = [callContext(service, {}), callContext(service, {})];
  for (const call of [first, second, first]) await call.run(WARM_UP_REQUEST).catch(() => {});
  assertEquals(numbers, [1, 2, 1]);
});

Deno.test("a call waits for memory no longer than its time, and asks nothing then", async () => {
  const service = scriptedService(), memory = new CallMemory(service.answerMemory);
  await service.answerMemory.acquire(ANSWER_MEMORY_BYTES);
  const request = searchFor("x", { limit: 10_000, timeoutMs: 30 });
  const { run } = callContext(service, {}, { memory });
  const { key, params } = await assertRejects(() => run(request), ToolError);
  assertEquals([key, params], ["timeout", { ms: 30 }]);
});
