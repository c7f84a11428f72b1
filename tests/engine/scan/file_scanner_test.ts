import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { search } from "../../../src/engine/ops/search.ts";
import type { Span } from "../../../src/engine/scan/block.ts";
import { displayLine } from "../../../src/engine/scan/hit_maker.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import type { Place } from "../../../src/model/place.ts";
import { tempTree } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { searchFor, testsOf } from "../requests.ts";

/** A job on a tree that reports no change, and what has the directories seen so far watched. */
function watchedJob(root: string) {
  const job = jobOn(agedDoor(root).door), { freshness } = job.cache;
  freshness.setWatcher({ watch: (dirs: readonly Place[]) => freshness.watchBegan(dirs), drained: () => undefined });
  return { job, watch: () => freshness.sendWatchRequests() };
}

Deno.test("counted files and others are reported in the requested order", () => {
  const names = Array.from({ length: 400 }, (_, i) => `f${String(i).padStart(3, "0")}`);
  // In texts that are not ASCII some lines are left to the expression.
  using files = tempTree(Object.fromEntries(names.map((name, i) => [name, i % 3 === 0 ? "é foo\n" : "one foo\n"])));
  names.forEach((name, i) => Deno.utimeSync(join(files.path, name), 1e9 + i, 1e9 + i));
  const { job, watch } = watchedJob(files.path);
  const newest = { need: "counts", find: { tests: testsOf(), sort: "mtime", fileLimit: 1000 } } as const;
  for (const query of ["foo", "\\bfoo", "foo\\b", "\\bfoo\\b"]) {
    const report = finish(search(searchFor(query, newest), nextRequest(job)));
    watch();
    assertEquals([query, report.files.map(({ path }) => path)], [query, names.toReversed()]);
  }
});

