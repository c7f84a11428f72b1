/**
 * Calls as they are typed.
 * @module
 */
import type { Profile } from "../toolsets/profiles.ts";
import type { Tool } from "../toolsets/tool.ts";
import { shellSpelling } from "./shell_spelling.ts";

/** A call of a tool of `profile`: those of another than the default are there only where it is named. */
export function typedCall(profile: Profile, tool: string, args: string): string {
  return `fossick${profile === "default" ? "" : ` --profile ${profile}`} call ${tool} ${args}`;
}

/** The tool's own example, by flags. */
export function typedExample(profile: Profile, tool: Tool): string {
  const spelling = shellSpelling([tool], { given: new Map(), output: undefined });
  return typedCall(profile, tool.name, spelling.named(tool.name, tool.example));
}
