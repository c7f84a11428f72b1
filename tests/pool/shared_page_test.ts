/** A page out of what several threads make of it. */
import { assert, assertEquals } from "@std/assert";
import { LIMITS } from "../../src/model/limits.ts";
import type { FileHits, Hit, SearchReport } from "../../src/model/report.ts";
import type { SearchRequest } from "../../src/model/request.ts";
import { merge } from "../../src/pool/merge.ts";
import { firstShare, SharedPage } from "../../src/pool/shared_page.ts";
import { report } from "../format/wishes.ts";
import { searchFor } from "../engine/requests.ts";
import { type Random, seeded } from "../seed.ts";

function hit(path: string, lineNumber: number): Hit {
  return { lineNumber, line: path, cut: false, spans: [[0, 1]], column: 1, before: [], after: [] };
}

/** Files in path order, some with very many hits. */
function randomFiles(random: Random): FileHits[] {
  return Array.from({ length: random.int(40) }, (_, i) => {
    const path = `f${String(i).padStart(3, "0")}`, count = 1 + random.int(random.chance(0.1) ? 90 : 6);
    return { path, count, hits: Array.from({ length: count }, (_, n) => hit(path, n + 1)) };
  });
}

/** What a thread answers: hits of its own files, as far as they are asked for. */
function answerOf(files: readonly FileHits[], { skip, limit }: Pick<SearchRequest, "skip" | "limit">): SearchReport {
  let index = 0;
  const shown = files.map(({ path, count, hits }) => {
    const from = Math.max(0, skip - index), to = Math.max(0, skip + limit - index);
    index += count;
    return { path, count, hits: hits.slice(from, to) };
  });
  return { ...report(shown), fingerprint: files.length };
}

Deno.test("whatever threads are asked for at first, the page is that of one who makes it alone", () => {
  const random = seeded("shared pages");
  let asked = 0;
  for (let round = 0; round < 600; round++) {
    const files = randomFiles(random), count = 1 + random.int(4), isEven = random.chance(0.7);
    const shares = Array.from({ length: count }, (): FileHits[] => []);
    for (const file of files) shares[isEven ? random.int(count) : 0].push(file);
    const skip = random.chance(0.5) ? 0 : random.int(150), limit = 1 + random.int(300);
    const request = { ...searchFor("x"), skip, limit };
    const first = firstShare(request, count);
    assert(first.limit <= limit);
    let page: SharedPage | undefined = new SharedPage(shares.map((own) => answerOf(own, first)), request);
    const { next } = page;
    if (typeof next !== "string") {
      asked++;
      page = page.with(shares.map((own, i) => answerOf(own, next[i])));
    }
    assertEquals(page?.next, "done");
    assert(page);
    assertEquals(page.report.files, merge([answerOf(files, request)], { skip: 0, limit }).files);
  }
  assert(asked > 100, `${asked} asked twice`);
});

Deno.test("where time runs out the page ends before the first hit that nobody has made", () => {
  const shares = [[{ path: "a", count: 900, hits: [] }], [{ path: "b", count: 3, hits: [hit("b", 1)] }]];
  shares[0][0].hits = Array.from({ length: 900 }, (_, n) => hit("a", n + 1));
  const request = { ...searchFor("x"), skip: 0, limit: 1000 }, first = firstShare(request, 2);
  const page = new SharedPage(shares.map((own) => ({ ...answerOf(own, first), cutBy: "timeout" as const })), request);
  assertEquals(page.next, "done");
  assertEquals(page.report.files.map(({ path, hits }) => [path, hits.length]), [["a", first.limit], ["b", 0]]);
});

Deno.test("what has changed between two questions makes no page", () => {
  const request = { ...searchFor("x"), skip: 10, limit: 1000 }, files = randomFiles(seeded("changed page"));
  const page = new SharedPage([answerOf(files, firstShare(request, 1))], request);
  assert(typeof page.next !== "string");
  const [missing] = page.next;
  assertEquals(page.with([{ ...answerOf(files, missing), fingerprint: 4711 }]), undefined);
  assertEquals(page.with([{ ...answerOf(files, missing), cutBy: "timeout" }]), undefined);
  assertEquals(page.with([]), undefined);
});

Deno.test("what is too much for a page only together is left to one, who knows where the page ends", () => {
  const request = { ...searchFor("x"), skip: 0, limit: 1000 }, units = LIMITS.pageText / 2;
  const pageOf = (more: number) =>
    new SharedPage([1, 2].map(() => ({ ...answerOf([], firstShare(request, 2)), units: units + more })), request);
  assertEquals([pageOf(0).next, pageOf(1).next], ["done", "alone"]);
});
