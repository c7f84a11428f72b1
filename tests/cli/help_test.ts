import { assertEquals } from "@std/assert";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { toolFlags } from "../../src/cli/command_line/tool_flags.ts";
import { programHelp, toolHelp } from "../../src/cli/help.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";

const tools = PROFILES.flatMap((profile) => toolsOf(profile));

/** The lines of a tool's help about `flags`. */
function told(name: string, ...flags: string[]): string[] {
  const tool = tools.find((known) => known.name === name);
  const lines = tool === undefined ? [] : toolHelp(tool, "default", "en").split("\n");
  return lines.filter((line) => flags.some((flag) => line.startsWith(`  ${flag} `)));
}

Deno.test("flags are shown as they are typed: lists with commas, optional ones, ones that can be switched off", () => {
  assertEquals(told("list_files", "--roots", "--extensions", "--hidden"), [
    "  --roots A,B                        default .",
    "  --extensions A,B                   ts,md",
    "  --hidden                           include dot files",
  ]);
  assertEquals(told("search_content", "--roots", "--[no-]regex", "--include-globs"), [
    "  --roots A,B                        directories or files; default . unless --files is given",
    "  --[no-]regex                       default true; false = plain text",
    "  --include-globs A,B                only these files: *.ts,src/**",
  ]);
});

Deno.test("no flag is shown as JSON, or as required if it is not", () => {
  const helps = tools.flatMap(toolFlags).map(({ help }) => help);
  assertEquals(helps.filter((help) => /\["|required/.test(help)), []);
});

Deno.test("the program's help has the subcommands, the tools and every option with its default", () => {
  const lines = programHelp(toolsOf("fs"), "en").split("\n");
  assertEquals(lines.filter((line) => /^TOOL|--token-budget|--timeout-ms|--version|fossick tools/.test(line)), [
    "  fossick tools [--json]             the tools and their schemas",
    "TOOL: list_files, read_file, search_text",
    "  --token-budget 0..10000000         most tokens of an answer; default 8000, in call none; 0 = no limit",
    "  --timeout-ms 1..30000              milliseconds that a call may take; default 4000, in call the most",
    "  -V, --version                      the version",
  ]);
});
