import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { MAX_CACHED_FILE_BYTES } from "../../../src/engine/cache/cached_file.ts";
import type { Skipped } from "../../../src/model/completeness.ts";
import type { Engine } from "../../../src/pool/engine.ts";
import { openEngine } from "../../open_engine.ts";
import { seeded } from "../../seed.ts";
import { searchFor } from "../requests.ts";

/** Runs `work` with an engine on a fresh root, in process or on a thread. */
async function withEngine(onThread: boolean, work: (engine: Engine, root: string) => Promise<void>): Promise<void> {
  using opened = await openEngine(onThread);
  const { engine, root } = opened;
  await work(engine, root);
}

Deno.test("a file larger than a block gives the same lines, numbers and context as its text does", () =>
  withEngine(false, async (engine, root) => {
    const random = seeded("large file");
    const lines: string[] = [];
    for (let size = 0; size < 3.3 * MAX_CACHED_FILE_BYTES;) {
      const line = random.chance(0.0001)
        ? "y".repeat(MAX_CACHED_FILE_BYTES + random.int(MAX_CACHED_FILE_BYTES))
        : "é".repeat(random.int(3)) + "x".repeat(random.int(90));
      lines.push(random.chance(0.01) ? `${line.slice(0, 100)} needle` : line);
      size += line.length + 1;
    }
    Deno.writeTextFileSync(join(root, "big.txt"), "\ufeff" + lines.join("\n") + (random.chance(0.5) ? "\n" : ""));
    const report = await engine.execute(searchFor("needle", { contextBefore: 3, contextAfter: 2 }));
    const want = lines.flatMap((line, i) =>
      line.endsWith("needle")
        ? [{ n: i + 1, before: lines.slice(Math.max(0, i - 3), i), after: lines.slice(i + 1, i + 3) }]
        : []
    );
    const cut = (line: string) => line.length <= 500 ? line : line.slice(0, 500) + "…";
    assertEquals(
      report.files[0].hits.map((h) => ({ n: h.lineNumber, before: h.before, after: h.after })),
      want.map((w) => ({ n: w.n, before: w.before.map(cut), after: w.after.map(cut) })),
    );
    assertEquals(report.total, want.length);
  }));

/** Takes V8 exponential time if there is no match, and has a look-ahead, which no automaton has. */
const RUNAWAY = "^(?=(a+)+$)";

for (const [pattern, timedOutLines] of [[RUNAWAY, 1], ["^(a+)+$", 0]] as const) {
  const come = timedOutLines > 0 ? "are given up, and the answer says so" : "have no match where an automaton says so";
  Deno.test(`lines on which ${pattern} runs away ${come}; all others are found`, () =>
    withEngine(false, async (engine, root) => {
      const trap = "a".repeat(40) + "!";
      const lines = Array.from({ length: 300 }, (_, i) => i === 150 ? trap : `${"a".repeat(i % 20)}`);
      Deno.writeTextFileSync(join(root, "t.txt"), lines.join("\n") + "\n");
      Deno.writeTextFileSync(join(root, "u.txt"), "aaa\n");
      const report = await engine.execute(searchFor(pattern, { contextBefore: 1 }));
      assertEquals([report.timedOutLines, report.cutBy], [timedOutLines, timedOutLines > 0 ? "timeout" : undefined]);
      assertEquals(report.files.map((f) => [f.path, f.count]), [["t.txt", 299 - 15], ["u.txt", 1]]);
      const found = lines.flatMap((line, i) => line === "" || i === 150 ? [] : [[i + 1, lines[i - 1]]]);
      assertEquals(report.files[0].hits.map((hit) => [hit.lineNumber, hit.before[0]]), found);
    }));
}

Deno.test("a search past its deadline keeps what it found, and the next one is right", () =>
  withEngine(false, async (engine, root) => {
    Deno.writeTextFileSync(join(root, "a.txt"), "aaa\n");
    for (let i = 0; i < 40; i++) Deno.writeTextFileSync(join(root, `b${i}.txt`), "a".repeat(50) + "!\n");
    const report = await engine.execute(searchFor(RUNAWAY, { timeoutMs: 400 }));
    assertEquals([report.cutBy, report.total], ["timeout", 1]);
    assertEquals((await engine.execute(searchFor("aaa", { need: "total" }))).total, 41);
  }));

