/** How files are dealt out to threads. */
import { assertEquals } from "@std/assert";
import type { FoundEntry } from "../../src/engine/found_entry.ts";
import { alone, Dealer, dealtTo } from "../../src/engine/share.ts";

Deno.test("an array that comes again is dealt to as many threads as there are this time", () => {
  const files = Array.from({ length: 100 }, (_, i): FoundEntry => {
    const path = `d/f${i}.txt`;
    return { shown: path, place: { root: 0, path }, kind: "file" };
  });
  for (const count of [2, 1, 4, 2, 1]) {
    const dealt = new Map<number, readonly FoundEntry[]>();
    const dealer = new Dealer({ ...alone(), count, send: (to, some) => dealt.set(to, some) });
    dealer.deal(files, true);
    dealer.end();
    dealt.set(0, dealer.own);
    const expected = Array.from(
      { length: count },
      (_, to) => files.filter((f) => dealtTo(f, count, true) === to),
    );
    assertEquals([...dealt].sort(([a], [b]) => a - b).map(([, some]) => some), expected);
  }
});
