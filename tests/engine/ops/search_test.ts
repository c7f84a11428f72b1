import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { Changeable } from "../../../src/model/explanation.ts";
import { openEngine } from "../../open_engine.ts";
import { seeded } from "../../seed.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { searchFor } from "../requests.ts";
import { withTree } from "../with_tree.ts";
import { search } from "../../../src/engine/ops/search.ts";

/** Takes V8 exponential time if there is no match, and has a look-ahead, which no automaton has. */
const RUNAWAY = "^(?=(a+)+$)";

for (const [pattern, timedOutLines] of [[RUNAWAY, 1], ["^(a+)+$", 0]] as const) {
  const come = timedOutLines > 0 ? "are given up, and the answer says so" : "have no match where an automaton says so";
  Deno.test(`lines on which ${pattern} runs away ${come}; all others are found`, async () => {
    const trap = "a".repeat(40) + "!";
    const lines = Array.from({ length: 300 }, (_, i) => i === 150 ? trap : `${"a".repeat(i % 20)}`);
    using place = await openEngine({ "t.txt": lines.join("\n") + "\n", "u.txt": "aaa\n" });
    const report = await place.engine.execute(searchFor(pattern, { contextBefore: 1 }));
    assertEquals([report.timedOutLines, report.cutBy], [timedOutLines, timedOutLines > 0 ? "timeout" : undefined]);
    assertEquals(report.files.map((f) => [f.path, f.count]), [["t.txt", 299 - 15], ["u.txt", 1]]);
    const found = lines.flatMap((line, i) => line === "" || i === 150 ? [] : [[i + 1, lines[i - 1]]]);
    assertEquals(report.files[0].hits.map((hit) => [hit.lineNumber, hit.before[0]]), found);
  });
}

Deno.test("a search past its deadline keeps what it found, and the next one is right", () => {
  const traps = Array.from({ length: 40 }, (_, i) => [`b${i}.txt`, "a".repeat(50) + "!\n"]);
  withTree({ "a.txt": "aaa\n", ...Object.fromEntries(traps) }, (door) => {
    let left = 1000;
    const job = jobOn(door, { remainingMs: () => left });
    // Time passes only while a text runs away.
    const runWithTimeout = (work: () => void) => job.guard.runWithTimeout(work, 200) || (left -= 300, false);
    const { cutBy, total } = finish(search(searchFor(RUNAWAY), { ...job, guard: { runWithTimeout } }));
    assertEquals([cutBy, total], ["timeout", 1]);
    left = Infinity;
    assertEquals(finish(search(searchFor("aaa", { need: "total" }), nextRequest(job))).total, 41);
  });
});

Deno.test("the files with the most matches come with their first hits on every page", async () => {
  const files = Array.from({ length: 29 }, (_, i) => [`f${i + 1}.txt`, "x\nhit\n".repeat(i + 1)]);
  using place = await openEngine(Object.fromEntries(files));
  for (const skip of [0, 10, 13, 26, 29]) {
    const { top } = await place.engine.execute(searchFor("hit", { need: "samples", skip }));
    assertEquals(
      top.map((f) => [f.path, f.count, f.hits.map((h) => h.lineNumber)]),
      Array.from({ length: Math.min(10, 29 - skip) }, (_, i) => 29 - skip - i)
        .map((count) => [`f${count}.txt`, count, [2, 4, 6].slice(0, count)]),
    );
  }
});

Deno.test("a cancelled search rejects with the signal's reason and the engine goes on", async () => {
  const files = Array.from({ length: 40 }, (_, i) => [`b${i}.txt`, "a".repeat(50) + "!\n"]);
  using place = await openEngine(Object.fromEntries(files));
  const { engine } = place;
  const controller = new AbortController();
  const running = engine.execute(searchFor(RUNAWAY), { signal: controller.signal });
  controller.abort(new Error("no longer wanted"));
  const outcome = await running.then(() => "answered", (error) => error.message);
  assertEquals(outcome, "no longer wanted");
  assert((await engine.execute(searchFor("a", { need: "total" }))).total > 0);
});

