/**
 * The program by which the bench tells how far the runtime lets one go.
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { MAIN, tree } from "../program.ts";
import { BareProgram, type FloorRow, floorSection, measureFloor } from "./floor.ts";
import { ripgrep } from "./peers.ts";

const FILES = { "a/b/c.txt": "c\n", "a/b/d.txt": "", "a/e.txt": "e\n".repeat(2 ** 19 + 1), "f.txt": "f", ".g/h": "h" };

Deno.test("the bare program lists the files that ripgrep lists, and reads and looks at each", async () => {
  using root = tree(FILES);
  await using program = await BareProgram.start(root.path);
  const { stdout } = await ripgrep().run(root.path, ["--files"]);
  const listed = new TextDecoder().decode(stdout).trimEnd().split("\n").map((path) => `${root.path}/${path}`).sort();
  assertEquals(listed.length, 4);
  assertEquals((await program.ask("list")).answer, listed);
  const files: number[] = [];
  for (const question of ["search", "stat", "stat", "search", "stat"] as const) {
    files.push((await program.ask(question)).files);
  }
  assertEquals(files, [4, 4, 4, 4, 4]);
});

Deno.test("two threads read each file of many directories once", async () => {
  const many = Array.from({ length: 400 }, (_, i) => [`d${i % 20}/e${i}/f.txt`, `${i}\n`]);
  using root = tree(Object.fromEntries(many));
  await using program = await BareProgram.start(root.path);
  for (const question of ["search", "stat"] as const) assertEquals((await program.ask(question)).files, 400);
});

Deno.test("its times stand beside those of programs that meet the same files", async () => {
  using root = tree(FILES);
  const { rows, start } = await measureFloor(root.path, 1);
  assertEquals(rows.slice(-3).map(({ name, peer, goal }) => `${name}, ${peer}: ${goal}`), [
    "all files, just started, ripgrep: 1",
    "every file read, just started, ripgrep: 0.6",
    "every file looked at, warm, ripgrep: 2",
  ]);
  assertEquals([...rows.map(({ ratio }) => ratio), start.empty, start.threads].every((number) => number > 0), true);
});

Deno.test("it is of no use where it meets other files", async () => {
  using root = tree({ ...FILES, ".ignore": "f.txt\n" });
  await assertRejects(() => measureFloor(root.path, 1), Error, "the bare program met 4 files, ripgrep lists 3");
});

Deno.test({
  name: "a binary stands beside an empty program, or it is told why that can't be compiled",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    using root = tree({ "a.txt": "" });
    using dir = tree({ binary: `#!/bin/sh\nexec "${Deno.execPath()}" run --no-prompt --allow-read "${MAIN}" "$@"\n` });
    Deno.chmodSync(`${dir.path}/binary`, 0o755);
    const { start, leftOut } = await measureFloor(root.path, 1, `${dir.path}/binary`);
    assert((start.binary ?? 0) > start.empty);
    const reasons = leftOut.filter((reason) => reason.includes("DENORT_BIN"));
    if (Deno.env.has("DENORT_BIN")) assert((start.compiled ?? 0) > 0);
    else assertEquals(reasons, ["an empty program, compiled: no DENORT_BIN in the environment"]);
  },
});

Deno.test("a goal that the calls alone miss is called so", () => {
  const row = (name: string, ratio: number, goal: number): FloorRow => {
    return { name, peer: "fd", ours: 100, theirs: 100 * ratio, ratio, goal };
  };
  const floor = {
    rows: [row("far", 0.5, 1), row("near", 1, 1)],
    start: { empty: 40, threads: 90, compiled: 120 },
    memory: 0,
    leftOut: ["x"],
  };
  assertEquals(floorSection(floor).split("\n").slice(2), [
    "| far | fd | 100 | 50 | 0.50 | 1 (missed) |",
    "| near | fd | 100 | 100 | 1.00 | 1 |",
    "",
    "A program of one line has written it 40 ms from its start; compiled, 120 ms (missed); its goal is 110 ms. " +
    "The bare program's two threads run at 90 ms.",
    "",
    "Left out: x.",
  ]);
});
