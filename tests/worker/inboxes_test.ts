/** What is dealt to a thread, and which request it is for. */
import { assertEquals, assertThrows } from "@std/assert";
import type { FoundEntry } from "../../src/engine/found_entry.ts";
import { Sender } from "../../src/worker/delivery.ts";
import { Inboxes } from "../../src/worker/inboxes.ts";

function files(...paths: string[]): FoundEntry[] {
  return paths.map((path) => ({ shown: path, place: { root: 0, path }, kind: "file" }));
}

Deno.test("what is dealt before main tells of the request waits for it", () => {
  const inboxes = new Inboxes(), sender = new Sender();
  inboxes.put({ number: 1, delivery: sender.delivery(files("a")), last: false });
  inboxes.put({ number: 2, delivery: sender.delivery(files("b")), last: true });
  const first = inboxes.begin(1);
  assertEquals([first.take(), first.over], [files("a"), false]);
  inboxes.put({ number: 1, delivery: sender.delivery(files("c")), last: true });
  assertEquals([first.take(), first.over], [files("c"), true]);
  inboxes.end(1);
  const second = inboxes.begin(2);
  assertEquals([second.take(), second.over], [files("b"), true]);
});

Deno.test("what comes for a request that is over is kept for those that refer to it, and for nobody else", () => {
  const inboxes = new Inboxes(), sender = new Sender(), known = files("a", "b");
  inboxes.begin(1);
  inboxes.end(1);
  inboxes.put({ number: 1, delivery: sender.delivery(known, true), last: true });
  inboxes.put({ number: 2, delivery: sender.delivery(known, true), last: true });
  const inbox = inboxes.begin(2);
  assertEquals([inbox.take(), inbox.over], [known, true]);
});

Deno.test("a delivery that refers to one that never came fails its own request, and no other", () => {
  const inboxes = new Inboxes(), sender = new Sender();
  const lost = inboxes.begin(1), other = inboxes.begin(2);
  inboxes.put({ number: 1, delivery: { number: 7 }, last: true });
  inboxes.put({ number: 0, delivery: { number: 7 }, last: true });
  inboxes.put({ number: 2, delivery: sender.delivery(files("a")), last: true });
  assertThrows(() => lost.take(), Error, "delivery 7 was never made");
  assertEquals([other.take(), other.over], [files("a"), true]);
});
