/** A call's time, its memory and its number. @module */
import { assertEquals, assertRejects } from "@std/assert";
import { ANSWER_MEMORY_BYTES, CallMemory, WeightedSemaphore } from "../../src/mcp/call_limits.ts";
import { CallClock, callContext } from "../../src/mcp/service.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { searchFor } from "../engine/requests.ts";
import { seeded } from "../seed.ts";
import { scriptedService } from "./scripted_service.ts";

Deno.test("a call waits for memory no longer than its time, and asks nothing then", async () => {
  const service = scriptedService(), memory = new CallMemory(service.answerMemory);
  await service.answerMemory.acquire(ANSWER_MEMORY_BYTES);
  const request = searchFor("x", { limit: 10_000, timeoutMs: 30 });
  const { run } = callContext(service, {}, { memory });
  const { key, params } = await assertRejects(() => run(request), ToolError);
  assertEquals([key, params], ["timeout", { ms: 30 }]);
});

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

const search = (limit: number) => ({ ...searchFor("x"), limit });

/** Calls that each reserve memory for `request`. `begun` holds those that have it. */
function calls(count: number, semaphore: WeightedSemaphore, request: Parameters<CallMemory["reserve"]>[0]) {
  const begun: number[] = [], off = Array.from({ length: count }, () => new AbortController());
  const memories = off.map(({ signal }) => new CallMemory(semaphore, signal));
  const reserved = memories.map((memory, i) => memory.reserve(request).then(() => void begun.push(i)));
  return { begun, off, memories, reserved };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

Deno.test("three searches for 10,000 records run at the same time, the next after one is answered; those for 100 never wait", async () => {
  const semaphore = new WeightedSemaphore(ANSWER_MEMORY_BYTES);
  const { begun, memories, off, reserved } = calls(5, semaphore, search(10_000)),
    few = calls(5, semaphore, search(100));
  await settle();
  assertEquals([begun, few.begun], [[0, 1, 2], [0, 1, 2, 3, 4]]);
  memories[1].release();
  await settle();
  assertEquals(begun, [0, 1, 2, 3]);
  off[4].abort(new Error("off"));
  await assertRejects(() => reserved[4], Error, "off");
});

Deno.test("a call reserves memory once, for any number of requests, and releases it at its end", async () => {
  const semaphore = new WeightedSemaphore(ANSWER_MEMORY_BYTES), memory = new CallMemory(semaphore);
  await Promise.all([memory.reserve(search(30_000)), memory.reserve(search(30_000))]);
  await memory.reserve(search(10_000));
  memory.release();
  memory.release();
  const { begun } = calls(4, semaphore, search(10_000));
  await settle();
  assertEquals(begun, [0, 1, 2]);
});

Deno.test("a call that ended while it waited for memory gives it back when it gets it", async () => {
  const semaphore = new WeightedSemaphore(ANSWER_MEMORY_BYTES),
    first = new CallMemory(semaphore),
    late = new CallMemory(semaphore);
  await first.reserve(search(100_000));
  const reserved = late.reserve(search(100_000));
  late.release();
  first.release();
  await reserved;
  const { begun } = calls(1, semaphore, search(100_000));
  await settle();
  assertEquals(begun, [0]);
});

Deno.test("in any order of acquire, release and abort the capacity is respected, and all waiters are served in order", async () => {
  const random = seeded("semaphore"), capacity = 10, semaphore = new WeightedSemaphore(capacity);
  let asked = 0;
  const held: number[] = [], served: number[] = [], waits: Promise<void>[] = [], aborts: AbortController[] = [];
  for (let i = 0; i < 2000; i++) {
    const roll = random.int(3);
    if (roll === 0) {
      const weight = 1 + random.int(14), nth = asked++, abort = new AbortController();
      aborts.push(abort);
      const hold = () => {
        held.push(weight);
        served.push(nth);
      };
      waits.push(semaphore.acquire(weight, abort.signal).then(hold, () => {}));
    } else if (roll === 1 && held.length > 0) semaphore.release(held.splice(random.int(held.length), 1)[0]);
    else if (aborts.length > 0 && random.chance(0.2)) random.pick(aborts).abort();
    await settle();
    const sum = held.reduce((total, weight) => total + weight, 0);
    assertEquals(sum <= capacity || held.length === 1, true, `${held} are held`);
  }
  for (; held.length > 0; await settle()) semaphore.release(held.splice(0, 1)[0]);
  await Promise.all(waits);
  assertEquals(served, served.toSorted((a, b) => a - b));
});
