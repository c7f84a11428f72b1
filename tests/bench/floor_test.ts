/**
 * The program by which the bench tells how far the runtime lets one go.
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import { tree } from "../program.ts";
import { BareProgram, type FloorRow, floorSection, measureFloor } from "./floor.ts";

const FILES = { "a/b/c.txt": "c\n", "a/b/d.txt": "", "a/e.txt": "e\n".repeat(2 ** 19 + 1), "f.txt": "f", ".g/h": "h" };

Deno.test("the bare program lists, reads and looks at every file", async () => {
  using root = tree(FILES);
  await using program = await BareProgram.start(root.path);
  const { answer } = await program.ask("list");
  assertEquals(answer, ["a/b/c.txt", "a/b/d.txt", "a/e.txt", "f.txt"].map((path) => `${root.path}/${path}`));
  const counts = [await program.ask("search"), await program.ask("stat"), await program.ask("stat")];
  assertEquals(counts.map(({ files }) => files), [4, 4, 4]);
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

Deno.test("a goal that the calls alone miss is called so", () => {
  const row = (name: string, ratio: number, goal: number): FloorRow => {
    return { name, peer: "fd", ours: 100, theirs: 100 * ratio, ratio, goal };
  };
  const floor = { rows: [row("far", 0.5, 1), row("near", 1, 1)], start: { empty: 40, threads: 90 }, memory: 0 };
  assertEquals(floorSection(floor).split("\n").slice(2, 4), [
    "| far | fd | 100 | 50 | 0.50 | 1 (missed) |",
    "| near | fd | 100 | 100 | 1.00 | 1 |",
  ]);
});
