/**
 * Searching very long lines only around required literals finds the same matches.
 * @module
 */
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { firstMatchInLongLine, type Span } from "../../../src/engine/scan/line_search.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { assert, assertEquals } from "@std/assert";

/** Patterns with a required literal and a maximum length. */
const PATTERNS = [
  ".{3}aba",
  "a.{0,4}bbb",
  "(aab|bba).{2}",
  "A.{1,3}BCA",
  ".{0,9}cab.{2,7}",
  "é.?abc",
  "(a.{2})\\Qbab\\E(?:x|)",
  "😀?.{2}(?:caba|aac|bbb)",
];

function queryOf(pattern: string, word = false) {
  return compileQuery({ pattern, fixed: false, word, caseRule: "smart", multiline: false });
}

Deno.test("the first match of a long line is the same as when searching from its beginning", () => {
  const random = seeded("near hits");
  let found = 0;
  for (let round = 0; round < 150; round++) {
    const { unicode: regex, literalFinder: finder, maxMatchUnits: reach } = queryOf(random.pick(PATTERNS));
    assert(finder !== undefined && reach !== undefined);
    const few = random.pick(["abc", "aabbcé😀", "ab😀\ud800x", "xyzzy"]);
    let line = "";
    while (line.length < 2500) {
      line += random.chance(0.02) ? random.pick(["aba", "abbb", "cab", "bbaab"]) : random.pick([...few]);
    }
    regex.lastIndex = 0;
    const match = regex.exec(line);
    const expected: Span | null = match && [match.index, match.index + match[0].length];
    assertEquals(
      firstMatchInLongLine({ regex, literalFinder: finder, maxMatchUnits: reach }, line) ?? null,
      expected,
      `${regex} in ${JSON.stringify(line)}`,
    );
    if (match !== null) found++;
  }
  assert(found > 100 && found < 400, `${found} of 400`);
});

Deno.test("a match in a line of 500,000 characters is found and shown, even by a slow pattern", async () => {
  const line = "x;".repeat(250_000) + "NEEDLE" + "y".repeat(2000);
  using files = tempTree({ "a.min.js": `${line}\nshort\n${line}\n` });
  using tools = await openTools("default", [files.path]);
  const ask = { roots: ["."], query: ".{80}NEEDLE", case: "sensitive" };
  const total = await tools.ask("search_content", { ...ask, total_only: true });
  assertEquals(total, { total: 2, truncated: false });
  const { matches } = Object(await tools.ask("search_content", ask));
  const shown = matches.map((found: { line_number: number; submatches: [{ match: string }] }) => {
    return [found.line_number, found.submatches[0].match];
  });
  const found = `${"x;".repeat(40)}NEEDLE`;
  assertEquals(shown, [[1, found], [3, found]]);
});
