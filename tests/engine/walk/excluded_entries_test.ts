import { ExcludedEntries } from "../../../src/engine/walk/find_result.ts";
import type { DirectoryFrame } from "../../../src/engine/walk/walk_entry.ts";
import { assertEquals } from "@std/assert";

function frameOf(path: string): DirectoryFrame {
  return { dir: { root: 0, path }, shown: path, depth: 0, entries: [], nextIndex: 7, ignoreStack: [] };
}

Deno.test("excluded entries are kept by rule and directory, each directory to be visited from its start", () => {
  const excluded = new ExcludedEntries(), a = frameOf("a"), b = frameOf("b");
  const record = (rule: "ignored" | "hidden", frame: DirectoryFrame, name: string) =>
    excluded.record(rule, frame, { name, kind: "file" });
  record("ignored", a, "x");
  record("hidden", a, ".h");
  record("ignored", { ...a, nextIndex: 9 }, "y");
  record("ignored", b, "z");
  record("ignored", a, "zz");
  const kept = excluded.framesOf("ignored")
    .map(({ shown, nextIndex, entries }) => [shown, nextIndex, ...entries.map(({ name }) => name)]);
  assertEquals(kept, [["a", 0, "x", "y"], ["b", 0, "z"], ["a", 0, "zz"]]);
  assertEquals([excluded.count, excluded.framesOf("hidden").length, excluded.framesOf("globs")], [5, 1, []]);
});

Deno.test("append takes entries of 300,000 directories", () => {
  const all = new ExcludedEntries(), some = new ExcludedEntries(), count = 300_000;
  for (let i = 0; i < count; i++) some.record("globs", frameOf(`d${i}`), { name: "x", kind: "file" });
  all.append(some);
  assertEquals([all.count, all.framesOf("globs").length], [count, count]);
});
