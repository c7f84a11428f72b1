/**
 * The names and flags of each profile's tools. The npm package has them as data (packaging/npm.ts bakes them in), so
 * that its program starts without the tools.
 * @module
 */
import type { ToolWords } from "../../src/cli/command_line/parse_words.ts";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { toolFlags } from "../../src/cli/command_line/tool_flags.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import type { Profile } from "../../src/toolsets/profiles.ts";

/** The tools of each profile. */
export const PROFILE_WORDS: ReadonlyMap<Profile, readonly ToolWords[]> = new Map(
  PROFILES.map((profile) => [profile, toolsOf(profile).map(toolWords)]),
);

function toolWords(tool: ReturnType<typeof toolsOf>[number]): ToolWords {
  return { name: tool.name, flags: toolFlags(tool).map(({ name, value }) => ({ name, value })) };
}
