import { assertEquals } from "@std/assert";
import { parsePattern } from "../../../src/engine/regex/parse.ts";
import { requiredLiterals } from "../../../src/engine/matcher/required_literals.ts";

Deno.test("the required literals are the longest in every branch", () => {
  const cases: [string, string[] | undefined][] = [
    ["\\w+Error\\b", ["Error"]],
    ["(foo|barn)x*", ["foo", "barn"]],
    ["(foo|ba?)", undefined],
    ["abc(def)?ghijk", ["ghijk"]],
    ["x{2,}", undefined],
    ["(hello){2,}", ["hello"]],
    ["[A-Z]{5,}\\d+", undefined],
    ["ab.cd", undefined],
    ["(?=later)now or", ["now or"]],
    ["(?!never)", undefined],
  ];
  for (const [pattern, texts] of cases) {
    assertEquals(requiredLiterals(parsePattern(pattern, false).root)?.map(({ text }) => text), texts, pattern);
  }
});
