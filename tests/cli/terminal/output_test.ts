import { assertEquals } from "@std/assert";
import { stripVTControlCharacters } from "node:util";
import { colorAnswer } from "../../../src/cli/terminal/output.ts";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { OUTPUT_FORMS } from "../../../src/model/output_form.ts";
import { randomReport } from "../../format/random_reports.ts";
import { fileHits, hit, report, searchOptions } from "../../format/search_fixtures.ts";
import { seeded } from "../../seed.ts";

/** Replaces escape sequences by the names of colors. */
function named(text: string): string {
  const names = { "35": "path", "32": "number", "1m\x1b[31": "match", "2": "aside" };
  return Object.entries(names).reduce((all, [codes, name]) => all.replaceAll(`\x1b[${codes}m`, `<${name}>`), text)
    .replaceAll("\x1b[39m\x1b[22m", "</>").replaceAll("\x1b[39m", "</>").replaceAll("\x1b[22m", "</>");
}

Deno.test("without its colors a colored answer is its text, for every report and form", () => {
  const random = seeded("paint");
  for (let run = 0; run < 300; run++) {
    const found = randomReport(random, { files: 6, hits: 8, context: 3 });
    const form = random.pick([...OUTPUT_FORMS, undefined]);
    const style = { sharePrefix: random.chance(0.3), ...(random.chance(0.3) && { absoluteFrom: "/w" }) };
    const { answer } = searchAnswer(
      found,
      searchOptions({ ...(form && { form }), pathDisplay: style, budget: random.pick([0, 300]) }),
    );
    assertEquals(stripVTControlCharacters(colorAnswer(answer)), answer.text);
  }
});

const LINE = hit(7, "\té gold, gold\x1b[31m!", 4, 8, {
  spans: [[4, 8], [10, 14]],
  before: ["before"],
  after: ["after"],
});
const TWO_LINES = hit(1, "one gold\ntwo gold", 4, 14);
const FILES = report([fileHits("src/a.txt", LINE), fileHits("b\n.txt", TWO_LINES)]);

Deno.test("every path, number and match stands out, and remarks are dimmed", () => {
  const { answer } = searchAnswer(FILES, searchOptions());
  assertEquals(
    named(colorAnswer(answer)),
    [
      "<path>src/a.txt</>-<number>6</>-before",
      "<path>src/a.txt</>:<number>7</>:\té <match>gold</>, <match>gold</>\\x1b[31m!",
      "<path>src/a.txt</>-<number>8</>-after",
      '<path>"b\\n.txt"</>:<number>1</>:one <match>gold</>',
      '<path>"b\\n.txt"</>:<number>2</>:<match>two g</>old',
      "<aside>[2 matches]</>",
    ].join("\n"),
  );
});

Deno.test("errors and answers that are no hits are unchanged", () => {
  const answer = { structured: {}, found: false, isError: true, text: "NOT_FOUND: nope\n[x]" };
  assertEquals(colorAnswer(answer), answer.text);
});
