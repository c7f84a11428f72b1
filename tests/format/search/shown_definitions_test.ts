import { assert, assertEquals } from "@std/assert";
import { CurrentCall, JSON_SPELLING } from "../../../src/format/current_call.ts";
import { fitDefinitions } from "../../../src/format/search/shown_definitions.ts";
import type { FoundDefinition } from "../../../src/model/search_report.ts";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { estimateTokens } from "../../../src/format/token_estimate.ts";
import type { Definition } from "../../../src/model/definition.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import { seeded } from "../../seed.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

const GO_HIT = hit(4, "function go() {", 9, 11), TASK_HIT = hit(9, "class Task {", 6, 10);

const GO: FoundDefinition = {
  path: "src/a.ts",
  hit: GO_HIT,
  name: "go",
  startLine: 3,
  endLine: 5,
  lines: ["// Goes.", "function go() {", "}"],
  members: [],
  isAlone: true,
};

const TASK: FoundDefinition = {
  path: "src/a.ts",
  hit: TASK_HIT,
  name: "Task",
  startLine: 8,
  endLine: 900,
  members: [method("run", 10, 400), method("stop", 402, 899)],
  isAlone: true,
};

function method(name: string, startLine: number, endLine: number, depth = 1): Definition {
  return { name, kind: "method", startLine, endLine, depth, nameLine: startLine };
}

const FOUND = report([fileHits("src/a.ts", GO_HIT)]);

Deno.test("the text of a definition comes instead of the line that has its name", () => {
  const { answer } = searchAnswer({ ...FOUND, definitions: [GO] }, searchOptions());
  assertEquals(answer.text, "src/a.ts:3-5\n// Goes.\nfunction go() {\n}\n[1 match]");
  assertEquals(answer.structured.definitions, [
    { file: "src/a.ts", start_line: 3, end_line: 5, text: "// Goes.\nfunction go() {\n}" },
  ]);
  assertEquals(Object(answer.structured.matches)[0].line, "function go() {");
});

Deno.test("a line stays if the text lacks some of its context, and the name around it comes above the text", () => {
  const around = { enclosing: { name: "Task", startLine: 2, endLine: 9 } };
  const textWith = (changes: object) => {
    const own = hit(4, "function go() {", 9, 11, changes), found = report([fileHits("src/a.ts", own)]);
    return searchAnswer({ ...found, definitions: [{ ...GO, hit: own }] }, searchOptions()).answer.text.split("\n");
  };
  assertEquals(textWith({ before: ["", "// Goes."] }).slice(0, 4), [
    "src/a.ts-2-",
    "src/a.ts-3-// Goes.",
    "src/a.ts:4:function go() {",
    "src/a.ts:3-5",
  ]);
  assertEquals(textWith({ before: ["// Goes."], after: ["}"] })[0], "src/a.ts:3-5");
  assertEquals(textWith(around).slice(0, 3), ["  in Task 2-9", "src/a.ts:3-5", "// Goes."]);
});

Deno.test("a definition that does not fit has its members below its line", () => {
  const found = report([fileHits("src/a.ts", GO_HIT, TASK_HIT)]);
  const { answer } = searchAnswer({ ...found, definitions: [GO, TASK] }, searchOptions());
  assertEquals(
    answer.text,
    `src/a.ts:3-5
// Goes.
function go() {
}

src/a.ts:8-900:class Task {
  10 run, 402 stop
[2 matches]`,
  );
  assertEquals(Object(answer.structured.definitions)[1], {
    file: "src/a.ts",
    start_line: 8,
    end_line: 900,
    members: ["10 run", "402 stop"],
  });
});

Deno.test("the members that stand directly in a definition are listed as far as the limit", () => {
  const members = Array.from({ length: 80 }, (_, i) => method(`m${i}`, 10 + i, 10 + i, i % 2 === 0 ? 1 : 2));
  const [{ shownMembers = [] }] = fitDefinitions([{ ...TASK, members }], LIMITS.definitionTokens);
  assertEquals([shownMembers.length, ...shownMembers.slice(0, 2), shownMembers.at(-1)], [
    LIMITS.definitionMembers + 1,
    "10 m0",
    "12 m2",
    "… 10 more",
  ]);
});

{
  const first = "Too long to show; in full: ";
  Deno.test("of definitions of which nothing is shown, one call reads all", () => {
    const found = report([fileHits("src/a.ts", GO_HIT, TASK_HIT)]), run = { ...TASK, members: [] };
    const currentCall = new CurrentCall("search_content", { query: "x" }, JSON_SPELLING);
    const hintsOf = (...definitions: FoundDefinition[]) =>
      searchAnswer({ ...found, definitions }, searchOptions({ currentCall, encoding: "latin1" })).answer.structured
        .hints;
    assertEquals(hintsOf(GO, run), [`${first}read_file {"path": "src/a.ts", "symbol": "Task", "encoding": "latin1"}`]);
    assertEquals(hintsOf({ ...GO, lines: undefined }, run), [
      `${first}read_file {"reads": [{"path": "src/a.ts", "symbol": "go"}, ` +
      `{"path": "src/a.ts", "symbol": "Task"}], "encoding": "latin1"}`,
    ]);
  });
}

Deno.test("named forms, and budgets without room, have no text", () => {
  const withText = (changes: Parameters<typeof searchOptions>[0]) =>
    "definitions" in searchAnswer({ ...FOUND, definitions: [GO] }, searchOptions(changes)).answer.structured;
  assertEquals(withText({ form: "total_only" }), false);
  assertEquals(withText({ form: "group_by_file" }), false);
  assertEquals(withText({ budget: 200 }), false);
  assertEquals(withText({ budget: 800 }), true);
});

Deno.test("definitions share their tokens, each whole, as an outline or not at all; the shortest come first", () => {
  const random = seeded("definitions shown");
  for (let turn = 0; turn < 200; turn++) {
    const found = Array.from({ length: 1 + random.int(3) }, (_, i): FoundDefinition => {
      const lines = Array.from({ length: 1 + random.int(120) }, () => `  call("${"x ".repeat(random.int(20))}");`);
      const members = Array.from({ length: random.int(60) }, (_, k) => method(`run${k}`, k, k));
      const path = `f${i}.ts`;
      return { path, hit: GO_HIT, startLine: 1, endLine: lines.length, lines, members, name: "go", isAlone: true };
    });
    const shown = fitDefinitions(found, 800),
      texts = shown.map(({ text, shownMembers }) => text ?? shownMembers ?? []);
    assert(estimateTokens(JSON.stringify(texts.map((lines) => lines.join("\n")))) <= 800);
    for (const [i, { text }] of shown.entries()) {
      if (text !== undefined) assertEquals(text, found[i].lines);
      // One without members may have fewer lines and more tokens.
      const shorter = found.flatMap((one, k) => one.endLine < found[i].endLine && one.members.length > 0 ? [k] : []);
      if (text !== undefined) assert(shorter.every((k) => shown[k].text !== undefined || shown[k].shownMembers));
    }
  }
});
