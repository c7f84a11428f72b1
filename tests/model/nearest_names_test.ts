import { assertEquals } from "@std/assert";
import { nearestNames } from "../../src/model/nearest_names.ts";

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
