import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { search } from "../../../src/engine/ops/search.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import type { Place } from "../../../src/model/place.ts";
import { tempTree } from "../../program.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { searchFor, testsOf } from "../requests.ts";

/** A job on a tree that reports no change, and what has the directories seen so far watched. */
function watchedJob(root: string) {
  const job = jobOn(agedDoor(root).door), { freshness } = job.cache;
  freshness.setWatcher({ watch: (dirs: readonly Place[]) => freshness.watchBegan(dirs), drained: () => undefined });
  return { job, watch: () => freshness.sendWatchRequests() };
}

Deno.test("counted files are stat'ed again, and read again if they changed without an event", () => {
  const names = Array.from({ length: 400 }, (_, i) => `f${String(i).padStart(3, "0")}`);
  using files = tempTree(Object.fromEntries(names.map((name) => [name, "one foo\n"])));
  const { job, watch } = watchedJob(files.path);
  const countsOf = (query: string) => {
    const report = finish(search({ ...searchFor(query), need: "counts" }, nextRequest(job)));
    watch();
    return Object.fromEntries(report.files.map(({ path, count }) => [path, count]));
  };
  const ones = Object.fromEntries(names.map((name) => [name, 1]));
  for (const query of ["foo", "one", "e f"]) assertEquals(countsOf(query), ones);
  Deno.writeTextFileSync(join(files.path, names[100]), "foo\nfoo\nfoo\n");
  assertEquals(countsOf("fo"), { ...ones, [names[100]]: 3 });
});

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