Deno.test("counted matches are the same as shown ones", async () => {
  const random = seeded("only counted");
  const files: Record<string, string | Uint8Array> = {
    // The automaton is built only after this much text.
    "!.txt": "zz\n".repeat(100_000),
    "x.txt": Uint8Array.from([97, 0xe9, 98, 10, 97, 98, 10, 0xff, 10, 97, 98]),
  };
  for (let i = 0; i < 40; i++) {
    const letters = random.chance(0.4) ? "ab c1\n\n" : "ab c1é\n\n";
    const text = Array.from({ length: random.int(800) }, () => random.pick([...letters])).join("");
    files[`${i}.txt`] = (random.chance(0.1) ? "\ufeff" : "") + text;
  }
  using place = await openEngine(files);
  const { engine } = place;
  for (const pattern of ["a.*b", "^.{4,}$", "\\ba\\w*\\b", "(a|b)+c?$", "é.*a|b 1", "^$", "\\w\\s\\w", "(a)\\1"]) {
    for (const maxCount of [undefined, 1, 3]) {
      const options = maxCount === undefined ? {} : { maxCount };
      const shown = await engine.execute(searchFor(pattern, options));
      const counts = shown.files.map(({ path, count }) => [path, count]);
      for (const limit of [1, 40]) {
        const page = await engine.execute(searchFor(pattern, { ...options, limit }));
        assertEquals(page.files.map(({ path, count }) => [path, count]), counts, pattern);
      }
      const counted = await engine.execute(searchFor(pattern, { ...options, need: "counts" }));
      assertEquals(counted.files.map(({ path, count }) => [path, count]), counts, pattern);
      assertEquals([counted.total, counted.searched], [shown.total, 42], pattern);
    }
  }
});

Deno.test("a later page says that the tree has changed since the first, and only then", async () => {
  using place = await openEngine({ a: "hit\nhit\n", b: "hit\nhit\n", c: "hit\nhit\n" });
  const { engine, root } = place;
  const page = async (skip: number) =>
    (await engine.execute(searchFor("hit", { skip, limit: 2 }))).treeChanged ?? false;
  assertEquals([await page(0), await page(2)], [false, false]);
  Deno.writeTextFileSync(join(root, "aa"), "hit\n");
  assertEquals([await page(2), await page(4)], [true, true]);
  assertEquals([await page(0), await page(2)], [false, false]);
  Deno.removeSync(join(root, "aa"));
  assertEquals(await page(4), true);
});

Deno.test("a question of more than 16 KiB is not remembered, and none is confused with another", async () => {
  using place = await openEngine({ "a.txt": "gold\n" });
  const { engine, root } = place;
  const page = async (units: number, skip: number) =>
    (await engine.execute(searchFor(`gold|${"x".repeat(units)}`, { skip }))).treeChanged ?? false;
  for (const units of [2000, 2001, 20_000]) await page(units, 0);
  Deno.writeTextFileSync(join(root, "b.txt"), "gold\n");
  assertEquals([await page(2000, 1), await page(2002, 1), await page(20_000, 1)], [true, false, false]);
});

Deno.test("a change that takes too long leaves time for the next", async () => {
  const files = { ".a.txt": `${"a".repeat(40)}!\n`.repeat(1000), "b.txt": `${RUNAWAY}\n` };
  using place = await openEngine(files);
  const { engine } = place;
  const explain: Changeable = { rules: ["hidden"], text: true };
  const found = await engine.execute(searchFor(RUNAWAY, { explain, timeoutMs: 2000 }));
  assertEquals(Object(found).why, { change: { kind: "text", pattern: RUNAWAY }, total: 1 });
  const cut = await engine.execute(searchFor(RUNAWAY, { explain: { rules: ["hidden"] }, timeoutMs: 200 }));
  assertEquals(Object(cut).why, { total: 0, isCut: true });
});
