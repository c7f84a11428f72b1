import { assertEquals } from "@std/assert";
import { pathsWithLines } from "../../src/model/path_with_lines.ts";

Deno.test("lines after a path are separated from its name", () => {
  const places: [text: string, path: string, first: number, last?: number][] = [
    ["a.ts:12", "a.ts", 12],
    ["a.ts:12-40", "a.ts", 12, 40],
    ["a.ts:12:4", "a.ts", 12],
    ["a.ts:12:4-13:1", "a.ts", 12, 13],
    ["a.ts#L12", "a.ts", 12],
    ["a.ts#L12-L40", "a.ts", 12, 40],
    ["a.ts#L12-40", "a.ts", 12, 40],
    ["C:/x/a.ts:7", "C:/x/a.ts", 7],
  ];
  for (const [text, path, first, last] of places) {
    assertEquals(pathsWithLines(text).at(-1), { path, firstLine: first, ...last !== undefined && { lastLine: last } });
  }
  for (
    const text of ["a.ts", ":12", "a.ts:", "a.ts:0", "a.ts:9-3", "a.ts:12-", "C:/x", "a.ts:x", "a:1".repeat(3) + "b"]
  ) {
    assertEquals([text, pathsWithLines(text)], [text, []]);
  }
});
