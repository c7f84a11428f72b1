import { assertEquals } from "@std/assert";
import { distance, nearest } from "../../src/model/nearest.ts";
import { seeded } from "../seed.ts";

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
  for (const [wrong = "", meant = ""] of cases) assertEquals([wrong, nearest(wrong, NAMES, 1)], [wrong, [meant]]);
});

Deno.test("the nearest names come best first, ties by name, and never more than asked for", () => {
  assertEquals(nearest("b", ["c", "a", "b"], 2), ["b", "a"]);
  assertEquals(nearest("", ["b", "a"]), ["a", "b"]);
  assertEquals(nearest("x", []), []);
  assertEquals(nearest("x".repeat(1_000_000), ["a"]), ["a"]);
});

Deno.test("edits are counted, as far as anybody wants to know", () => {
  const random = seeded("edits");
  const word = () => Array.from({ length: random.int(8) }, () => random.pick(["a", "b", "é"])).join("");
  for (let i = 0; i < 2000; i++) {
    const a = word(), b = word(), edits = editsBetween(a, b);
    assertEquals([a, b, distance(a, b)], [a, b, edits]);
    assertEquals([a, b, distance(a, b, 2)], [a, b, edits > 2 ? Infinity : edits]);
  }
});

/** By definition: what is left once the first letters are struck out, put in or changed. */
function editsBetween(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return editsBetween(x, y);
  return 1 + Math.min(editsBetween(x, y), editsBetween(x, b), editsBetween(a, y));
}
