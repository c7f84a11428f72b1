import { assertEquals, assertThrows } from "@std/assert";
import { parseQuery } from "../../../src/engine/structure/query/parse_query.ts";

Deno.test("a query is parsed into nodes, fields, strings, wildcards, anchors and captures", () => {
  const [{ root, predicates }] = parseQuery('(a "b" @c name: (_) @name @same !d . (e) _)');
  assertEquals(predicates, []);
  const leaf = { children: [], absentFields: [] };
  assertEquals(root, {
    type: "a",
    isNamed: true,
    absentFields: ["d"],
    captures: [],
    children: [
      { isNext: false, pattern: { type: "b", isNamed: false, captures: ["c"], ...leaf } },
      { isNext: false, field: "name", pattern: { isNamed: true, captures: ["name", "same"], ...leaf } },
      { isNext: true, pattern: { type: "e", isNamed: true, captures: [], ...leaf } },
      { isNext: false, pattern: { captures: [], ...leaf } },
    ],
  });
});

Deno.test("predicates stand in brackets with their pattern, or in it", () => {
  const texts = ['((a) @x (#eq? @x "y"))', '(a (b) @x (#eq? @x "y"))', '((a) @x (#match? @x "^y$"))', "([(a) (b)] @x)"];
  assertEquals(
    texts.map((text) => parseQuery(text)[0].predicates.map(({ capture, test }) => [capture, test("y"), test("yy")])),
    [
      [["x", true, false]],
      [["x", true, false]],
      [["x", true, false]],
      [],
    ],
  );
});

Deno.test("what a query can't have is an error", () => {
  for (
    const text of ["(a", "(a))", "a", "(a)*", "(a (#any-of? @x 1))", '((a) (#not-eq? @x "y"))', "(a name: )", "()"]
  ) {
    assertThrows(() => parseQuery(text), Error, "a query");
  }
});
