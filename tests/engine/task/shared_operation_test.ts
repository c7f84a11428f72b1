/** Operations that one has begun and another brings to their end. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import type { Operation } from "../../../src/engine/task/operation.ts";
import { SharedOperation } from "../../../src/engine/task/shared_operation.ts";
import { finish } from "../job_on.ts";

const always = () => true;

function* counting(to: number, told: string[] = []): Operation<number> {
  try {
    for (let i = 0; i < to; i++) yield;
    return to;
  } finally {
    told.push("closed");
  }
}

Deno.test("what another pushed to its end comes to its owner", () => {
  const shared = new SharedOperation(counting(5)), owned = shared.run();
  assertEquals(owned.next(), { done: false, value: undefined });
  assertEquals([...shared.driveWhile(always)].length, 4);
  assertEquals(owned.next(), { done: true, value: 5 });
});

Deno.test("turns are taken in any order, and nothing is done twice", () => {
  const shared = new SharedOperation(counting(5));
  const owned = shared.run(), pushed = shared.driveWhile(always);
  const turns = [owned, pushed, pushed, owned, pushed, owned].map((one) => one.next().done);
  assertEquals(turns, [false, false, false, false, false, true]);
  assertEquals(pushed.next().done, true);
});

Deno.test("when the owner is stopped, so is the operation, and who pushed it goes on alone", () => {
  const told: string[] = [];
  const shared = new SharedOperation(counting(5, told)), owned = shared.run(), pushed = shared.driveWhile(always);
  owned.next();
  pushed.next();
  assertThrows(() => owned.throw(new Error("cancelled")), Error, "cancelled");
  assertEquals(told, ["closed"]);
  assertEquals(pushed.next().done, true);
});

Deno.test("what it throws is its owner's, whoever's turn it was", () => {
  const shared = new SharedOperation((function* (): Operation<number> {
    yield;
    throw new Error("a root has gone");
  })());
  const owned = shared.run();
  owned.next();
  finish(shared.driveWhile(always));
  assertThrows(() => owned.next(), Error, "a root has gone");
});

Deno.test("while it waits for something, all wait for the same", async () => {
  const gate = Promise.withResolvers<void>();
  const shared = new SharedOperation((function* (): Operation<string> {
    yield gate.promise;
    return "done";
  })());
  const owned = shared.run(), pushed = shared.driveWhile(always);
  const { value: first } = owned.next(), { value: second } = pushed.next();
  assert(first === second);
  gate.resolve();
  await first;
  finish(pushed);
  assertEquals(finish(owned), "done");
});

Deno.test("it is pushed no longer than it is worth it", () => {
  const shared = new SharedOperation(counting(5));
  let turns = 0;
  assertEquals([...shared.driveWhile(() => turns++ < 2)].length, 2);
  assertEquals(finish(shared.run()), 5);
});
