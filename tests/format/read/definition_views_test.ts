import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { fitOutline, outlineLine, restOutline, shallowest } from "../../../src/format/read/definition_views.ts";
import { asAnswer } from "../../../src/format/read/read_view.ts";
import type { Definition } from "../../../src/model/definition.ts";
import { type Random, seeded } from "../../seed.ts";
import { CURRENT_CALL } from "../search_fixtures.ts";

/** Definitions on random lines, nested at random. */
function randomDefinitions(random: Random): Definition[] {
  let line = 1, depth = 0;
  return Array.from({ length: random.int(80) }, (_, i) => {
    depth = i === 0 ? 0 : random.int(depth + 2);
    const startLine = line, endLine = startLine + random.int(50);
    line += 1 + random.int(20);
    return { name: `name${i}`, kind: random.pick(["class", "method"]), startLine, endLine, depth, nameLine: startLine };
  });
}

Deno.test("of an outline that is too long the deepest definitions are left out, and it keeps to the budget", () => {
  const random = seeded("outline_answer");
  for (let round = 0; round < 80; round++) {
    const definitions = randomDefinitions(random), budget = 150 + random.int(3000);
    const report = {
      op: "outline",
      path: "a.ts",
      size: 9999,
      totalLines: 900,
      language: "typescript",
      definitions,
    } as const;
    const { answer: { text, structured } } = fitOutline(report, budget, {
      notes: [],
      currentCall: CURRENT_CALL,
    }, asAnswer("both"));
    const tokens = Math.max(countTokens(text), countTokens(JSON.stringify(structured)));
    assert(tokens <= budget, `${tokens} of ${budget} tokens`);
    const shown: { name: string; depth: number }[] = Object(structured).definitions;
    const names = new Set(shown.map(({ name }) => name)), left = definitions.filter(({ name }) => !names.has(name));
    const deepest = Math.max(0, ...shown.map(({ depth }) => depth));
    assert(left.every(({ depth }) => depth >= deepest), JSON.stringify(left[0]));
    assertEquals(shown.map(({ name }) => name), definitions.flatMap(({ name }) => names.has(name) ? [name] : []));
    assertEquals(structured.truncated, left.length > 0);
    assertEquals(
      text.split("\n").slice(0, shown.length),
      shallowest(definitions, shown.length).map((one) => outlineLine(one)),
    );
  }
});

Deno.test("the outline of the rest has what begins after the last line, in a tenth of the budget", () => {
  const random = seeded("rest_outline");
  for (let round = 0; round < 80; round++) {
    const definitions = randomDefinitions(random), after = random.int(500), budget = random.int(4000);
    const rest = definitions.filter(({ startLine }) => startLine > after),
      lines = restOutline(definitions, after, budget);
    assert(countTokens(lines.join("\n")) <= budget / 10);
    const more = Number(/^… (\d+) more$/.exec(lines.at(-1) ?? "")?.[1] ?? 0), shown = lines.length - (more > 0 ? 1 : 0);
    if (lines.length > 0) assertEquals(shown + more, rest.length);
    assertEquals(
      lines.slice(0, shown).map((line) => / (name\d+)$/.exec(line)?.[1]),
      shallowest(rest, shown).map(({ name }) => name),
    );
  }
});