Deno.test("pages of hits join to the whole", () =>
  withEngine(false, async (engine, root) => {
    const random = seeded("pages");
    for (let i = 0; i < 40; i++) {
      const lines = Array.from({ length: random.int(12) }, (_, n) => random.chance(0.5) ? `hit ${i} ${n}` : "miss");
      Deno.writeTextFileSync(join(root, `f${i}.txt`), lines.join("\n"));
    }
    const rows = async (skip: number, limit: number) =>
      (await engine.execute(searchFor("hit", { skip, limit }))).files.flatMap((f) =>
        f.hits.map((h) => `${f.path}:${h.lineNumber}`)
      );
    const whole = await rows(0, 10_000);
    const joined: string[] = [];
    for (let limit = 1 + random.int(9), skip = 0; skip < whole.length + limit; skip += limit) {
      joined.push(...await rows(skip, limit));
    }
    assertEquals(joined, whole);
  }));

Deno.test("the files with the most matches come with their first hits on every page", () =>
  withEngine(false, async (engine, root) => {
    for (let i = 1; i < 30; i++) Deno.writeTextFileSync(join(root, `f${i}.txt`), "x\nhit\n".repeat(i));
    for (const skip of [0, 10, 13, 26, 29]) {
      const { top } = await engine.execute(searchFor("hit", { need: "samples", skip }));
      assertEquals(
        top.map((f) => [f.path, f.count, f.hits.map((h) => h.lineNumber)]),
        Array.from({ length: Math.min(10, 29 - skip) }, (_, i) => 29 - skip - i)
          .map((count) => [`f${count}.txt`, count, [2, 4, 6].slice(0, count)]),
      );
    }
  }));

Deno.test("a cancelled search rejects with the signal's reason and the engine goes on", () =>
  withEngine(false, async (engine, root) => {
    for (let i = 0; i < 40; i++) Deno.writeTextFileSync(join(root, `b${i}.txt`), "a".repeat(50) + "!\n");
    const controller = new AbortController();
    const running = engine.execute(searchFor(RUNAWAY), { signal: controller.signal });
    controller.abort(new Error("no longer wanted"));
    const outcome = await running.then(() => "answered", (error) => error.message);
    assertEquals(outcome, "no longer wanted");
    assert((await engine.execute(searchFor("a", { need: "total" }))).total > 0);
  }));

Deno.test("skipped files are counted once, in process and on a thread", async () => {
  const skipped: Skipped[] = [];
  for (const onThread of [false, true]) {
    await withEngine(onThread, async (engine, root) => {
      Deno.writeTextFileSync(join(root, ".gitignore"), "*.log\n");
      for (const name of ["a.log", "b.log", "c.txt", ".d"]) Deno.writeTextFileSync(join(root, name), "hit\n");
      Deno.writeFileSync(join(root, "e.bin"), new Uint8Array(9));
      skipped.push((await engine.execute(searchFor("hit"))).skipped);
    });
  }
  assertEquals(skipped, [{ ignored: 2, hidden: 2, binary: 1 }, { ignored: 2, hidden: 2, binary: 1 }]);
});

Deno.test("counted matches are the same as shown ones", () =>
  withEngine(false, async (engine, root) => {
    const random = seeded("only counted");
    for (let i = 0; i < 40; i++) {
      const letters = random.chance(0.4) ? "ab c1\n\n" : "ab c1é\n\n";
      const text = Array.from({ length: random.int(800) }, () => random.pick([...letters])).join("");
      Deno.writeTextFileSync(join(root, `${i}.txt`), (random.chance(0.1) ? "\ufeff" : "") + text);
    }
    // The automaton is built only after this much text.
    Deno.writeTextFileSync(join(root, "!.txt"), "zz\n".repeat(100_000));
    Deno.writeFileSync(join(root, "x.txt"), Uint8Array.from([97, 0xe9, 98, 10, 97, 98, 10, 0xff, 10, 97, 98]));
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
  }));
