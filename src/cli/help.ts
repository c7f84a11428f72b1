/**
 * `fossick --help` and `fossick tools`: generated from the same tables that are parsed by.
 * @module
 */
import { listing } from "../mcp/tool_listing.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { Tool } from "../toolsets/tool.ts";
import { argumentFlags, hiddenArguments, LIST_RULE, sharedFlags } from "./flags.ts";
import { dashed, type Flag, type Verb, VERBS } from "./grammar.ts";
import { typedExample } from "./typed_call.ts";
import { wordArguments, wordUsage } from "./word_arguments.ts";

/** The usage of the whole program. */
export function programHelp(tools: readonly Tool[]): string {
  return [
    "fossick - find, search and read files for a model, and nothing outside the roots",
    "",
    "Usage:",
    ...VERBS.flatMap(({ usages }: Verb) => usages.map(([words, help]) => row(`fossick ${words}`, help))),
    "",
    "Options, anywhere:",
    ...sharedFlags(tools).map((flag) => row(written(flag), flag.help)),
    "",
    `Tools: ${tools.map(({ name }) => name).join(", ")}`,
  ].join("\n");
}

/** One tool: what it does, its flags, a call that works. */
export function toolHelp(tool: Tool, profile: Profile): string {
  const flags = argumentFlags(tool);
  return [
    `${tool.name} - ${tool.title}`,
    "",
    tool.description,
    "",
    `Usage: fossick call ${tool.name} ${wordUsage(wordArguments(tool))} [--flag value …]`,
    "",
    ...flags.map((flag) => row(written(flag), flag.help)),
    "",
    ...hiddenArguments(tool),
    ...(flags.some(({ list }) => list) ? [LIST_RULE] : []),
    "Options of every call: fossick --help",
    `Example: ${typedExample(profile, tool)}`,
  ].join("\n");
}

/** All tools: as `tools/list` has them, or for people. */
export function toolsText(tools: readonly Tool[], profile: Profile, json: boolean): string {
  return json ? JSON.stringify(tools.map(listing)) : tools.map((tool) => toolHelp(tool, profile)).join("\n\n\n");
}

function written(flag: Flag): string {
  const { short, value } = flag;
  const both = short === undefined ? dashed(flag) : `-${short}, ${dashed(flag)}`;
  return value === undefined ? both : `${both} ${value}`;
}

/** What is too long for its column stands above its help. */
function row(left: string, right: string): string {
  const apart = left.length > WIDTH ? `\n  ${" ".repeat(WIDTH)}` : "";
  return `  ${left.padEnd(WIDTH)}${apart} ${right}`.trimEnd();
}

const WIDTH = 34;
