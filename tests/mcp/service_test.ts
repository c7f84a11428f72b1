import { assertEquals, assertRejects } from "@std/assert";
import { ANSWER_MEMORY, CallMemory } from "../../src/mcp/call_memory.ts";
import { contextOf, type Service } from "../../src/mcp/service.ts";
import { ToolError } from "../../src/model/tool_error.ts";
import { WARMING } from "../../src/pool/warm_up.ts";
import { searchFor } from "../engine/requests.ts";
import { scriptedService } from "./scripted_service.ts";

Deno.test("all requests of a call have its number, and no other call has it", async () => {
  const numbers: (number | undefined)[] = [], { engine, ...rest } = scriptedService();
  const run: Service["engine"]["run"] = (_, options) => {
    numbers.push(options?.call);
    return Promise.reject(new Error("nothing more is asked"));
  };
  const service = { ...rest, engine: { ...engine, run } };
  const [first, second] = [contextOf(service, {}), contextOf(service, {})];
  for (const call of [first, second, first]) await call.run(WARMING).catch(() => {});
  assertEquals(numbers, [1, 2, 1]);
});

Deno.test("a call waits for memory no longer than its time, and asks nothing then", async () => {
  const service = scriptedService(), memory = new CallMemory(service.answers);
  await service.answers.acquire(ANSWER_MEMORY);
  const request = searchFor("x", { limit: 10_000, timeoutMs: 30 });
  const { run } = contextOf(service, {}, { memory });
  const { key, params } = await assertRejects(() => run(request), ToolError);
  assertEquals([key, params], ["timeout", { ms: 30 }]);
});
