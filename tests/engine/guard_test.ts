import { assert, assertEquals } from "@std/assert";
import { VmGuard } from "../../src/engine/guard.ts";

Deno.test("the guard lets work finish, stops what does not end, and works again afterwards", () => {
  const guard = new VmGuard();
  let done = 0;
  assert(guard.run(() => done++, 1000));
  assert(!guard.run(() => void /^(a+)+$/.test("a".repeat(60) + "!"), 30));
  assert(guard.run(() => done++, 1000));
  assertEquals(done, 2);
});

Deno.test("an expression that runs out of stack is stopped like one that runs out of time", () => {
  const guard = new VmGuard();
  assertEquals(guard.run(() => void /^(?:a|b)*c/.test("ab".repeat(10_000_000)), 20_000), false);
});

Deno.test("an error of the work itself comes through", () => {
  const guard = new VmGuard();
  let message = "";
  try {
    guard.run(() => {
      throw new TypeError("mine");
    }, 1000);
  } catch (error) {
    message = error instanceof TypeError ? error.message : "another";
  }
  assertEquals(message, "mine");
});
