import { assertEquals, assertRejects } from "@std/assert";
import { CallClock } from "../../src/mcp/service.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";

type Asked = readonly [at: number, timeoutMs: number];

/** The time left for each request of a call that began at 1000, with these times and timeouts. */
async function leftAt(...requests: readonly Asked[]): Promise<number[]> {
  let now = 1000;
  const clock = new CallClock(() => now), left: number[] = [];
  for (const [at, timeoutMs] of requests) {
    now = at;
    await clock.runWithin(timeoutMs, (ms) => Promise.resolve(void left.push(ms)));
  }
  return left;
}

Deno.test("all requests of a call share its time, which runs from its start", async () => {
  assertEquals(await leftAt([1005, 1500]), [1500]);
  assertEquals(await leftAt([1300, 1500]), [1200]);
  assertEquals(await leftAt([1000, 1500], [2000, 200], [2400, 200], [2600, 200]), [1500, 200, 100, 1]);
  assertEquals(await leftAt([1000, 4000], [2000, 4000], [4900, 4000]), [4000, 3000, 100]);
});

Deno.test("a longer request extends the time of its call", async () => {
  assertEquals(await leftAt([1000, 300], [1200, 4000]), [300, 3800]);
});

Deno.test("a call that spent time before its first request has only the rest", async () => {
  assertEquals(await leftAt([2400, 1500], [2490, 1500], [2600, 1500]), [100, 10, 1]);
});

Deno.test("a timeout error names the timeout that was asked for", async () => {
  const clock = new CallClock(() => 500);
  const timeout = () => clock.runWithin(1500, (ms) => Promise.reject(new ToolError("timeout", { ms })));
  assertEquals((await assertRejects(timeout, ToolError)).params, { ms: 1500 });
  const other = new Error("other");
  assertEquals(await assertRejects(() => clock.runWithin(1500, () => Promise.reject(other)), Error), other);
});
