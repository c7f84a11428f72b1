/** Arguments that no tool accepts are refused in words and never treated as a bug. */
import { assert, assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { PROFILES } from "../../../src/cli/command_line/settings.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

const ODD: readonly unknown[] = [
  { toString: "x" },
  [{ toString: 1 }],
  ["a", { toString: "x", valueOf: 1 }],
  [[]],
  [[null]],
  { toJSON: "x" },
  { length: 3 },
  { __proto__: null },
  ...[null, true, 0, -1, 1.5, 1e9, "", "x", "\0", [], ["x"], {}, { a: 1 }, "x".repeat(200_000)],
];

/** Names of arguments in other tools. */
const OTHERS =
  "path paths glob include type -A -B -C -i context output_mode head_limit max_results offset end_line lines range"
    .split(" ");

Deno.test("no value makes a tool reject: it is refused or ignored, in every argument of every tool", async () => {
  using files = tempTree({ "a.txt": "x\n" });
  for (const profile of PROFILES) {
    using tools = await openTools(profile, [files.path]);
    for (const { name, example, fields } of toolsOf(profile)) {
      for (const field of [...Object.keys(fields), ...OTHERS]) {
        for (const value of ODD) {
          const { structured, isError } = await tools.call(name, { ...example, [field]: value });
          const { code } = Object(structured.error);
          assert(!isError || code !== "INTERNAL", `${name} ${field} ${JSON.stringify(value)}: ${code}`);
        }
      }
      for (const args of [1, "x", '"x"', "[1]", [1], () => 1]) {
        assertEquals(Object((await tools.ask(name, args)).error).code, "INVALID_ARGUMENT");
      }
    }
  }
});
