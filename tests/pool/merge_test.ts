/** One report of several threads' shares. */
import { assertEquals } from "@std/assert";
import type { Hit, SearchReport } from "../../src/model/report.ts";
import { isVain, merge, withoutLines } from "../../src/pool/merge.ts";
import { report } from "../format/wishes.ts";
import { comparePaths } from "../../src/model/place.ts";
import { searchFor } from "../engine/requests.ts";
import { seeded } from "../seed.ts";

const HIT: Hit = { lineNumber: 1, line: "x", cut: false, spans: [[0, 1]], column: 1, before: [], after: [] };

Deno.test("where no page could be made in time, the counts are told and that the time ran out", () => {
  const share = (path: string): SearchReport => report([{ path, count: 3, hits: [HIT, HIT, HIT] }]);
  const merged = merge([share("b"), share("a")], searchFor("x"));
  const told = withoutLines({ ...merged, full: true });
  assertEquals(told.files, [{ path: "a", count: 3, hits: [] }, { path: "b", count: 3, hits: [] }]);
  assertEquals([told.total, told.cutBy, isVain(told)], [merged.total, "timeout", false]);
});

Deno.test("however files were shared out they come in path order", () => {
  const random = seeded("merged files");
  for (let round = 0; round < 200; round++) {
    const name = () => Array.from({ length: 1 + random.int(4) }, () => random.pick(["a", "b", "/", ".", "é"])).join("");
    const paths = [...new Set(Array.from({ length: random.int(30) }, name))].sort(comparePaths);
    const shares = Array.from({ length: 1 + random.int(4) }, (): string[] => []);
    for (const path of paths) random.pick(shares).push(path);
    const merged = merge(
      shares.map((own) => report(own.map((path) => ({ path, count: 1, hits: [] })))),
      searchFor("x"),
    );
    assertEquals(merged.files.map(({ path }) => path), paths);
  }
});

Deno.test("a report of several shares tells of all of them, and that the time ran out where it did for one", () => {
  const share = (path: string, count: number, changes: Partial<SearchReport> = {}) =>
    report([{ path, count, hits: [] }], { fingerprint: 2 ** 31, matchedBytes: 10, reads: 1, ...changes });
  const shares = [share("c", 3), share("b", 5, { fingerprint: 7 }), share("a", 3)];
  const whole = merge(shares, searchFor("x"));
  assertEquals(whole.top.map(({ path }) => path), ["b", "a", "c"]);
  const { total, filesMatched, fingerprint, matchedBytes, reads, cutBy } = whole;
  assertEquals([total, filesMatched, fingerprint, matchedBytes, reads, cutBy], [11, 3, 7, 30, 3, undefined]);
  assertEquals(merge([...shares, share("d", 1, { cutBy: "timeout" })], searchFor("x")).cutBy, "timeout");
});
