import { assertEquals } from "@std/assert";
import { argumentFlags, hiddenArguments } from "../../../src/cli/help/help_flags.ts";
import { toolHelp } from "../../../src/cli/help/help.ts";
import { PROFILES } from "../../../src/cli/command_line/settings.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

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

Deno.test("an argument hidden by an option is shown with the way to give it", () => {
  const told = tools.flatMap((tool) => hiddenArguments(tool, "en").map((rule) => `${tool.name}: ${rule}`));
  const rule = `--root is the server's option: give the tool's own root as JSON, '{"root":"…"}', with flags beside it.`;
  assertEquals(told, ["glob_files", "list_files", "search_text"].map((name) => `${name}: ${rule}`));
  const helps = tools.filter((tool) => toolHelp(tool, "default", "en").includes(rule)).map(({ name }) => name);
  assertEquals(helps, ["glob_files", "list_files", "search_text"]);
});

Deno.test("no flag is shown as JSON, or as required if it is not", () => {
  const helps = tools.flatMap((tool) => argumentFlags(tool, "en")).map(({ help }) => help);
  assertEquals(helps.filter((help) => /\["|required/.test(help)), []);
});
