/** Files dealt to another thread: what arrives is what was sent, however little of it was sent. */
import { assertEquals } from "@std/assert";
import type { FoundEntry } from "../../src/engine/found_entry.ts";
import { comparePaths } from "../../src/model/place.ts";
import { Receiver, Sender } from "../../src/worker/delivery.ts";
import { seeded } from "../seed.ts";

function file(path: string, changed = 0): FoundEntry {
  return { shown: path, place: { root: 0, path }, kind: "file", dir: { dev: 1, ino: 2, mtime: 3, changed } };
}

Deno.test("of files that are mostly the same as before only the others are sent", () => {
  const sender = new Sender(), receiver = new Receiver();
  const files = Array.from({ length: 100 }, (_, i) => file(`d/f${100 + i}`));
  const first = receiver.take(structuredClone(sender.delivery(files, true)));
  assertEquals(first, files);
  const next = [
    ...files.slice(0, 50),
    file("d/f149a"),
    ...files.slice(50, 60),
    file("d/f160", 9),
    ...files.slice(61, 99),
  ];
  const delivery = sender.delivery(next, true);
  assertEquals(delivery.files, undefined);
  assertEquals(
    delivery.amendment?.splices.map(({ at, gone, files }) => [at, gone, "paths" in files ? files.paths : ""]),
    [[50, 0, "d/f149a"], [60, 1, "d/f160"], [99, 1, ""]],
  );
  const second = receiver.take(structuredClone(delivery));
  assertEquals(second, next);
  assertEquals(second[0] === first[0], true, "what is known by its string need not be looked up by another");
  assertEquals(sender.delivery(files, true), { number: 0 });
  assertEquals(sender.delivery(next.toReversed(), true).amendment, undefined);
});

Deno.test("whatever is sent, in whatever order, arrives", () => {
  const random = seeded("deliveries"), sender = new Sender(), receiver = new Receiver();
  const sent: (readonly FoundEntry[])[] = [[]];
  for (let i = 0; i < 400; i++) {
    const before = random.pick(sent.slice(-20)),
      kept = before.filter(() => !random.chance(random.pick([0, 0.05, 0.5])));
    const added = Array.from({ length: random.int(4) }, () => file(`${random.int(9)}/${random.int(500)}`, i));
    const paths = new Set(added.map(({ shown }) => shown));
    const next = [
      ...kept.filter(({ shown }) => !paths.has(shown)),
      ...new Map(added.map((f) => [f.shown, f])).values(),
    ];
    sent.push(random.chance(0.2) ? before : next.sort((a, b) => comparePaths(a.shown, b.shown)));
    const files = sent[sent.length - 1];
    assertEquals(receiver.take(structuredClone(sender.delivery(files, random.chance(0.9)))), files);
  }
});
