/** Reports that cross threads. */
import { assertEquals } from "@std/assert";
import type { Hit, ListedEntry, Report, SearchReport } from "../../src/model/report.ts";
import { hitParcels, unpackHits, withHits, withoutHits } from "../../src/worker/report_parcel.ts";
import { report } from "../format/wishes.ts";
import { type Random, seeded } from "../seed.ts";

function randomHit(random: Random): Hit {
  const line = () => random.pick(["", "a", "é", "日本語".repeat(random.int(9)), "x".repeat(random.int(50)), "a\nb\r"]);
  const lines = () => Array.from({ length: random.pick([0, 0, 1, 3, 900]) }, line);
  const spans = Array.from({ length: random.int(4) }, () => [random.int(9), random.int(2 ** 31)] as const);
  const [lineNumber, column] = [1 + random.int(2 ** 40), 1 + random.int(100)];
  const cut = random.pick([{ cut: false }, { cut: false }, { cut: true }, {
    cut: true,
    lines: 201 + random.int(9999),
  }]);
  return { lineNumber, line: line(), ...cut, spans, column, before: lines(), after: lines() };
}

function crossed(whole: Report): Report {
  const hits = [...hitParcels(whole)].map((parcel) => structuredClone(parcel)).flatMap(unpackHits);
  return withHits(structuredClone(withoutHits(whole)), hits);
}

Deno.test("a search's report comes out of its parcels as it went in", () => {
  const random = seeded("report parcels");
  for (let i = 0; i < 100; i++) {
    const files = Array.from({ length: random.int(6) }, (_, n) => {
      const hits = Array.from({ length: random.pick([0, 1, 2, 20]) }, () => randomHit(random));
      return { path: `f${n}`, count: hits.length + random.int(3), hits };
    });
    const whole: SearchReport = { ...report(files), top: files.slice(0, 1) };
    assertEquals(crossed(whole), whole);
  }
});

Deno.test("hits cross some at a time, however many lines are around them", () => {
  const hit = (around: number): Hit => {
    const before = Array.from({ length: around }, (_, i) => `${i}`);
    return { lineNumber: 1, line: "y", cut: false, spans: [[0, 1]], column: 1, before, after: before };
  };
  const parcels = (hits: Hit[]) => [...hitParcels(report([{ path: "f", count: hits.length, hits }]))].length;
  assertEquals(parcels(Array.from({ length: 10_000 }, () => hit(0))), 6);
  assertEquals(parcels(Array.from({ length: 30 }, () => hit(1000))), 4);
  assertEquals(parcels(Array.from({ length: 5 }, (_, i) => ({ ...hit(0), line: `${i}`.repeat(300_000) }))), 5);
  assertEquals(parcels([]), 0);
});

Deno.test("a listing's report comes out of its parcel as it went in", () => {
  const random = seeded("listings");
  for (let i = 0; i < 100; i++) {
    const withStates = random.chance(0.5);
    const entries = Array.from({ length: random.pick([0, 1, 2, 50]) }, (_, n): ListedEntry => {
      const kind = random.pick<ListedEntry["kind"]>(["file", "dir", "link", "special"]);
      const entry = { path: random.pick(["", "é\n", `d/f${n}`]), kind };
      const hasState = withStates && random.chance(0.8);
      return hasState ? { ...entry, size: random.int(2 ** 40), mtime: random.int(9) - 4 } : entry;
    });
    const whole: Report = { op: "list", entries, total: 99, searched: 99, fingerprint: 7, skipped: {} };
    assertEquals(crossed(whole), whole);
  }
});
