/** Compilation of queries to matchers. @module */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { compileNameRegex, compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { withBracketsEscaped } from "../../../src/engine/matcher/parse_query.ts";
import { iterateMatches } from "../../../src/engine/scan/match_block.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { Query } from "../../../src/model/request.ts";
import { type Random, seeded } from "../../seed.ts";
import { query } from "../requests.ts";

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

const ROUNDS = 50;
const GUARD = new VmTimeout();

/** Runs `check` and returns false if it times out, as with catastrophic backtracking. */
function guarded(check: () => void): boolean {
  let failure: unknown;
  const ended = GUARD.runWithTimeout(() => {
    try {
      check();
    } catch (error) {
      failure = error;
    }
  }, 2000);
  if (failure !== undefined) throw failure;
  return ended;
}

Deno.test("a pattern that V8 parses in Unicode mode has the same matches as in V8", () => {
  const random = seeded("JavaScript's own");
  let compared = 0;
  for (let i = 0; i < ROUNDS * 4; i++) {
    const pattern = javascriptPattern(random, 3), ignoreCase = random.chance(0.3);
    const native = nativeRegex(pattern, ignoreCase ? "giu" : "gu");
    // A reference to a name shared by two groups is refused.
    if (native === undefined || pattern.split("(?<n>").length > 2) continue;
    const { ascii, unicode } = compileQuery(query(pattern, { caseRule: ignoreCase ? "insensitive" : "sensitive" }));
    const line = Array.from({ length: random.int(12) }, () => random.pick([..."aabbAB01_- .([{"])).join("");
    for (const ours of [ascii, unicode]) {
      guarded(() =>
        assertEquals(everyStart(ours, line), everyStart(native, line), JSON.stringify([pattern, line, ignoreCase]))
      );
    }
    compared++;
  }
  assert(compared > ROUNDS);
});

function nativeRegex(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** The first match from each start index. */
function everyStart(regex: RegExp, line: string): unknown[] {
  return Array.from({ length: line.length + 1 }, (_, i) => {
    regex.lastIndex = i;
    const found = regex.exec(line);
    return found && [found.index, found[0]];
  });
}

const ATOMS = String.raw`
  a a b b A B 0 1 . \w \W \d \D \s \S \b \B ^ $ [ab] [^ab] [a-b0-1] [\w-] [^\W_] [^]* \. \- \( \x61 \u0062 \u{41} \cA
  \1 \2 \k<n> \p{Lu} \P{L} \[ \{ [.[({] [\b]`.trim().split(/\s+/);
/** No (?i:…): V8 loses its end when it unrolls a repeat. The ripgrep oracle tests those. */
const OPENERS = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"];

/** A random pattern, which may be invalid: V8 is tried first. */
function javascriptPattern(random: Random, depth: number): string {
  let pattern = "";
  for (let i = 1 + random.int(4); i > 0; i--) {
    const nested = depth > 0 && random.chance(0.3);
    pattern += nested ? random.pick(OPENERS) + javascriptPattern(random, depth - 1) + ")" : random.pick(ATOMS);
    if (random.chance(0.25)) pattern += random.pick(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?"]);
    if (random.chance(0.1)) pattern += "|";
  }
  return pattern;
}
