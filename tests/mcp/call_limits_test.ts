import { assertEquals, assertRejects } from "@std/assert";
import { ANSWER_MEMORY_BYTES, CallMemory, WeightedSemaphore } from "../../src/mcp/call_limits.ts";
import { searchFor } from "../engine/requests.ts";
import { seeded } from "../seed.ts";

const search = (limit: number) => ({ ...searchFor("x"), limit });
const read = (max: number) =>
  ({ op: "read", path: "f", range: { type: "bytes", offset: 0, max }, timeoutMs: 30_000 }) as const;

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

Deno.test("eight reads of a mebibyte run at the same time, and those of 64 KiB never wait", async () => {
  const semaphore = new WeightedSemaphore(ANSWER_MEMORY_BYTES);
  const large = calls(10, semaphore, read(2 ** 20)), small = calls(10, semaphore, read(2 ** 16));
  await settle();
  assertEquals([large.begun.length, small.begun.length], [8, 10]);
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

Deno.test("a weight above the capacity is held alone, and waiters are served in order", async () => {
  const semaphore = new WeightedSemaphore(10), held: string[] = [];
  const acquire = (name: string, weight: number) => semaphore.acquire(weight).then(() => held.push(name));
  void acquire("large", 30);
  void acquire("a", 6);
  void acquire("b", 5);
  void acquire("c", 1);
  await settle();
  assertEquals(held, ["large"]);
  semaphore.release(30);
  await settle();
  assertEquals(held, ["large", "a"], "c waits for b");
  semaphore.release(6);
  await settle();
  assertEquals(held, ["large", "a", "b", "c"]);
});

Deno.test("an aborted waiter holds nothing, and those after it are served", async () => {
  const semaphore = new WeightedSemaphore(10), off = new AbortController();
  let isServed = false;
  await semaphore.acquire(6);
  const large = semaphore.acquire(9, off.signal);
  void semaphore.acquire(4).then(() => isServed = true);
  off.abort(new Error("off"));
  await assertRejects(() => large, Error, "off");
  await settle();
  assertEquals(isServed, true);
  await assertRejects(() => semaphore.acquire(1, off.signal), Error, "off");
});

Deno.test("in any order of acquire, release and abort the capacity is respected, and all waiters are served", async () => {
  const random = seeded("semaphore"), capacity = 10, semaphore = new WeightedSemaphore(capacity);
  const held: number[] = [], waits: Promise<void>[] = [], aborts: AbortController[] = [];
  for (let i = 0; i < 2000; i++) {
    const roll = random.int(3);
    if (roll === 0) {
      const weight = 1 + random.int(14), abort = new AbortController();
      aborts.push(abort);
      waits.push(semaphore.acquire(weight, abort.signal).then(() => void held.push(weight), () => {}));
    } else if (roll === 1 && held.length > 0) semaphore.release(held.splice(random.int(held.length), 1)[0]);
    else if (aborts.length > 0 && random.chance(0.2)) random.pick(aborts).abort();
    await settle();
    const sum = held.reduce((total, weight) => total + weight, 0);
    assertEquals(sum <= capacity || held.length === 1, true, `${held} are held`);
  }
  for (; held.length > 0; await settle()) semaphore.release(held.splice(0, 1)[0]);
  await Promise.all(waits);
});
