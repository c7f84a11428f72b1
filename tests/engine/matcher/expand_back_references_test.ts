/** Expansion of back-references. line_dfa_test.ts compares their matches in texts with the expression's. */
import { assert, assertEquals } from "@std/assert";
import { expandBackReferences } from "../../../src/engine/matcher/expand_back_references.ts";
import { emitRegex } from "../../../src/engine/regex/emit.ts";
import { parsePattern } from "../../../src/engine/regex/parse.ts";

Deno.test("a back-reference to one character becomes a choice among its possible values", () => {
  const spelled = (pattern: string, fold = false) =>
    emitRegex(expandBackReferences(parsePattern(pattern, fold).root), { unicode: false, byLine: true }).text;
  for (
    const [pattern, same] of [
      ["([ab])x\\1*", "axa*|bxb*"],
      ["(((a)))\\2", "(a)a"],
      ["(?P<q>['\"]).(?P=q)", "\".\"|'.'"],
      ["([ab])([cd])\\2\\1", "acca|bccb|adda|bddb"],
      ["x|y", "x|y"],
    ]
  ) {
    assertEquals(
      spelled(pattern),
      emitRegex(parsePattern(same, false).root, { unicode: false, byLine: true }).text,
      pattern,
    );
  }
});

Deno.test("other back-references are left unchanged", () => {
  for (
    const pattern of [
      "(ab)\\1",
      "(a?)\\1",
      "(?:(a)|b)\\1",
      "(?:(a)\\1)+",
      "(a)?\\1",
      "\\1(a)",
      "(?=(a))\\1",
      "(.)\\1",
      "(é)\\1",
    ]
  ) {
    const { root } = parsePattern(pattern, false);
    assert(expandBackReferences(root) === root, pattern);
  }
});
