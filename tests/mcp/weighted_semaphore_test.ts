import { assertEquals, assertRejects } from "@std/assert";
import { WeightedSemaphore } from "../../src/mcp/weighted_semaphore.ts";
import { seeded } from "../seed.ts";

/** Runs microtasks until each waiter that can be served has been. */
async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

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
