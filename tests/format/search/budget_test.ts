import { assert } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Answer } from "../../../src/format/answer.ts";
import { CurrentCall, JSON_SPELLING } from "../../../src/format/current_call.ts";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { OUTPUT_FORMS, type SentAs } from "../../../src/model/output_form.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import { type Random, seeded } from "../../seed.ts";
import { KINDS, longLine } from "../long_lines.ts";
import { randomReport } from "../random_reports.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

/** The tokens that a host pays for what it is sent, if of two it shows a model either. */
function cost({ text, structured }: Answer, sentAs: SentAs = "both"): number {
  const costs = { text: countTokens(text), structured: countTokens(JSON.stringify(structured)) };
  return sentAs === "both" ? Math.max(costs.text, costs.structured) : costs[sentAs];
}

function longLined(kind: string, random: Random): SearchReport {
  const hits = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ ...hit(i + 1, longLine(kind, random), 0, 5), cut: true }));
  return report(
    Array.from({ length: 1 + random.int(6) }, (_, i) => fileHits(`src/f${i}.ts`, ...hits(1 + random.int(12)))),
  );
}

Deno.test("in every form, an answer of long lines keeps its budget by a real tokenizer's count", () => {
  const random = seeded("budget of long lines");
  for (const kind of KINDS) {
    for (const form of [...OUTPUT_FORMS.slice(1), undefined]) {
      const budget = 600 + random.int(3000), sentAs = random.pick(["text", "structured", "both"] as const);
      const args = { query: "x", token_budget: budget };
      const own = new CurrentCall("search_content", args, JSON_SPELLING, sentAs);
      const { answer } = searchAnswer(
        longLined(kind, random),
        searchOptions({ ...(form && { form }), budget, currentCall: own }),
      );
      const tokens = cost(answer, sentAs);
      assert(tokens <= budget, `${kind}, ${form}, ${sentAs}: ${tokens} tokens of ${budget}`);
    }
  }
});

Deno.test("sent as text alone, an answer holds at least as many lines of a budget as one sent in both forms", () => {
  const random = seeded("budget of what is sent"), gains: number[] = [];
  for (let round = 0; round < 30; round++) {
    const found = randomReport(random, { files: 12, hits: 12, context: 0 }), budget = 150 + random.int(600);
    const [text, structured, both] = (["text", "structured", "both"] as const).map((sentAs) => {
      const currentCall = new CurrentCall("search_content", { query: "x" }, JSON_SPELLING, sentAs);
      const { answer } = searchAnswer(found, searchOptions({ form: "group_by_file", budget, currentCall }));
      return answer.hits?.length ?? 0;
    });
    assert(text >= both && structured >= both, `${[text, structured, both]} lines of ${found.total} in ${budget}`);
    gains.push(text - both);
  }
  assert(gains.some((gain) => gain > 0), `${gains}`);
});

Deno.test("a degraded answer reports a cost above the budget", () => {
  const random = seeded("said costs");
  let said = 0;
  for (let budget = 3000; budget < 6000; budget += 75) {
    const own = new CurrentCall("search_content", { query: "x" }, JSON_SPELLING);
    const { answer } = searchAnswer(longLined("minified", random), searchOptions({ budget, currentCall: own }));
    const [, tokens, over] = /would take ~(\d+) tokens, over the budget of (\d+)/.exec(answer.text) ?? [];
    if (tokens === undefined) continue;
    said++;
    assert(Number(tokens) > Number(over), answer.text.slice(-300));
  }
  assert(said > 6, `${said} answers`);
});
