import { assertEquals } from "@std/assert";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { positionalArguments, positionalUsage } from "../../../src/cli/command_line/positional_arguments.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

/** The arguments of a call typed as words and flags. */
function typed(...words: string[]): unknown {
  const command = parseCommandLine(["call", ...words], toolsOf);
  return command.verb === "call" && command.args;
}

Deno.test("read_file takes a place, and further places become reads", () => {
  assertEquals(typed("read_file", "src/a.ts:40-60"), { path: "src/a.ts:40-60" });
  assertEquals(typed("read_file", "a.ts:1-5", "b.ts", "c,d.ts"), { path: "a.ts:1-5", reads: ["b.ts", "c,d.ts"] });
  assertEquals(typed("read_file", "a.ts", "--outline"), { path: "a.ts", outline: true });
  assertEquals(typed("read_file", "a.ts", "--symbol", "Task.run"), { path: "a.ts", symbol: "Task.run" });
  assertEquals(typed("read_file", "--reads", "a.ts:1-5,b.ts", "--no-line-numbers"), {
    reads: ["a.ts:1-5", "b.ts"],
    line_numbers: false,
  });
});

Deno.test("a tool's usage names what its words set", () => {
  const usages = (["default", "microagent", "fs"] as const).flatMap((profile) =>
    toolsOf(profile).map((tool) => `${tool.name} ${positionalUsage(positionalArguments(tool))}`)
  );
  assertEquals(usages, [
    "glob_files PATTERN [ROOT]",
    "list_files [ROOTS …]",
    "search_content QUERY [ROOTS …]",
    "find_and_grep QUERY [ROOTS …]",
    "read_file PATH [READS …]",
    "consult_files QUERY [FILES …]",
    "glob PATTERN",
    "grep PATTERN [FILE_PATTERN]",
    "read_file_lines FILE_PATH",
    "list_files [ROOT]",
    "read_file PATH",
    "search_text QUERY [ROOT]",
  ]);
});
