/** How files are dealt out to threads. */
import { assert, assertEquals } from "@std/assert";
import type { FoundEntry } from "../../src/engine/found_entry.ts";
import { alone, Dealer, dealtTo, fairPart, isLastingly, lastingPart, Taken } from "../../src/engine/share.ts";
import { seeded } from "../seed.ts";

Deno.test("an array that comes again is dealt to as many threads as there are this time", () => {
  const files = Array.from({ length: 100 }, (_, i): FoundEntry => {
    const path = `d/f${i}.txt`;
    return { shown: path, place: { root: 0, path }, kind: "file" };
  });
  for (const count of [2, 1, 4, 2, 1]) {
    const dealt = new Map<number, readonly FoundEntry[]>();
    const dealer = new Dealer({ ...alone(), count, send: (to, some) => dealt.set(to, some) }, true);
    dealer.deal(files, "known");
    dealer.end();
    dealt.set(0, dealer.own);
    const expected = Array.from(
      { length: count },
      (_, to) => files.filter((f) => dealtTo(f, count, lastingPart(count)) === to),
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
    const most = lastingPart(count);
    for (const over of [0, most >> 2, most >> 1, most]) {
      for (let index = 0; index < count; index++) {
        const first = files.filter((file) => dealtTo(file, count, over) === index);
        const known = files.filter((file) => dealtTo(file, count, most) === index);
        const kept = first.filter((file) => isLastingly(file, { index, count }));
        assertEquals(kept, index === 0 ? first : known);
      }
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
    for (const file of files) dealer.deal([file], "some");
    dealer.end();
    assertEquals(sent, files.filter((file) => dealtTo(file, 2, isFirst ? 0 : lastingPart(2)) === 1));
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
    dealer.deal(files, "known");
    dealer.end();
    const isFew = count <= 32;
    assertEquals([sent === 0, dealer.own.length === count], [isFew, isFew]);
    assertEquals(dealer.own.every((file) => isLastingly(file, share)), true);
  }
});

Deno.test("files that were found at last are dealt so that all threads come to their end together, as far as may be", () => {
  const random = seeded("fair parts");
  for (let i = 0; i < 500; i++) {
    const count = 2 + random.int(3), files = 1000 + random.int(20_000), counts = new Int32Array(count);
    for (let thread = 0; thread < count; thread++) counts[thread] = random.int(files / count);
    const over = fairPart(files, { count, taken: new Taken(0, counts) });
    const own = count === 2 ? files * 2 / 7 : 0, taken = (files - own) * over / 1024;
    const mine = own + taken - counts[0];
    const theirs = (files - own - taken - counts.subarray(1).reduce((a, b) => a + b)) / (count - 1);
    const label = `${files} files, taken in ${counts}, taken over ${over}`;
    if (over === 0) assert(mine >= theirs - files / 1024, label);
    else if (over === lastingPart(count)) assert(mine <= theirs + files / 1024, label);
    else assert(Math.abs(mine - theirs) <= files / 512, label);
  }
});

Deno.test("what all have taken in is seen by all", () => {
  const counts = new Int32Array(new SharedArrayBuffer(12));
  const [first, second] = [new Taken(0, counts), new Taken(1, counts)];
  first.add(3);
  second.add(4);
  second.add(1);
  assertEquals([first.by(0), first.by(1), first.by(2), second.byAll], [3, 5, 0, 8]);
});
