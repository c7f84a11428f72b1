/** Calls that may find much find it one behind the other, as far as there is no room for all. */
import { assertEquals, assertRejects } from "@std/assert";
import type { SearchReport } from "../../src/model/report.ts";
import { Soon, Turn } from "../../src/mcp/turn.ts";
import { searchFor } from "../engine/requests.ts";

const HOUR_MS = 3_600_000;
const FOUND: SearchReport = {
  op: "search",
  files: [],
  top: [],
  filesMatched: 0,
  total: 0,
  records: 0,
  units: 0,
  hardLines: 0,
  searched: 0,
  matchedBytes: 0,
  reads: 0,
  skipped: {},
  findMs: 0,
  searchMs: 0,
};

/** Calls that ask, each with what ends its search; `begun` has those that were let in. */
function calls(count: number, limit: number, soonMs: number) {
  const begun: number[] = [];
  const all = Array.from({ length: count }, (_, i) => {
    const found = Promise.withResolvers<SearchReport>(), off = new AbortController();
    const turn = new Turn(off.signal, { giveWay: () => {} }, new Soon(soonMs));
    const report = turn.run({ ...searchFor("x"), limit }, () => {
      begun.push(i);
      return found.promise;
    });
    return { turn, off, report, found: () => found.resolve(FOUND) };
  });
  return { begun, all };
}

/** Turns of the event loop, until whoever may begin has begun. */
async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise<void>((resolve) => setTimeout(resolve));
}

Deno.test("of calls that may find 10,000 each three search at once, and the next when one is over, not when it has found", async () => {
  const { begun, all } = calls(5, 10_000, HOUR_MS), few = calls(5, 100, HOUR_MS);
  await settle();
  assertEquals([begun, few.begun], [[0, 1, 2], [0, 1, 2, 3, 4]]);
  all[1].found();
  await all[1].report;
  await settle();
  assertEquals(begun, [0, 1, 2]);
  all[1].turn.end();
  await settle();
  assertEquals(begun, [0, 1, 2, 3]);
  all[4].off.abort(new Error("off"));
  await assertRejects(() => all[4].report, Error, "off");
  for (const { turn, found } of [...all, ...few.all]) {
    found();
    turn.end();
  }
  await Promise.all([...all.slice(0, 4), ...few.all].map(({ report }) => report));
});

Deno.test("what takes long to find keeps nobody out, and counts again once it is found", async () => {
  const slow = calls(3, 10_000, 0), { begun, all } = calls(1, 10_000, HOUR_MS);
  while (begun.length === 0) await settle();
  for (const { found } of slow.all) found();
  await Promise.all(slow.all.map(({ report }) => report));
  const next = calls(1, 10_000, HOUR_MS);
  all[0].found();
  all[0].turn.end();
  await settle();
  assertEquals(next.begun, []);
  slow.all[0].turn.end();
  while (next.begun.length === 0) await settle();
  for (const { turn, found } of [...slow.all, ...next.all]) {
    found();
    turn.end();
  }
  await next.all[0].report;
});

Deno.test("a call asks as often as it likes, also at once, and leaves room for others when it is over", async () => {
  const turn = new Turn(new AbortController().signal, { giveWay: () => {} }, new Soon(HOUR_MS));
  const ask = () => turn.run({ ...searchFor("x"), limit: 30_000 }, () => Promise.resolve(FOUND));
  await Promise.all([ask(), ask()]);
  await ask();
  turn.end();
  const { begun, all } = calls(3, 10_000, HOUR_MS);
  await settle();
  assertEquals(begun, [0, 1, 2]);
  for (const { turn, found } of all) {
    found();
    turn.end();
  }
});

Deno.test("the more calls take long to find, the shorter the next keep others out, until some find soon again", () => {
  const soon = new Soon(1000), told = (inTime: boolean) => (soon.tell(inTime), soon.ms);
  assertEquals([false, false, false, false, false].map(told), [500, 250, 125, 62.5, 62.5]);
  assertEquals([true, false].map(told), [78.125, 62.5]);
  for (let i = 0; i < 13; i++) soon.tell(true);
  assertEquals(soon.ms, 1000);
});

Deno.test("six reads of a mebibyte go on at once, each until its call is over; short ones do not wait", async () => {
  const range = (max: number) => ({ type: "bytes", offset: 0, max }) as const;
  const begun: number[] = [];
  const turns = Array.from({ length: 8 }, () => new Turn(new AbortController().signal, { giveWay: () => {} }));
  const read = (turn: Turn, i: number, max: number) =>
    turn.run({ op: "read", path: "f", range: range(max), timeoutMs: 1 }, () => {
      begun.push(i);
      return Promise.resolve({
        op: "read",
        path: "f",
        content: "",
        size: 0,
        given: { type: "bytes", offset: 0, length: 0 },
        more: false,
      });
    });
  const reads = turns.map((turn, i) => read(turn, i, 2 ** 20));
  await settle();
  assertEquals(begun, [0, 1, 2, 3, 4, 5]);
  await read(new Turn(new AbortController().signal, { giveWay: () => {} }), 99, 65536);
  await read(turns[0], 0, 2 ** 20); // a narrower read of the same call
  assertEquals(begun.slice(6), [99, 0]);
  turns[0].end();
  await settle();
  assertEquals(begun.slice(8), [6]);
  for (const turn of turns) turn.end();
  await Promise.all(reads);
  turns[7].end();
});