Deno.test("a long search reports its progress file by file, also for files in memory", () => {
  using files = tempTree(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${10 + i}`, "aaa!\n"])));
  const { job, watch } = watchedJob(files.path);
  for (const query of ["aa", "a!"]) {
    finish(search({ ...searchFor(query), need: "total" }, nextRequest(job)));
    watch();
  }
  const told: number[] = [], guard = { runWithTimeout: () => false }, progress = (done: number) => void told.push(done);
  const { timedOutLines: hardLines } = finish(
    search(searchFor("^(?=(a+)+$)", { need: "total" }), { ...nextRequest(job), guard, progress }),
  );
  assertEquals([hardLines, [...new Set(told)]], [40, Array.from({ length: 41 }, (_, i) => i)]);
});

Deno.test("a text with many multiline matches is not given up because of their total time", () => {
  // Here a run of the guard allows little more than a step.
  using files = tempTree({ "many.txt": "ab\ncd\n".repeat(200_000) });
  const job = jobOn(agedDoor(files.path).door), exec = RegExp.prototype.exec;
  const guard = {
    runWithTimeout: (work: () => void) => {
      let left = 20_000;
      RegExp.prototype.exec = function (text) {
        if (left-- === 0) throw new RangeError("too many");
        return exec.call(this, text);
      };
      try {
        work();
        return true;
      } catch {
        return false;
      } finally {
        RegExp.prototype.exec = exec;
      }
    },
  };
  const request = searchFor("\\w\\nc", { need: "counts" }, { multiline: true });
  const { total, timedOutLines: hardLines, cutBy } = finish(search(request, { ...nextRequest(job), guard }));
  assertEquals([total, hardLines, cutBy], [200_000, 0, undefined]);
});

Deno.test("searches that take turns don't see each other's texts where the cache has no room", () => {
  const names = Array.from({ length: 300 }, (_, i) => `f${100 + i}`);
  using files = tempTree(Object.fromEntries(names.map((name, i) => [name, i % 2 ? "hit\n" : "hot hot\n"])));
  const job = jobOn(agedDoor(files.path).door, { shouldYield: () => true }), cache = new FileCache(job.door, 1);
  const jobs = [1, 2, 3].map(() => ({ ...job, cache, epoch: cache.beginRequest() })), totals: number[] = [];
  const searches = ["hit", "hot", "h[io]t$"].map((query, i) => search(searchFor(query, { need: "counts" }), jobs[i]));
  while (totals.length < 3) {
    for (const { done, value } of searches.map((one) => one.next())) if (done && value) totals.push(value.total);
  }
  assertEquals(totals.sort(), [150, 150, 300]);
});

Deno.test("a step that the guard stops and runs again, as on a busy system, is taken from the beginning", () => {
  using files = tempTree({ "many.txt": "ab\ncd\n".repeat(200_000) });
  const job = jobOn(agedDoor(files.path).door), real = new VmTimeout();
  let runs = 0;
  const runWithTimeout = (work: () => void) => {
    if (++runs <= 2 && (runs === 1 || real.runWithTimeout(work, 1))) return runs > 1;
    work();
    return true;
  };
  const request = searchFor("\\w\\nc", { need: "counts" }, { multiline: true });
  assertEquals(finish(search(request, { ...job, guard: { runWithTimeout } })).total, 200_000);
});

Deno.test("a line of up to 500 characters is shown whole, and a surrogate pair counts as one", () => {
  for (const [line, whole] of [["a".repeat(500), true], ["a".repeat(501), false], ["👍".repeat(500), true]] as const) {
    const { line: shown, cut } = displayLine(line, [[0, 1]]);
    assertEquals([shown, cut], whole ? [line, false] : ["a".repeat(500) + "…", true]);
  }
  assertEquals(displayLine("👍".repeat(501), []).line, "👍".repeat(250) + "…");
});

Deno.test("a line cut only at its start keeps its end", () => {
  assertEquals(displayLine("a".repeat(600) + "needle", [[600, 606]]), {
    line: "…" + "a".repeat(494) + "needle",
    cut: true,
    spans: [[497, 503]],
  });
});

Deno.test("each of several lines is cut around its own first match", () => {
  const long = "a".repeat(600), text = `${long}\nshort\n${long}needle\n`;
  const shown = displayLine(text, [[590, 603], [607, 1213], [1214, 1214]]);
  assertEquals(shown.line, "…" + "a".repeat(500) + "\nshort\n" + "a".repeat(500) + "…\n");
  assertEquals(shown.cut, true);
  // The first span begins ten letters before the end of its line; the second ends at the cut of the last line.
  assertEquals(shown.spans, [[3 + 490, 503 + 3], [503 + 7, 503 + 7 + 500], [503 + 7 + 503 + 1, 503 + 7 + 503 + 1]]);
});

/** Ordered, non-overlapping spans of a text. */
function randomSpans(random: Random, text: string): Span[] {
  const places = Array.from({ length: 2 * random.int(6) }, () => random.int(text.length + 1)).sort((a, b) => a - b);
  return Array.from({ length: places.length / 2 }, (_, i) => [places[2 * i], places[2 * i + 1]]);
}

Deno.test("spans are the byte ranges of the displayed matches, in any number of lines", () => {
  const random = seeded("shown lines");
  for (let round = 0; round < 800; round++) {
    const line = () => random.pick(["", "ab", "é語", "x".repeat(random.int(1200)), "ü".repeat(random.int(700))]);
    const text = Array.from({ length: 1 + random.int(4) }, line).join("\n"), spans = randomSpans(random, text);
    const shown = displayLine(text, spans), bytes = new TextEncoder().encode(shown.line);
    const lines = shown.line.split("\n");
    assertEquals(lines.length, text.split("\n").length);
    for (const [i, whole] of text.split("\n").entries()) {
      assert(whole.length > 500 || lines[i] === whole);
      assert(whole.includes(lines[i].replaceAll("…", "")));
      assertEquals(whole.length > 500, lines[i].includes("…"));
    }
    const found = spans.map(([start, end]) => text.slice(start, end));
    const marked = shown.spans.map(([start, end]) => new TextDecoder().decode(bytes.slice(start, end)));
    if (!shown.cut) assertEquals(marked, found);
    for (const mark of marked) assert(found.some((one) => one.includes(mark) || mark.includes("…")));
  }
});
