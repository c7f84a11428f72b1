/** The syntax of other engines compared with JavaScript's, and the syntax that is refused. @module */
import { assertEquals, assertThrows } from "@std/assert";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { faultWords } from "../../../src/format/error_answer.ts";
import { reason } from "../../../src/model/messages/messages.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { query } from "../requests.ts";

/** Both expressions in both modes. Two patterns with the same sources have the same meaning. */
function sources(pattern: string): string[] {
  return [false, true].flatMap((multiline) => {
    const { ascii, unicode } = compileQuery(query(pattern, { multiline }));
    return [String(ascii), String(unicode)];
  });
}

const SAME: readonly (readonly [foreign: string, javascript: string])[] = [
  ["(?P<n>a)(?P=n)", "(?<n>a)\\k<n>"],
  ["(?'n'a)\\k'n'", "(a)\\1"],
  ["(?P<a.b>x)\\k{a.b}", "(x)\\1"],
  ["\\Qa.b*\\E+", "a\\.b\\*+"],
  ["\\Qa.b", "a\\.b"],
  ["\\x{1F600}\\u{1f600}\\ud83d\\ude00", "😀😀😀"],
  ["\\x41\\u0041\\cA\\0\\a\\e", "AA[\\x01][\\x00][\\x07][\\x1b]"],
  ['\\-\\"\\_\\ \\%\\#\\é', '-"_ %#é'],
  ["function foo() {}", "function foo\\(\\) \\{\\}".replace("\\(\\)", "()")],
  ["interface {", "interface \\{"],
  ["x{a}{,}]}", "x\\{a\\}\\{,\\}\\]\\}"],
  ["a{,3}", "a{0,3}"],
  ["[[:alpha:]_]", "[A-Za-z_]"],
  ["[[:^alpha:]]", "[^A-Za-z]"],
  ["[^[:digit:][:space:]]", "[^0-9\\t-\\r ]"],
  ["\\h", "[\\t\\p{Zs}]"],
  ["\\H", "[^\\t\\p{Zs}]"],
  ["\\N", "."],
  ["\\pL\\PL\\p{^L}\\p{Letter}", "\\p{L}\\P{L}\\P{L}\\p{Letter}"],
  ["\\p{greek}\\p{script=greek}\\p{IsGreek}", "\\p{Script=Greek}".repeat(3)],
  ["\\p{lu}\\p{uppercase}", "\\p{Lu}\\p{Uppercase}"],
  ["(?i)foo", "(?i:foo)"],
  ["a(?i)b|c", "a(?i:b)|(?i:c)"],
  ["a((?i)b)c", "a((?i:b))c"],
  ["(?i)a(?-i)b", "(?i:a)b"],
  ["(?x) a b # c\n [ d] \\  +", "ab[ d] +"],
  ["(?x: a (?-x: b) c )", "a bc"],
  ["(?#note)a(?#note)", "a"],
  ["(?u)a", "a"],
  ["[\\w-.]", "[\\w\\-.]"],
  ["[a-\\d]", "[a\\-\\d]"],
  ["[a-z-9]", "[a-z\\-9]"],
  ["[[a]", "[\\[a]"],
  ["[[a]&&x", "[\\[a]&&x"],
  ["[^]]", "[^\\]]"],
  ["[]abc]+[]\"']", "[\\]abc]+[\\]\"']"],
  ["\\w+[]}),]", "\\w+[\\]}),]"],
  ["[][]x[]-a]", "[\\]\\[]x[\\]-a]"],
  ["[^],]*x", "[^\\],]*x"],
  ["[^]+", "(?s:.)+"],
  ["(?s)a.(?-s).", "a(?s:.)[^\\n]"],
  ["[\\b]", "\\x08"],
  ["[.][+]", "\\.\\+"],
  ["(?=a)*b\\b+", "(?:(?=a))*b(?:\\b)+"],
  ["(?:)", ""],
  ["(?m)^a$", "^a$"],
];

for (const [foreign, javascript] of SAME) {
  Deno.test(`${JSON.stringify(foreign)} means ${JSON.stringify(javascript)}`, () => {
    assertEquals(sources(foreign), sources(javascript));
  });
}

