import { assert, assertEquals } from "@std/assert";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { parsePattern } from "../../../src/engine/regex/parse.ts";
import { requiredLiterals } from "../../../src/engine/matcher/required_literals.ts";
import { seeded } from "../../seed.ts";
import { query } from "../requests.ts";

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

Deno.test("the literal finder finds every line that has a match", () => {
  const random = seeded("finder");
  const piece = () =>
    random.pick(["foo", "Bar", "k", "ß", "\\w+", "[a-f]*", "(abc|K.d)", "(?:error)+", "x?", "\\.", "é"]);
  const word = () =>
    random.pick(["foo", "FOO", "bar", "Bar", "\u212a", "k", "ẞ", "ß", "abc", "Kad", "error", ".", "x", "É", " "]);
  for (let i = 0; i < 300; i++) {
    const pattern = Array.from({ length: 1 + random.int(4) }, piece).join("");
    const caseRule = random.pick(["sensitive", "insensitive", "smart"] as const);
    const { unicode, literalFinder: finder } = compileQuery(query(pattern, { caseRule }));
    if (finder === undefined) continue;
    for (let j = 0; j < 20; j++) {
      const line = Array.from({ length: random.int(7) }, word).join("");
      unicode.lastIndex = finder.lastIndex = 0;
      if (unicode.test(line)) assert(finder.test(line), `${pattern} ${caseRule} ${line}`);
    }
  }
});
