/** Arguments that no tool accepts are refused in words and never treated as a bug. */
import { assert } from "@std/assert";
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
];

/** Names of arguments in other tools. */
const OTHERS =
  "path paths glob include type -A -B -C -i context output_mode head_limit max_results offset end_line lines range"
    .split(" ");

Deno.test("a value that can't be converted to text is refused or ignored in every argument of every tool", async () => {
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
    }
  }
});
