/** Compilation of queries to matchers. @module */
import { compileNameRegex, compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { iterateMatches } from "../../../src/engine/scan/match_block.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { Query } from "../../../src/model/request.ts";
import { query } from "../requests.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";

function found(pattern: string, text: string, more: Partial<Query> = {}): string[] {
  const { unicode } = compileQuery(query(pattern, more));
  return [...iterateMatches(unicode, text)].map(([start, end]) => text.slice(start, end));
}

Deno.test("a line-by-line search refuses a pattern that needs a line break, and names its place", () => {
  const asking: [pattern: string, at: number][] = [
    ["a\\nbc", 2],
    ["é\nb", 2],
    ["[\\n]", 1],
    ["a\\r\\n", 4],
    ["\\R", 1],
    ["a|\\n", 3],
    ["(?=\\n)", 4],
    ["(?:a\\n)?", 5],
    ["a\\n{2}", 2],
  ];
  for (const [pattern, at] of asking) {
    const error = assertThrows(() => compileQuery(query(pattern)), ToolError);
    assertEquals(error.data, { key: "newline_in_query", params: { pattern, at } });
    assert(compileQuery(query(pattern, { multiline: true })).multiline);
  }
});

Deno.test("a line-by-line search refuses literal text with a line break", () => {
  const error = assertThrows(() => compileQuery(query("é\nb", { fixed: true })), ToolError);
  assertEquals(error.data.params, { pattern: "é\nb", at: 2 });
});

Deno.test("a line-by-line search drops a line break that is optional or negated", () => {
  assertEquals(found("a(?:\\n|$)", "a\nb\na"), ["a", "a"]);
  assertEquals(found("a\\r?\\n?", "a\r\na"), ["a\r", "a"]);
  assertEquals(found("a(?!\\n)", "a\na"), ["a", "a"]);
  assertEquals(found("[a\\n]+", "a\na"), ["a", "a"]);
});

Deno.test("only a line feed ends a line", () => {
  assertEquals(found("^.*$", "a\rb\u2028c\nd"), ["a\rb\u2028c", "d"]);
  assertEquals(found("\\A.|.\\z|.\\Z", "ab\ncd"), ["a", "b", "c", "d"]);
});

Deno.test("multiline: negated classes and \\s match across lines, and the text has one start and one end", () => {
  const more = { multiline: true };
  assertEquals(found("b[^x]c|b\\sc", "ab\ncd", more), ["b\nc"]);
  assertEquals(found("^.", "ab\ncd", more), ["a", "c"]);
  assertEquals(found("(?-m)^.", "ab\ncd", more), ["a"]);
  assertEquals(found("\\A.|.\\z", "ab\ncd", more), ["a", "d"]);
  assertEquals(found("d\\Z", "d\nd\n", more), ["d"]);
  assertEquals(found("a\\Rb", "a\r\nb a\u2028b", more), ["a\r\nb", "a\u2028b"]);
});

Deno.test("multiline: only under the flag s does a dot match across lines", () => {
  const more = { multiline: true };
  for (const pattern of ["b.c", "(?-s)b.c", "(?s:b)(?:.)c", "(?s)b(?-s:.)c", "(?s)b(?-s).c", "b\\Nc", "(?s)b\\Nc"]) {
    assertEquals([pattern, found(pattern, "ab\ncd", more)], [pattern, []]);
  }
  for (const pattern of ["(?s)b.c", "(?s:b.)c", "b(?s).c", "(?is)B.c", "(?-s)b(?s:.)c", "b[^]{1}c"]) {
    assertEquals([pattern, found(pattern, "ab\ncd", more)], [pattern, ["b\nc"]]);
  }
  assertEquals(found("b.*\\nc.*", "abb\ncdd\ne", more), ["bb\ncdd"]);
  assertEquals(found("f\\([^)]*\\).*", "f(\na): b {\nc", more), ["f(\na): b {"]);
});

Deno.test("smart case considers written characters, not class names", () => {
  const ignores = (pattern: string) => compileQuery(query(pattern, { caseRule: "smart" })).ascii.ignoreCase;
  for (const pattern of ["foo", "foo\\W", "foo\\p{Lu}", "(?<NAME>foo)", "\\x61", "[a-z]x", "foo[[:upper:]]"]) {
    assert(ignores(pattern), pattern);
  }
  for (const pattern of ["Foo", "foo\\x41", "[A-Z]x", "\\QA\\E", "foo|É"]) assert(!ignores(pattern), pattern);
});

Deno.test("only a pattern that names a lone surrogate matches an invalid byte", () => {
  for (
    const pattern of [".", "[^a]", "\\W", "\\D", "\\S", "\\P{L}", "[\\s\\S]", "\\p{Any}", "\\p{Cs}", "[\\x80-\\uffff]"]
  ) {
    for (const multiline of [false, true]) assertEquals(found(pattern, "\udc80", { multiline }), [], pattern);
  }
  assertEquals(found("\\udc80", "\udc80"), ["\udc80"]);
  assertEquals(found("^$|\\b|\\B", "\udc80"), []);
});

Deno.test("patterns on which V8 would take long or give up are refused", () => {
  const refused = (pattern: string) => {
    const error = assertThrows(() => compileQuery(query(pattern)), ToolError);
    assertEquals(error.key, "pattern_too_large", pattern.slice(0, 60));
  };
  refused("a{99999999}");
  refused("((a{1000}){1000}){1000}");
  refused("a".repeat(200_000));
  refused("a".repeat(100_000));
  refused("(".repeat(10_000) + "a" + ")".repeat(10_000));
  refused("(?:||)".repeat(30) + "b");
  refused("(?:a*|b*|)".repeat(30) + "b");
  refused("(?:^??|(?:b+a*?\\s{5}|^?)|)".repeat(20));
  refused("a?".repeat(5000) + "b");
  refused("\\w".repeat(1000));
  refused("\\B.".repeat(1000));
  refused("[^a]".repeat(20_000));
  // V8 compiles this literal, since it has few different characters; it would compare others directly.
  refused(":1".repeat(49_000));
  assertThrows(() => compileNameRegex(":1".repeat(49_000)), ToolError, "pattern_too_large");
});

Deno.test("repeats of a zero-width node are limited to one", () => {
  assertEquals(found(("(?:){65535}".repeat(79) + "a").repeat(30), "a".repeat(31)), ["a".repeat(30)]);
  assertEquals(found("(?:(?:){1000}){1000}".repeat(20) + "b", "ab"), ["b"]);
  assertEquals(found("(?:a{0}){65535}b".repeat(2000), "b".repeat(2000)), ["b".repeat(2000)]);
  assertEquals(found("(?:\\b){3}a|(?:^)*b", "ca ab"), ["a", "b"]);
  assertEquals(found("(?:(?=(.)b)){2}\\1.", "ac ab"), ["ab"]);
  assertEquals(found("(?:(?=(a)))?\\1b", "aab"), ["b"]);
  assertEquals(found("(?:(?=(a))|){2,}?\\1b", "aab"), ["ab"]);
});

Deno.test("nested repeats are counted as V8 unrolls them", () => {
  assertEquals(found("(?:".repeat(200) + "a" + ")+".repeat(200), "baab"), ["aa"]);
  assertEquals(found("(?:".repeat(200) + "a" + "){1,2}?".repeat(16) + ")".repeat(184), "ba"), ["a"]);
});

Deno.test("an item that a class repeats is written once", () => {
  assertEquals(found(`[${"\\S".repeat(2000)}]`, " é "), ["é"]);
});

Deno.test("the time to compile a pattern grows linearly with its length", () => {
  const refused = (pattern: string) => assertThrows(() => compileQuery(query(pattern)), ToolError).key;
  const open = "a{" + "1".repeat(99_000);
  assert(compileQuery(query(open)).isLiteral);
  assertEquals(refused("\\pL".repeat(30_000)), "pattern_too_large");
  assertEquals(found("(?<a>b?)".repeat(5) + "(?<b>a)".repeat(9000), "b" + "a".repeat(9000)), ["b" + "a".repeat(9000)]);
});

Deno.test("large realistic patterns compile", () => {
  const words = Array.from({ length: 10_000 }, (_, i) => `word${i}`);
  assert(compileQuery(query(words.join("|"))).unicode.test("a word9999 b"));
  assert(
    compileQuery(query(words.slice(0, 6000).map((word) => `\\b${word}\\b`).join("|"))).unicode.test("é word5999 b"),
  );
  assert(compileQuery(query("\\w".repeat(100))).unicode.test("é".repeat(100)));
  assert(compileQuery(query("(?:".repeat(250) + "a" + ")*".repeat(250))).ascii.test("a"));
  assert(compileQuery(query("x".repeat(20_000), { fixed: true })).ascii.test("x".repeat(20_000)));
});

Deno.test("the ASCII property folds like the class of the same characters", () => {
  const sets = ["\\p{ASCII}", "[\\p{ASCII}]", "[^\\P{ASCII}]", "[\\0-\\x7f]"];
  for (const set of sets) assertEquals(found(`(?i)${set}`, "sſ\u212aé"), ["s", "ſ", "\u212a"], set);
  assertEquals(found("\\p{ASCII}", "sſ\u212aé"), ["s"]);
});
