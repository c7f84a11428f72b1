/** Which files of an array are those of an older one. */
import { assertEquals } from "@std/assert";
import type { FoundEntry } from "../../src/engine/found_entry.ts";
import { ancestorOf, descend, indicesIn } from "../../src/engine/lineage.ts";
import { comparePaths } from "../../src/model/place.ts";
import { seeded } from "../seed.ts";

function file(path: string): FoundEntry {
  return { shown: path, place: { root: 0, path }, kind: "file" };
}

Deno.test("the same entries are found again, whatever came, went or was replaced by one of the same name", () => {
  const random = seeded("lineage");
  for (let trial = 0; trial < 300; trial++) {
    const paths = new Set(Array.from({ length: random.int(40) }, () => `${random.int(5)}/${random.int(30)}`));
    const older = [...paths].sort(comparePaths).map(file);
    const kept = older.flatMap((entry) => random.chance(0.2) ? random.pick([[], [file(entry.shown)]]) : [entry]);
    const names = new Set(kept.map(({ shown }) => shown));
    const added = Array.from({ length: random.int(5) }, () => `${random.int(5)}/n${random.int(99)}`);
    const files = [...kept, ...new Set(added.filter((path) => !names.has(path)))]
      .map((entry) => typeof entry === "string" ? file(entry) : entry)
      .sort((a, b) => comparePaths(a.shown, b.shown));
    assertEquals([...indicesIn(files, older)], older.map((entry) => files.indexOf(entry)));
  }
});

Deno.test("what files were made of is known for one step back, so that nothing is held on to for ever", () => {
  const [first, second, third] = [[file("a")], [file("b")], [file("c")]];
  descend(second, first);
  assertEquals(ancestorOf(second), first);
  descend(third, second);
  assertEquals([ancestorOf(third), ancestorOf(second)], [second, undefined]);
});
