import { assertEquals } from "@std/assert";
import { contextOf, type Service } from "../../src/mcp/service.ts";
import { WARMING } from "../../src/pool/warm_up.ts";
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
