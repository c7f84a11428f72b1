import { type Operation, SharedOperation } from "../../../src/engine/task/operation.ts";
import { finish } from "../job_on.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";

const forever = () => true;

function* counting(to: number, events: string[] = []): Operation<number> {
  try {
    for (let i = 0; i < to; i++) yield;
    return to;
  } finally {
    events.push("closed");
  }
}

Deno.test("an operation that another caller finishes gives its owner the result", () => {
  const shared = new SharedOperation(counting(5)), owner = shared.run();
  assertEquals(owner.next(), { done: false, value: undefined });
  assertEquals([...shared.driveWhile(forever)].length, 4);
  assertEquals(owner.next(), { done: true, value: 5 });
});

Deno.test("callers advance an operation in any order, each step once", () => {
  const shared = new SharedOperation(counting(5));
  const owner = shared.run(), helper = shared.driveWhile(forever);
  const turns = [owner, helper, helper, owner, helper, owner].map((one) => one.next().done);
  assertEquals(turns, [false, false, false, false, false, true]);
  assertEquals(helper.next().done, true);
});

Deno.test("stopping the owner stops the operation and ends the other caller's loop", () => {
  const events: string[] = [];
  const shared = new SharedOperation(counting(5, events)), owner = shared.run(), helper = shared.driveWhile(forever);
  owner.next();
  helper.next();
  assertThrows(() => owner.throw(new Error("cancelled")), Error, "cancelled");
  assertEquals(events, ["closed"]);
  assertEquals(helper.next().done, true);
});

Deno.test("the owner gets the operation's error, whichever caller advanced it", () => {
  const shared = new SharedOperation((function* (): Operation<number> {
    yield;
    throw new Error("a root has gone");
  })());
  const owner = shared.run();
  owner.next();
  finish(shared.driveWhile(forever));
  assertThrows(() => owner.next(), Error, "a root has gone");
});

Deno.test("all callers wait for the promise that the operation waits for", async () => {
  const gate = Promise.withResolvers<void>();
  const shared = new SharedOperation((function* (): Operation<string> {
    yield gate.promise;
    return "done";
  })());
  const owner = shared.run(), helper = shared.driveWhile(forever);
  const { value: first } = owner.next(), { value: second } = helper.next();
  assert(first === second);
  gate.resolve();
  await first;
  finish(helper);
  assertEquals(finish(owner), "done");
});

Deno.test("driveWhile stops when its condition turns false", () => {
  const shared = new SharedOperation(counting(5));
  let turns = 0;
  assertEquals([...shared.driveWhile(() => turns++ < 2)].length, 2);
  assertEquals(finish(shared.run()), 5);
});
