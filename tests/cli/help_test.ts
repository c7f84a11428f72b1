import { fromFileUrl } from "@std/path";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { programHelp, toolHelp } from "../../src/cli/help.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { assertLinesOf } from "../golden.ts";

Deno.test("the help of the program, and of every tool", () => {
  const tools = PROFILES.flatMap((profile) => toolsOf(profile).map((tool) => toolHelp(tool, profile, "en")));
  const all = [programHelp(toolsOf("fs"), "en"), ...tools].join("\n\n");
  assertLinesOf(fromFileUrl(new URL("help.txt", import.meta.url)), all.split("\n"));
});
