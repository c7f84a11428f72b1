import { assertEquals, assertThrows } from "@std/assert";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { toolHelp, toolsText } from "../../../src/cli/help/help.ts";
import { PROFILES } from "../../../src/cli/command_line/settings.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

/** The call of a command line, split into words as by a POSIX shell. */
function called(line: string): unknown {
  const [, ...words] = (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
  const command = parseCommandLine(words, toolsOf);
  return command.verb === "call" && [command.settings.profile, command.tool, command.args];
}

Deno.test("the examples in a tool's help and in every mistake of its call are calls of it, in every profile", () => {
  for (const profile of PROFILES) {
    for (const tool of toolsOf(profile)) {
      const wanted = [profile, tool, tool.example];
      const last = toolHelp(tool, profile, "en").split("\n").at(-1) ?? "";
      assertEquals(called(last.replace(/^Example: /, "")), wanted);
      assertEquals(toolsText([tool], profile, false, "en"), toolHelp(tool, profile, "en"));
      for (const mistake of [["{"], ["{}", "x"], ["--nope"]]) {
        const line = ["--profile", profile, "call", tool.name, ...mistake];
        const { example } = assertThrows(() => parseCommandLine(line, toolsOf), UsageError);
        assertEquals(called(example), wanted);
      }
    }
  }
});

Deno.test("the advice about a switch with a value names the profile", () => {
  const line = ["--profile", "microagent", "call", "grep", "--files-only", "false"];
  const { example } = assertThrows(() => parseCommandLine(line, toolsOf), UsageError);
  assertEquals(example, "fossick --profile microagent call grep --no-files-only …");
});
