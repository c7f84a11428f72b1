import { assertEquals } from "@std/assert";
import { positionalArguments, positionalUsage } from "../../../src/cli/command_line/positional_arguments.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

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
