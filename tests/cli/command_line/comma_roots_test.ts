import { assertEquals } from "@std/assert";
import { relative } from "@std/path/posix";
import { commaFreePlace, rootsAboveCommas } from "../../../src/cli/command_line/comma_roots.ts";
import { seeded } from "../../seed.ts";

Deno.test("a place is found exactly where some directory names every root without a comma", () => {
  const random = seeded("comma roots");
  for (let i = 0; i < 2000; i++) {
    const root = () =>
      "/" + Array.from({ length: 1 + random.int(3) }, () => random.pick(["a", "b", "a,", ",b"])).join("/");
    const roots = Array.from({ length: 1 + random.int(3) }, root);
    if (!roots.some((root) => root.includes(","))) continue;
    const named = (from: string) => roots.every((root) => !root.includes(",") || !relative(from, root).includes(","));
    const place = commaFreePlace(roots), candidates = roots.flatMap(withAncestors);
    assertEquals([roots, place !== undefined], [roots, candidates.some(named)]);
    if (place !== undefined) assertEquals([roots, place, named(place)], [roots, place, true]);
  }
});

function withAncestors(path: string): string[] {
  return path === "" ? ["/"] : [path, ...withAncestors(path.replace(/\/[^/]*$/, ""))];
}

Deno.test("a directory above a comma has none", () => {
  assertEquals(rootsAboveCommas(["/srv/a,b/c", "/srv/x", "/d,e", "/srv/f,", "C:/x, y"]), [
    "/srv",
    "/srv/x",
    "/",
    "C:/",
  ]);
});
