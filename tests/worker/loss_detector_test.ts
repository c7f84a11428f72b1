/** Dropped events are inferred from counts and from the clock. */
import { assertEquals } from "@std/assert";
import { lossDetector } from "../../src/worker/watch_main.ts";

/** A detector, and its result after `events` further events and `ms` further milliseconds. */
function detecting() {
  let now = 1e6;
  const detector = lossDetector(() => now);
  return {
    detector,
    after(events: number, ms: number, workMs?: number): boolean {
      now += ms;
      for (let i = 0; i < events; i++) detector.countEvent();
      return detector.mayHaveLost(workMs);
    },
  };
}

Deno.test("after 4,096 events since the queue was empty, further ones may be lost, however many checks lie between", () => {
  const { detector, after } = detecting();
  assertEquals([after(2048, 1), after(2048, 1), after(1, 1), after(0, 1)], [false, false, true, true]);
  detector.queueIsEmpty();
  assertEquals([after(4096, 1), after(1, 1)], [false, true]);
  detector.restart();
  assertEquals(after(4096, 1), false);
});

Deno.test("a process that did not check the clock for longer than its work takes was stopped", () => {
  const { detector, after } = detecting();
  assertEquals([after(0, 750), after(0, 751), after(0, 750)], [false, true, false]);
  assertEquals([after(0, 2750, 2000), after(0, 2751, 2000)], [false, true]);
  after(0, 5000);
  detector.restart();
  assertEquals(after(0, 750), false);
});
