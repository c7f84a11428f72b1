/** How a call comes by its number. */
import { assertEquals } from "@std/assert";
import { contextOf, lineCame, type Service } from "../../src/mcp/service.ts";
import { WARMING } from "../../src/pool/warm_up.ts";
import { scriptedService } from "./scripted_service.ts";

Deno.test("a call has the number that was expected last, and no other call has it; each was expected no earlier than it came", async () => {
  const expected: number[] = [], begun: number[] = [];
  const { engine, ...rest } = scriptedService();
  const service: Service = {
    ...rest,
    engine: {
      ...engine,
      expect: (call) => void expected.push(call),
      run: (_, options) => {
        begun.push(options?.call ?? NaN);
        return Promise.reject(new Error("asked no more than that"));
      },
    },
  };
  const begin = () => contextOf(service, {}).run(WARMING).catch(() => {});
  begin();
  lineCame(service, true);
  await begin();
  // Two that came before either was understood, and one that nobody expected.
  lineCame(service, true);
  lineCame(service, true);
  await begin();
  await begin();
  await begin();
  // One that was expected and never began; then one whose line did not look like a call.
  lineCame(service, true);
  lineCame(service, false);
  await begin();
  const [first] = begun;
  assertEquals(expected.map((call) => call - first), [1, 2, 3, 6]);
  assertEquals(begun.map((call) => call - first), [0, 1, 3, 4, 5, 7]);
});
