/** Arguments that no tool can have are refused in words, whatever they are; none of them is a bug to fossick. */
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

/** Names that other tools have for arguments. */
const OTHERS =
  "path paths glob include type -A -B -C -i context output_mode head_limit max_results offset end_line lines range"
    .split(" ");

Deno.test("a value that turns into no text is refused or passed over, in every argument of every tool", async () => {
  using files = tempTree({ "a.txt": "x\n" });
  for (const profile of PROFILES) {
    using tools = await openTools(profile, [files.path]);
    for (const { name, example, input } of toolsOf(profile)) {
      for (const field of [...Object.keys(input.shape), ...OTHERS]) {
        for (const value of ODD) {
          const { structured, isError } = await tools.call(name, { ...example, [field]: value });
          const { code } = Object(structured.error);
          assert(!isError || code !== "INTERNAL", `${name} ${field} ${JSON.stringify(value)}: ${code}`);
        }
      }
    }
  }
});
