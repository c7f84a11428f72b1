import { assert, assertEquals, assertThrows } from "@std/assert";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";

Deno.test("work finishes or is stopped, and the guard can be used again", () => {
  const guard = new VmTimeout();
  let done = 0;
  assert(guard.runWithTimeout(() => done++, 1000));
  assert(!guard.runWithTimeout(() => void /^(a+)+$/.test("a".repeat(60) + "!"), 30));
  assert(guard.runWithTimeout(() => done++, 1000));
  assertEquals(done, 2);
});

Deno.test("an expression that overflows the stack counts as stopped", () => {
  const guard = new VmTimeout();
  assertEquals(guard.runWithTimeout(() => void /^(?:a|b)*c/.test("ab".repeat(10_000_000)), 20_000), false);
});

Deno.test("an error of the work is thrown", () => {
  const fail = () => {
    throw new TypeError("mine");
  };
  assertThrows(() => new VmTimeout().runWithTimeout(fail, 1000), TypeError, "mine");
});

Deno.test("work that ends just before its timeout never gets the code after it terminated", async () => {
  const guard = new VmTimeout(), limit = 4;
  let begun = 0, over = 0;
  for (let i = 0; i < 160; i++) {
    // In a microtask of its own: one that the watchdog terminates never ends and reports no error.
    await Promise.race([
      new Promise<void>((resolve) => setTimeout(resolve, 1000)),
      Promise.resolve().then(() => {
        begun++;
        const end = performance.now() + limit - 0.6 + 0.8 * (i % 40) / 40;
        let count = 0;
        guard.runWithTimeout(() => {
          while (performance.now() < end) count++;
        }, limit);
        for (let more = 0; more < 20_000; more++) count++;
        over += count > 0 ? 1 : 0;
      }),
    ]);
  }
  assertEquals([begun, over], [160, 160]);
});

Deno.test("work stopped with almost no processor time used is run again, with a longer timeout, while time is left", () => {
  const guard = new VmTimeout(), cell = new Int32Array(new SharedArrayBuffer(4));
  let done = 0;
  const starved = () => {
    Atomics.wait(cell, 0, 0, 300);
    done++;
  };
  assertEquals([guard.runWithTimeout(starved, 100, 150), done], [false, 0]);
  assertEquals([guard.runWithTimeout(starved, 100, 10_000), done], [true, 1]);
});
