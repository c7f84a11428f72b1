/** Invalid patterns as models write them: each gets a call that finds the intended text. */
import { assertEquals, assertThrows } from "@std/assert";
import { mendPattern } from "../../../src/engine/regex/mend_pattern.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { parsePattern } from "../../../src/engine/regex/parse.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";

/** A pattern, its mended form (`text:` for a search of plain text), and a line that it should match. */
const BROKEN: readonly (readonly [pattern: string, mended: string, line: string])[] = [
  // Brackets of code within an expression.
  ["make_snapshot|RateSnapshot(", "make_snapshot|RateSnapshot\\(", "let s = RateSnapshot(1)"],
  ["foo\\(bar|baz(", "foo\\(bar|baz\\(", "x = baz()"],
  ["func.*(", "func.*\\(", "func Open(name string)"],
  ["def \\w+(self", "def \\w+\\(self", "    def run(self, x):"],
  ["^\\s*def foo(", "^\\s*def foo\\(", "  def foo(a):"],
  ["^foo(", "^foo\\(", "foo(1)"],
  ["foo(.*", "foo\\(.*", "call foo(1, 2)"],
  ["foo(\\d+", "foo\\(\\d+", "foo(12)"],
  ["foo($", "foo\\($", "return foo("],
  ["(?i)foo(", "(?i)foo\\(", "FOO(1)"],
  ["(?<!\\w)bar(", "(?<!\\w)bar\\(", "x.bar()"],
  ["(?<=a)b)", "(?<=a)b\\)", "(ab)"],
  ["foo|*bar", "foo|\\*bar", "int *bar;"],
  ["arr\\[\\d+|map[", "arr\\[\\d+|map\\[", "m := map[string]int{}"],
  ["TODO|FIXME(", "TODO|FIXME\\(", "// FIXME(me): later"],
  ["\\.get(|\\.post(", "\\.get\\(|\\.post\\(", "app.post('/x')"],
  // Unclosed groups.
  ["(foo|bar", "(foo|bar)", "a bar"],
  ["(foo|bar(", "(foo|bar\\()", "bar("],
  ["(?:foo|bar", "(?:foo|bar)", "a bar"],
  ["import (?:a|b) from (c|d", "import (?:a|b) from (c|d)", "import a from d"],
  ["a(b|c", "a\\(b|c", "a(b"],
  // Classes.
  ["[A-Z]+[0-9", "[A-Z]+[0-9]", "id AB7"],
  ["[[:alphnum:]]+_x", "[[:alnum:]]+_x", "foo_x"],
  ["[[:nope:]]", "text:[[:nope:]]", "a [[:nope:]] b"],
  ["[a-Z]+\\d", "[a-zA-Z]+\\d", "Ab1"],
  ["x[9-0]", "x[0-9]", "x5"],
  // Syntax of other engines.
  ["\\w++\\(", "\\w+\\(", "run(1)"],
  ['"[^"]*+"', '"[^"]*"', 'say "hello"'],
  ["(?>a+)b", "(?:a+)b", "caab"],
  ["(?|ab|cd)e", "(?:ab|cd)e", "cde"],
  ["foo\\Kbar", "(?<=foo)bar", "foobar"],
  ["(a)\\g{1}", "(a)\\1", "baad"],
  ["(?L)\\w+x", "\\w+x", "max"],
  ["(?-u)\\w+x", "\\w+x", "max"],
  ["\\N{U+1F600}+", "\\u{1F600}+", "ha 😀😀"],
  ["\\w{5,2}", "\\w{2,5}", "abc"],
  ["x{2}{3}", "x{2}", "xxx"],
  // Doubled backslashes.
  ["foo\\\\(bar", "foo\\(bar", "foo(bar)"],
  ["console\\\\.log\\\\(", "console\\.log\\(", "console.log(1)"],
  ["\\\\bfn\\\\s+\\\\w+\\\\(", "\\bfn\\s+\\w+\\(", "fn main() {"],
  // Plain text.
  ["foo(bar", "text:foo(bar", "foo(bar)"],
  ["foo)", "text:foo)", "(foo)"],
  ["function(", "text:function(", "x = function() {"],
  ["arr[", "text:arr[", "arr[0]"],
  ["arr[0].name(", "text:arr[0].name(", "arr[0].name()"],
  ["list[str](", "text:list[str](", "x = list[str]()"],
  ['dict["key"](', 'text:dict["key"](', 'dict["key"](1)'],
  ["$var(", "text:$var(", "echo $var(1)"],
  ["$(", "text:$(", "$('#id')"],
  ["${foo}(", "text:${foo}(", "a ${foo}(b)"],
  ["*foo", "text:*foo", "char *foo;"],
  ["*.ts", "text:*.ts", "glob *.ts"],
  ["+1", "text:+1", "n +1"],
  ["?x", "text:?x", "a ?x : y"],
  ["C++", "text:C++", "in C++ only"],
  ["i++", "text:i++", "for (;; i++) {"],
  ["(*args, **kwargs", "text:(*args, **kwargs", "def f(*args, **kwargs):"],
  ["(**options", "text:(**options", "f(**options)"],
  ["a.b.c(", "text:a.b.c(", "a.b.c()"],
  ["console\\.log(", "text:console.log(", "console.log(1)"],
  ["foo()).bar(", "text:foo()).bar(", "(foo()).bar()"],
  ["foo(bar)(", "text:foo(bar)(", "foo(bar)(1)"],
  ["if (x || y", "text:if (x || y", "if (x || y) {"],
  ["std::vector<int>(", "text:std::vector<int>(", "std::vector<int>(3)"],
  ["int[] a", "text:int[] a", "int[] a = {};"],
  ["C:\\Users\\name", "text:C:\\Users\\name", "cd C:\\Users\\name"],
  ["C:\\\\Users\\\\me(", "text:C:\\Users\\me(", "C:\\Users\\me(1)"],
  ["end\\", "text:end\\", "the end\\"],
  ["(?P=name)", "text:(?P=name)", "as (?P=name) in Python"],
  ["\\1/\\2", "text:\\1/\\2", "s/(a)/(b)/\\1/\\2/"],
  ["(?i", "text:(?i", "flags (?i"],
  ["@decorator(", "text:@decorator(", "@decorator(1)"],
  ["[[[", "text:[[[", "a[[[1]]]"],
];

Deno.test(`${BROKEN.length} invalid patterns are mended to a query that matches the intended line`, () => {
  for (const [pattern, wanted, line] of BROKEN) {
    assertThrows(() => parsePattern(pattern, false), ToolError);
    const meant = mendPattern(pattern);
    const given = meant && ("text" in meant ? `text:${meant.text}` : meant.pattern);
    assertEquals([pattern, given], [pattern, wanted]);
    const fixed = wanted.startsWith("text:"), query = fixed ? wanted.slice("text:".length) : wanted;
    const found = compileQuery({ pattern: query, fixed, word: false, caseRule: "smart", multiline: false });
    assertEquals([pattern, line.search(found.unicode ?? found.ascii) >= 0], [pattern, true]);
  }
});

Deno.test("ambiguous patterns are not mended", () => {
  for (const pattern of ["(?R)", "(?(1)a|b)", "(?<n>a)|(?<n>b)\\k<n>", "x".repeat(2000) + "("]) {
    assertEquals([pattern, mendPattern(pattern)], [pattern, undefined]);
  }
});
