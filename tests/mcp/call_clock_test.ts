import { assertEquals, assertRejects } from "@std/assert";
import { CallClock } from "../../src/mcp/service.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";

type Asked = readonly [at: number, timeoutMs: number];

/** What each request is left, made at these times with these time-outs by a call whose time runs from 1000. */
async function leftAt(...requests: readonly Asked[]): Promise<number[]> {
  return await leftSince(1000, ...requests);
}

/** The same of a call that began as late as `now`. */
async function leftSince(now: number, ...requests: readonly Asked[]): Promise<number[]> {
  const clock = new CallClock(1000, () => now);
  const left: number[] = [];
  for (const [at, timeoutMs] of requests) {
    now = at;
    await clock.runWithin(timeoutMs, (ms) => Promise.resolve(void left.push(ms)));
  }
  return left;
}

Deno.test("all requests of a call share its time, which runs from its beginning", async () => {
  assertEquals(await leftAt([1005, 1500]), [1500]);
  assertEquals(await leftAt([1300, 1500]), [1200]);
  assertEquals(await leftAt([1000, 1500], [2000, 200], [2400, 200], [2600, 200]), [1500, 200, 100, 1]);
  assertEquals(await leftAt([1000, 4000], [2000, 4000], [4900, 4000]), [4000, 3000, 100]);
});

Deno.test("a call that begins late still has time to answer, and a longer request lengthens it", async () => {
  assertEquals(await leftSince(9000, [9000, 1500], [9700, 1500], [9800, 1500]), [750, 50, 1]);
  assertEquals(await leftSince(1300, [1300, 1500], [2400, 1500]), [1200, 100]);
  assertEquals(await leftAt([1000, 300], [1200, 4000]), [300, 3800]);
});

Deno.test("a call that did something else first has only the time that this left", async () => {
  assertEquals(await leftAt([2400, 1500], [2490, 1500], [2600, 1500]), [100, 10, 1]);
});

Deno.test("a time-out is told as it was asked for", async () => {
  const clock = new CallClock(0, () => 500);
  const timeout = () => clock.runWithin(1500, (ms) => Promise.reject(new ToolError("timeout", { ms })));
  assertEquals((await assertRejects(timeout, ToolError)).params, { ms: 1500 });
  const other = new Error("other");
  assertEquals(await assertRejects(() => clock.runWithin(1500, () => Promise.reject(other)), Error), other);
});
