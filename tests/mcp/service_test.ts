import { assertEquals } from "@std/assert";
import { callContext, type Service } from "../../src/mcp/service.ts";
import { WARM_UP_REQUEST } from "../../src/pool/warm_up.ts";
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
