import { repaired } from "../../../src/engine/structure/repair.ts";
import { Structure } from "../../../src/engine/structure/structure.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { readParserFile } from "../../../src/pool/parser_files.ts";
import { finishWaiting } from "../job_on.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { beginOutline, outlineIn, parseContext } from "./parse_context.ts";

const newStructure = (budget = 0) => new Structure(budget, readParserFile);

const SOURCE = Array.from({ length: 300 }, (_, i) => `export class C${i} {\n  run() {}\n}\n`).join("\n");

Deno.test("an outline found in the shortest slices is the same as one found without a break", async () => {
  const whole = await outlineIn(newStructure(), "a.ts", SOURCE);
  let yields = 0;
  const context = parseContext({ shouldYield: () => ++yields > 0 });
  assertEquals(await outlineIn(newStructure(), "a.ts", SOURCE, context), whole);
  assertEquals(whole.definitions.length, 600);
  assert(yields > 50, `${yields} yields`);
});

Deno.test("at the deadline an outline is partial, and the next one is whole", async () => {
  const structure = newStructure();
  assertEquals(await outlineIn(structure, "a.ts", SOURCE, parseContext({ remainingMs: () => 0 })), {
    definitions: [],
    isPartial: true,
  });
  assertEquals((await outlineIn(structure, "a.ts", SOURCE)).definitions.length, 600);
});

Deno.test("several texts are parsed in turn, and one that is given up lets the next begin", async () => {
  const structure = newStructure(), context = parseContext({ shouldYield: () => true, remainingMs: () => 60_000 });
  const first = beginOutline(structure, "a.ts", SOURCE, context);
  for (let i = 0; i < 20; i++) await first.next().value;
  const second = beginOutline(structure, "a.ts", SOURCE, context), { value: turn } = second.next();
  // The operation waits for a promise: one that yielded again and again would hold up the one that it waits for.
  assert(turn instanceof Promise);
  first.return({ definitions: [] });
  await turn;
  assertEquals((await finishWaiting(second)).definitions.length, 600);
});

Deno.test("one that waits for its turn ends at its deadline", async () => {
  const structure = newStructure();
  const first = beginOutline(structure, "a.ts", SOURCE, parseContext({ shouldYield: () => true }));
  for (let i = 0; i < 20; i++) await first.next().value;
  const late = await outlineIn(structure, "a.ts", SOURCE, parseContext({ remainingMs: () => 0 }));
  assertEquals(late, { definitions: [], isPartial: true });
  first.return({ definitions: [] });
});

Deno.test("a text that takes all memory is given up, memory is given back, and the next text is parsed", async () => {
  const structure = newStructure();
  assertEquals(await outlineIn(structure, "a.ts", "(".repeat(2 ** 20)), { definitions: [], isPartial: true });
  assertEquals(structure.parserBytes, 0);
  assertEquals((await outlineIn(structure, "a.ts", SOURCE)).definitions.length, 600);
});

Deno.test("a step that never looks at the clock is stopped, and the next text is parsed", async () => {
  const structure = newStructure();
  await outlineIn(structure, "a.ts", SOURCE);
  let calls = 0;
  // The first looks at the clock are in the step: there it hangs, as a scanner in a grammar may.
  const hanging = parseContext({ shouldYield: () => ++calls === 1 && hang(), remainingMs: () => 50 });
  assertEquals(await outlineIn(structure, "a.ts", SOURCE, hanging), { definitions: [], isPartial: true });
  assertEquals(structure.parserBytes, 0);
  assertEquals((await outlineIn(structure, "a.ts", SOURCE)).definitions.length, 600);
});

function hang(): never {
  for (;;);
}

Deno.test("a program without the parser's files says so", async () => {
  const structure = new Structure(0, () => Promise.reject(new Error("nothing here")));
  const error = await assertRejects(() => outlineIn(structure, "a.ts", SOURCE), ToolError);
  assertEquals([error.key, error.params], ["no_parsers", { why: "nothing here" }]);
});

Deno.test("a carriage return alone ends a line for each grammar, and for no line number", async () => {
  for (const [path, text] of [["a.js", "\n// x\rclass A {\r}\r\n"], ["a.py", "\n# x\rclass A:\r  b = 1\n"]]) {
    const { definitions: [found] } = await outlineIn(newStructure(), path, text);
    assertEquals([found.name, found.startLine, found.endLine, found.nameLine], ["A", 2, 2, 2]);
  }
});

Deno.test("texts that never close what they open are repaired in linear time", () => {
  for (const part of ["'\\", '"\\"', '@"a""', '"""a"', "/*", "do |", "try {", "a = '\n"]) {
    const steps = repaired("ruby", part.repeat(100_000), parseContext());
    while (!steps.next().done);
  }
});
