import { assertEquals } from "@std/assert";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { PROFILES } from "../../../src/cli/command_line/settings.ts";
import { toolHelp } from "../../../src/cli/help.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

/** The call of a command line, split into words as by a POSIX shell. */
function called(line: string): unknown {
  const [, ...words] = (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
  const command = parseCommandLine(words, toolsOf);
  return command.verb === "call" && [command.settings.profile, command.tool, command.args];
}

Deno.test("the example in a tool's help is a call of it, in every profile", () => {
  for (const profile of PROFILES) {
    for (const tool of toolsOf(profile)) {
      const last = toolHelp(tool, profile, "en").split("\n").at(-1) ?? "";
      assertEquals(called(last.replace(/^Example: /, "")), [profile, tool, tool.example]);
    }
  }
});
