import { assert, assertEquals } from "@std/assert";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tree } from "../program.ts";
import { Wire } from "./wire.ts";

const LONE = "a\ud800b";

/** Whether a strict parser takes it: all that JSON escapes are whole characters. */
function isStrict(value: unknown): boolean {
  return !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));
}

Deno.test("no answer of a tool repeats a lone surrogate of its arguments, wherever it stands", async () => {
  using files = tree({ "a.txt": "gold\n" });
  for (const profile of ["default", "microagent", "fs"] as const) {
    using tools = await openTools(profile, [files.path]);
    for (const { name, input, example } of toolsOf(profile)) {
      for (const field of [...Object.keys(input.shape), LONE]) {
        for (const value of [LONE, [LONE], [`*${LONE}`], { [LONE]: 1 }]) {
          const { text, structured } = await tools.call(name, { ...example, [field]: value });
          const label = `${name} ${field} ${JSON.stringify(value)}: ${text}`;
          assert(text.isWellFormed() && isStrict(structured), label);
        }
      }
    }
  }
});

Deno.test("nor does any other answer", async () => {
  using files = tree({ "a.txt": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const wire = new Wire(tools.service);
  await wire.initialize();
  const cases: [method: string, params: Record<string, unknown>][] = [
    ["tools/call", { name: LONE }],
    ["tools/call", { name: "read_file", arguments: LONE }],
    ["tools/call", { name: "read_file", arguments: { path: LONE } }],
    ["resources/read", { uri: `fossick://file/${LONE}` }],
    ["resources/read", { uri: LONE }],
    ["prompts/get", { name: LONE }],
    ["prompts/get", { name: "search_first", arguments: { question: LONE } }],
    ["tools/list", { cursor: LONE }],
    [LONE, {}],
  ];
  for (const [method, params] of cases) {
    const answer = await wire.request(1, method, params);
    assertEquals([method, params, isStrict(answer)], [method, params, true], JSON.stringify(answer));
  }
  await wire.end();
  await wire.ended;
});
