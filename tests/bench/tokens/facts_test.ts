import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  block,
  enclosingFunctions,
  perPackage,
  showsTails,
  showsWords,
  tallyOf,
  tells,
} from "../../../bench/tokens/foreign/facts.ts";
import { TreeCopy } from "../../../bench/tokens/tree_copy.ts";

const CODE = [
  "export class Shop {",
  "    async open(",
  "        hour: number",
  "    ): Promise<void> {",
  "        ring(hour);",
  "    }",
  "    close(): void {",
  "        if (this.late) {",
  "            ring(1);",
  "        }",
  "    }",
  "}",
  "export function ring(hour: number): void {",
  "}",
].join("\n");
const TREE = new TreeCopy(".", new Map([["packages/a/x.ts", CODE], ["packages/b/y.ts", "ring(2) // ring(3)"]]));

Deno.test("a tally may be listed in any order, as text or JSON, with or without a number of files", () => {
  const holds = tells([["ring", 3], ["a-ring", 12]]);
  for (
    const right of [
      "3 ring\n12 a-ring",
      "3 2 ring\n12 1 a-ring",
      "a-ring:12\nring:3",
      '[{"value":"ring","count":3},{"value":"a-ring","count":12}]',
      "      3 ring\n     12 a-ring\n",
    ]
  ) assert(holds(right), right);
});

Deno.test("a wrong count, a missing value, and a count of another line are no tally", () => {
  const holds = tells([["ring", 3], ["a-ring", 12]]);
  for (
    const wrong of ["3 ring", "13 ring\n12 a-ring", "3 rings\n12 a-ring", "ring\n3\n12 a-ring", "ring 12 a-ring 3"]
  ) {
    assertEquals(holds(wrong), false, wrong);
  }
  assertThrows(() => tells([]), Error, "needs a new answer");
});

Deno.test("values are counted by match, lines by package", () => {
  assertEquals(tallyOf(TREE, TREE.paths(), /(ring)\(/), [["ring", 5]]);
  assertEquals(perPackage(TREE, TREE.paths(), /ring\(/), [["a", 3], ["b", 1]]);
});

Deno.test("a call stands in the method above it, whatever block is between", () => {
  assertEquals(enclosingFunctions(TREE, "packages/a/x.ts", / ring\(1\)/), ["close"]);
  assertEquals(enclosingFunctions(TREE, "packages/b/y.ts", /ring\(2/), []);
});

Deno.test("a block ends at the next line that equals its end", () => {
  assertEquals(block(TREE, "packages/a/x.ts", /function ring/, "}"), "export function ring(hour: number): void {\n}");
  assertThrows(() => block(TREE, "packages/a/x.ts", /function sing/, "}"), Error, "needs a new answer");
});

Deno.test("words are whole, paths may have lost their beginning", () => {
  assert(showsWords(["init"])("class.init 3"));
  assertEquals(showsWords(["init"])("initialize"), false);
  assert(showsTails(["packages/a/x.ts"], 2)("[path_prefix: packages/]\na/x.ts"));
  assertEquals(showsTails(["packages/a/x.ts"], 2)("x.ts"), false);
});
