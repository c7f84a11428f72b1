/** What is noted of what a walk leaves out; what is found of it: find_left_out_test.ts. */
import { assertEquals } from "@std/assert";
import { ExcludedEntries } from "../../../src/engine/walk/excluded_entries.ts";
import type { DirectoryFrame } from "../../../src/engine/walk/directory_frame.ts";

function frameOf(path: string): DirectoryFrame {
  return { dir: { root: 0, path }, shown: path, depth: 0, entries: [], nextIndex: 7, ignoreStack: [] };
}

Deno.test("entries are noted by rule and directory, each directory from its beginning", () => {
  const leftOut = new ExcludedEntries(), a = frameOf("a"), b = frameOf("b");
  const note = (by: "ignored" | "hidden", frame: DirectoryFrame, name: string) =>
    leftOut.record(by, frame, { name, kind: "file" });
  note("ignored", a, "x");
  note("hidden", a, ".h");
  note("ignored", { ...a, nextIndex: 9 }, "y");
  note("ignored", b, "z");
  note("ignored", a, "zz");
  const noted = leftOut.framesOf("ignored").map((
    { shown, nextIndex: at, entries },
  ) => [shown, at, ...entries.map(({ name }) => name)]);
  assertEquals(noted, [["a", 0, "x", "y"], ["b", 0, "z"], ["a", 0, "zz"]]);
  assertEquals([leftOut.count, leftOut.framesOf("hidden").length, leftOut.framesOf("globs")], [5, 1, []]);
});

Deno.test("of however many directories", () => {
  const all = new ExcludedEntries(), some = new ExcludedEntries(), count = 300_000;
  for (let i = 0; i < count; i++) some.record("globs", frameOf(`d${i}`), { name: "x", kind: "file" });
  all.append(some);
  assertEquals([all.count, all.framesOf("globs").length], [count, count]);
});
