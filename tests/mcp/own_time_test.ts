import { getEventListeners } from "node:events";
import { assertEquals, assertRejects } from "@std/assert";
import { OwnTime } from "../../src/mcp/own_time.ts";
import { ToolError } from "../../src/model/tool_error.ts";

const never = new Promise<never>(() => {});
const { signal } = new AbortController();

Deno.test("who waits for what is shared has it, even late, where it is there already", async () => {
  assertEquals(await new OwnTime(signal, 60_000).wait(Promise.resolve("shared")), "shared");
  assertEquals(await new OwnTime(signal, 0).wait(Promise.resolve("shared")), "shared");
});

Deno.test("who has waited for so long as he may is told how long that was", async () => {
  const error = await assertRejects(() => new OwnTime(signal, 2).wait(never), ToolError);
  assertEquals([error.key, error.params], ["roots_timeout", { ms: 2 }]);
});

Deno.test("who is called off waits no more, and others who wait for the same do", async () => {
  const off = new AbortController(), shared = Promise.withResolvers<string>();
  const called = new OwnTime(off.signal, 60_000), other = new OwnTime(signal, 60_000);
  const both = Promise.allSettled([called.wait(shared.promise), other.wait(shared.promise)]);
  off.abort(new Error("off"));
  await assertRejects(() => called.wait(Promise.resolve("shared")), Error, "off");
  shared.resolve("shared");
  assertEquals(await both, [{ status: "rejected", reason: off.signal.reason }, {
    status: "fulfilled",
    value: "shared",
  }]);
});

Deno.test({
  name: "nothing is left of a wait that is over, however it ended",
  sanitizeOps: true,
  fn: async () => {
    const off = new AbortController(),
      wait = (ms: number, shared: Promise<unknown>) => new OwnTime(off.signal, ms).wait(shared).catch(() => {});
    await Promise.all([wait(60_000, Promise.resolve()), wait(60_000, Promise.reject(new Error("no"))), wait(2, never)]);
    assertEquals(getEventListeners(off.signal, "abort"), []);
    const waiting = wait(60_000, never);
    off.abort();
    await waiting;
  },
});
