import { assert, assertEquals } from "@std/assert";
import { type DefinitionText, fitTexts } from "../../../src/format/search/definition_texts.ts";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { shellSpelling } from "../../../src/cli/command_line/shell_spelling.ts";
import { CurrentCall } from "../../../src/format/current_call.ts";
import { spacedJson } from "../../../src/format/safe_text.ts";
import { readFile } from "../../../src/toolsets/default/read_file.ts";
import { estimateTokens } from "../../../src/format/token_estimate.ts";
import { seeded } from "../../seed.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

const GO: DefinitionText = { path: "src/a.ts", startLine: 3, endLine: 6, lines: ["// Goes.", "function go() {", "}"] };

const FOUND = report([fileHits("src/a.ts", hit(4, "function go() {", 9, 11))]);

Deno.test("the text of a definition comes below the line that has its name", () => {
  const { answer } = searchAnswer(FOUND, searchOptions({ definitions: [{ ...GO, endLine: 5 }] }));
  assertEquals(
    answer.text,
    "src/a.ts:4:function go() {\n\nsrc/a.ts:3-5\n// Goes.\nfunction go() {\n}\n[1 match in 1 file]",
  );
  const { definitions } = answer.structured;
  assertEquals(definitions, [
    { file: "src/a.ts", start_line: 3, end_line: 5, text: "// Goes.\nfunction go() {\n}" },
  ]);
});

Deno.test("the rest of a text that is cut is a call away", () => {
  const hintsWith = (changes: Parameters<typeof searchOptions>[0]) =>
    searchAnswer(FOUND, searchOptions({ definitions: [GO], ...changes })).answer.structured.hints;
  const rest = { path: "src/a.ts", start_line: 6, max_lines: 1 }, place = "src/a.ts:3-6: 3 of its 4 lines are shown.";
  const other = { path: "src/a.ts", start_line: 6, max_lines: 1, encoding: "shift_jis" };
  assertEquals(hintsWith({ encoding: "shift_jis" }), [`${place} The rest: read_file ${spacedJson(other)}`]);
  const inShell = new CurrentCall("search_content", { query: "go" }, shellSpelling([readFile], undefined, false), "en");
  assertEquals(hintsWith({ currentCall: inShell }), [
    `${place} The rest: fossick call read_file --path src/a.ts --start-line 6 --max-lines 1`,
  ]);
  assertEquals(hintsWith({}), [`${place} The rest: read_file ${spacedJson(rest)}`]);
});

Deno.test("forms that show no lines, and budgets without room, have no text", () => {
  const withText = (changes: Parameters<typeof searchOptions>[0]) =>
    "definitions" in searchAnswer(FOUND, searchOptions({ definitions: [GO], ...changes })).answer.structured;
  assertEquals(withText({ form: "total_only" }), false);
  assertEquals(withText({ form: "group_by_file" }), true);
  assertEquals(withText({ budget: 200 }), false);
  assertEquals(withText({ budget: 800 }), true);
});

Deno.test("texts share their tokens, and are cut after whole lines", () => {
  const random = seeded("texts of definitions");
  for (let turn = 0; turn < 200; turn++) {
    const texts = Array.from({ length: 1 + random.int(3) }, (_, i) => {
      const lines = Array.from({ length: random.int(120) }, () => `  call("${"x ".repeat(random.int(20))}");`);
      return { path: `f${i}.ts`, startLine: 1, endLine: lines.length, lines };
    });
    const fitted = fitTexts(texts, 800), all = texts.flatMap(({ lines }) => lines).join("\n");
    assert(estimateTokens(JSON.stringify(fitted.map(({ lines }) => lines.join("\n")))) <= 800);
    for (const text of fitted) {
      const whole = texts.find(({ path }) => path === text.path);
      assertEquals(text.lines, whole?.lines.slice(0, text.lines.length));
    }
    if (estimateTokens(JSON.stringify(all)) > 1600) assert(fitted.some(({ lines, endLine }) => lines.length < endLine));
  }
});
