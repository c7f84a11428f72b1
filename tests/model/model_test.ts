/** Names, places and messages. @module */
import { assertEquals } from "@std/assert";
import { jsonExcess } from "../../src/model/json_limits.ts";
import { nearestNames } from "../../src/model/nearest_names.ts";
import { pathsWithLines } from "../../src/model/path_with_lines.ts";
import { dirPrefix, joinPath } from "../../src/model/place.ts";
import { type Random, seeded } from "../seed.ts";

const NAMES = [
  "roots",
  "files",
  "query",
  "regex",
  "fixed_strings",
  "case",
  "include_globs",
  "exclude_globs",
  "max_filesize",
];

Deno.test("a misspelt, shortened or differently cased name leads to the one that was meant", () => {
  const cases = [["qeury", "query"], ["includeGlobs", "include_globs"], ["include-glob", "include_globs"], [
    "fixed",
    "fixed_strings",
  ]];
  cases.push(["ROOT", "roots"], ["file", "files"], ["exlude", "exclude_globs"], ["filesize", "max_filesize"]);
  for (const [wrong = "", meant = ""] of cases) assertEquals([wrong, nearestNames(wrong, NAMES, 1)], [wrong, [meant]]);
});

Deno.test("the nearest names come best first, ties by name, and never more than asked for", () => {
  assertEquals(nearestNames("b", ["c", "a", "b"], 2), ["b", "a"]);
  assertEquals(nearestNames("", ["b", "a"]), ["a", "b"]);
  assertEquals(nearestNames("x", []), []);
  assertEquals(nearestNames("x".repeat(1_000_000), ["a"]), ["a"]);
});

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

Deno.test("paths are joined by one slash, below the top of a file system too", () => {
  const joined = [["", ""], ["", "a"], ["a/b", "c"], ["/srv", "a/b"], ["/srv", ""], ["/", "a"], ["/", ""], [
    "C:/",
    "a",
  ]];
  assertEquals(joined.map(([dir, name]) => joinPath(dir, name)), [
    "",
    "a",
    "a/b/c",
    "/srv/a/b",
    "/srv",
    "/a",
    "/",
    "C:/a",
  ]);
  assertEquals(["", "a", "/srv", "/", "C:/"].map(dirPrefix), ["", "a/", "/srv/", "/", "C:/"]);
});

Deno.test("a text nests as deep as its parsed value", () => {
  const random = seeded("json_depth");
  for (let round = 0; round < 500; round++) {
    const value = randomValue(random, random.int(8)), text = JSON.stringify(value), depth = depthOf(value);
    for (const most of [0, depth - 1, depth, depth + 1].filter((most) => most >= 0)) {
      const told = [text, new TextEncoder().encode(text)].map((given) => jsonExcess(given, { depth: most }));
      const expected = depth > most ? `nests more than ${most} levels deep` : undefined;
      assertEquals([text, most, told], [text, most, [expected, expected]]);
    }
  }
});

Deno.test("a message may have 200,000 values, regardless of the content of its strings", () => {
  const excess = (text: string) => jsonExcess(new TextEncoder().encode(text));
  const most = 200_000, list = (values: number) => `[${Array(values).fill("1").join()}]`;
  const keys = (values: number) => `{${Array(values).fill('"k":1').join()}}`;
  assertEquals([excess(list(most)), excess(keys(most))], [undefined, undefined]);
  const told = "has more than 200000 values";
  assertEquals([excess(list(most + 1)), excess(keys(most + 1))], [told, told]);
  assertEquals(excess(`[${list(most / 2)},[${list(most / 2 + 1)}]]`), told);
  for (const inside of [",", '\\",', "\\\\"]) {
    assertEquals(excess(`["${inside.repeat(most + 1)}",${list(10)}]`), undefined);
    assertEquals(excess(`["${inside.repeat(10)}",${list(most + 1)}]`), told);
  }
  assertEquals(excess("[".repeat(1001)), "nests more than 1000 levels deep");
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function randomValue(random: Random, depth: number): unknown {
  if (depth === 0) return random.pick(["", "[{", 'a"[', "\\", '\\"{', "é[", 1, null, true]);
  const values = Array.from({ length: random.int(3) }, () => randomValue(random, depth - 1));
  return random.chance(0.5)
    ? values
    : Object.fromEntries(values.map((value, i) => [random.pick(["a", '"[', "}"]) + i, value]));
}
