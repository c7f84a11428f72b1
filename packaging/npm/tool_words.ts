/**
 * The names and flags of each profile's tools. The npm package has them as data (packaging/npm.ts bakes them in), so
 * that its program starts without the tools.
 * @module
 */
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { type ToolFlag, toolFlags } from "../../src/cli/command_line/tool_flags.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import type { Profile } from "../../src/toolsets/profiles.ts";

/** The names of a profile's tools, and all their flags. */
export interface ProfileWords {
  readonly names: readonly string[];
  readonly flags: readonly ToolFlag[];
}

/** Each profile's words. */
export const PROFILE_WORDS: ReadonlyMap<Profile, ProfileWords> = new Map(
  PROFILES.map((profile) => [profile, profileWords(profile)]),
);

function profileWords(profile: Profile): ProfileWords {
  const tools = toolsOf(profile);
  return { names: tools.map(({ name }) => name), flags: tools.flatMap(toolFlags) };
}
