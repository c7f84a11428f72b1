/** What is noted of what a walk leaves out; what is found of it: find_left_out_test.ts. */
import { assertEquals } from "@std/assert";
import { LeftOut } from "../../src/engine/left_out.ts";
import type { Frame } from "../../src/engine/frame.ts";

function frameOf(path: string): Frame {
  return { dir: { root: 0, path }, shown: path, depth: 0, entries: [], at: 7, levels: [] };
}

Deno.test("entries are noted by rule and directory, each directory from its beginning", () => {
  const leftOut = new LeftOut(), a = frameOf("a"), b = frameOf("b");
  const note = (by: "ignored" | "hidden", frame: Frame, name: string) =>
    leftOut.note(by, frame, { name, kind: "file" });
  note("ignored", a, "x");
  note("hidden", a, ".h");
  note("ignored", { ...a, at: 9 }, "y");
  note("ignored", b, "z");
  note("ignored", a, "zz");
  const noted = leftOut.by("ignored").map(({ shown, at, entries }) => [shown, at, ...entries.map(({ name }) => name)]);
  assertEquals(noted, [["a", 0, "x", "y"], ["b", 0, "z"], ["a", 0, "zz"]]);
  assertEquals([leftOut.count, leftOut.by("hidden").length, leftOut.by("globs")], [5, 1, []]);
});

Deno.test("of however many directories", () => {
  const all = new LeftOut(), some = new LeftOut(), count = 300_000;
  for (let i = 0; i < count; i++) some.note("globs", frameOf(`d${i}`), { name: "x", kind: "file" });
  all.add(some);
  assertEquals([all.count, all.by("globs").length], [count, count]);
});
