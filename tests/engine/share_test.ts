/** How files are dealt out to threads. */
import { assertEquals } from "@std/assert";
import type { FoundEntry } from "../../src/engine/found_entry.ts";
import { alone, Dealer, dealtTo, isLastingly } from "../../src/engine/share.ts";

Deno.test("an array that comes again is dealt to as many threads as there are this time", () => {
  const files = Array.from({ length: 100 }, (_, i): FoundEntry => {
    const path = `d/f${i}.txt`;
    return { shown: path, place: { root: 0, path }, kind: "file" };
  });
  for (const count of [2, 1, 4, 2, 1]) {
    const dealt = new Map<number, readonly FoundEntry[]>();
    const dealer = new Dealer({ ...alone(), count, send: (to, some) => dealt.set(to, some) }, true);
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

Deno.test("what a thread is dealt at first and keeps is what it will be dealt; only the finder takes more over", () => {
  const files = Array.from({ length: 2000 }, (_, i): FoundEntry => {
    const path = `d${i % 300}/f${i}.txt`;
    return { shown: path, place: { root: 0, path }, kind: "file" };
  });
  for (const count of [1, 2, 3, 4]) {
    for (let index = 0; index < count; index++) {
      const first = files.filter((file) => dealtTo(file, count, false) === index);
      const known = files.filter((file) => dealtTo(file, count, true) === index);
      const kept = first.filter((file) => isLastingly(file, { index, count }));
      assertEquals(kept, index === 0 ? first : known);
    }
  }
});

Deno.test("what is found anew is dealt to whoever has kept it, unless nothing was dealt before", () => {
  const files = Array.from({ length: 2000 }, (_, i): FoundEntry => {
    const path = `d${i % 300}/f${i}.txt`;
    return { shown: path, place: { root: 0, path }, kind: "file" };
  });
  for (const isFirst of [true, false]) {
    const sent: FoundEntry[] = [];
    const dealer = new Dealer({ ...alone(), count: 2, send: (_, some) => void sent.push(...some) }, isFirst);
    for (const file of files) dealer.deal([file], false);
    dealer.end();
    assertEquals(sent, files.filter((file) => dealtTo(file, 2, !isFirst) === 1));
  }
});

Deno.test("few files that may come again are the finder's alone, to keep as well; others are shared out", () => {
  for (const count of [1, 32, 33, 200]) {
    const files = Array.from({ length: count }, (_, i): FoundEntry => {
      const path = `d${i}/f.txt`;
      return { shown: path, place: { root: 0, path }, kind: "file" };
    });
    let sent = 0;
    const share = {
      ...alone(),
      count: 2,
      send: (_: number, some: readonly FoundEntry[]) => void (sent += some.length),
    };
    const dealer = new Dealer(share, false);
    dealer.deal(files, true);
    dealer.end();
    const isFew = count <= 32;
    assertEquals([sent === 0, dealer.own.length === count], [isFew, isFew]);
    assertEquals(dealer.own.every((file) => isLastingly(file, share)), true);
  }
});