const REFUSED: readonly (readonly [pattern: string, at: number, why: string])[] = [
  ["foo(", 4, "what opens here is never closed: write \\( for the character"],
  ["é(a", 2, "what opens here is never closed: write \\( for the character"],
  ["😀)", 2, "there is no group for this ) to close: write \\) for the character"],
  ["a[b", 2, "what opens here is never closed: write \\[ for the character"],
  ["int[] a", 4, "what opens here is never closed: write \\[ for the character"],
  ["[[:<:]]word", 2, "[:<:] is not supported"],
  ["[[=b=]]", 2, "[=b=] is not supported"],
  ["[a[.-.]]", 3, "[.-.] is not supported"],
  ["\\Ga", 1, "\\G is not supported"],
  ["a\\m", 2, "\\m is not supported"],
  ["(a)\\g{1}", 4, "\\g is not supported: write \\1 or \\k<name>"],
  ["[z-a]", 2, "the numbers or characters are out of order"],
  ["[[:nope:]]", 2, "[:nope:] is not supported"],
  ["[[a-z]&&b]", 7, "&& in a class is not supported"],
  ["[a-z--[aeiou]]", 5, "-- in a class is not supported"],
  ["[\\w--\\d]", 4, "-- in a class is not supported"],
  ["[a-z&&b]", 5, "&& in a class is not supported"],
  ["[a~~b]", 3, "~~ in a class is not supported"],
  ["a\\N{BULLET}", 2, "\\N{…} is not supported: write \\u{…}"],
  ["[\\N{U+66}]", 2, "\\N{…} is not supported: write \\u{…}"],
  ["[\\B]", 2, "\\B is not supported"],
  ["*a", 1, "there is nothing to repeat before *"],
  ["a|+", 3, "there is nothing to repeat before +"],
  ["{2}", 1, "there is nothing to repeat before {"],
  ["a**", 3, "there is nothing to repeat before *"],
  ["C++", 3, "a possessive quantifier is not supported"],
  ["a{3,2}", 2, "the numbers or characters are out of order"],
  ["(?>a)", 1, "(?> is not supported"],
  ["(?R)", 1, "(?R) is not supported"],
  ["(?1)", 1, "(?1 is not supported"],
  ["(?P>n)", 1, "(?P> is not supported"],
  ["(?(1)a|b)", 1, "(?( is not supported"],
  ["(?|a|b)", 1, "(?| is not supported"],
  ["(?U)a", 1, "(?U) is not supported"],
  ["(?-u)a", 1, "(?-u) is not supported"],
  ["(?*a)", 1, "(?* is not supported"],
  ["(?<1>a)", 6, '"1" is not a valid group name'],
  ["(a)\\2", 4, "2 is not known"],
  ["\\k<n>", 1, "n is not known"],
  ["(?<n>a)|(?<n>b)\\k<n>", 16, "several groups are named n"],
  ["a\\", 2, "a backslash at the end escapes nothing"],
  ["\\y", 1, "\\y is not supported"],
  ["\\K", 1, "\\K is not supported: write (?<=…)"],
  ["\\x4", 1, "\\x is incomplete: \\x41, \\u0041, \\u{1F600}, \\cJ and \\p{Lu} are whole"],
  ["\\u{110000}", 1, "there is no character beyond \\u{10FFFF}"],
  ["\\012", 1, "an octal escape is not supported: write \\xNN"],
  ["\\p{Nope}", 1, '"Nope" is not known'],
  ["\\p{RGI_Emoji}", 1, '"RGI_Emoji" is not known'],
];

for (const [pattern, at, why] of REFUSED) {
  Deno.test(`${JSON.stringify(pattern)} is refused: ${why}`, () => {
    const error = assertThrows(() => compileQuery(query(pattern)), ToolError);
    const { message } = faultWords(error, "en");
    assertEquals(message, `${pattern} does not parse as a regular expression at character ${at}: ${why}.`);
    assertEquals(error.code, "INVALID_REGEX");
  });
}

Deno.test("a property's name has at most 100 characters", () => {
  assertEquals(sources(`\\p{${" ".repeat(95)}greek}`), sources("\\p{Script=Greek}"));
  const error = assertThrows(() => compileQuery(query(`\\p{${" ".repeat(96)}greek}`)), ToolError);
  assertEquals(error.params.why, reason("unknown_name", { name: JSON.stringify(" ".repeat(96) + "greek") }));
});
