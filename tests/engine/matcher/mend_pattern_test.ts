import { assertEquals } from "@std/assert";
import { withBracketsEscaped } from "../../../src/engine/matcher/parse_query.ts";

/** Patterns as models write them, with their offending brackets escaped; undefined where something else offends. */
const CASES: Readonly<Record<string, string | undefined>> = {
  "a(b)": "a(b)",
  "make_snapshot|Rate(": "make_snapshot|Rate\\(",
  "\\.get(|\\.post(": "\\.get\\(|\\.post\\(",
  "foo)": "foo\\)",
  "(?<=a)b)": "(?<=a)b\\)",
  "arr[": "arr\\[",
  "a|map[": "a|map\\[",
  "😀(": "😀\\(",
  ["(".repeat(8)]: "\\(".repeat(8),
  ["(".repeat(9)]: undefined,
  "int[] a": "int\\[] a",
  "(?=foo": undefined,
  "a|(?<n": undefined,
  "*.ts": undefined,
  "foo|*bar(": undefined,
  "a\\": undefined,
};

Deno.test("each bracket that keeps a pattern from parsing is escaped, up to eight, and nothing else is", () => {
  const mended = Object.keys(CASES).map((pattern) => [pattern, withBracketsEscaped(pattern)]);
  assertEquals(mended, Object.entries(CASES));
});
