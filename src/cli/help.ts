/**
 * `fossick --help` and `fossick tools`: generated from the same tables that are parsed by.
 * @module
 */
import { listing } from "../mcp/tool_listing.ts";
import type { Tool } from "../toolsets/tool.ts";
import { OPTIONS } from "./settings.ts";
import { type ToolFlag, toolFlags } from "./tool_flags.ts";

/** The usage of the whole program. */
export function programHelp(tools: readonly Tool[]): string {
  const options = OPTIONS.map(({ name, value, help }) => row(`--${name} ${value}`, help));
  return [
    "fossick - find, search and read files for a model, and nothing outside the roots",
    "",
    "Usage:",
    row("fossick [serve] [options]", "speak MCP over stdin and stdout"),
    row("fossick call TOOL '{json}'", "one call; exit 0 found, 1 nothing found, 2 error"),
    row("fossick call TOOL --flag value …", "the same with flags; fossick call TOOL --help lists them"),
    row("fossick tools [--json]", "the tools and their schemas"),
    row("fossick doctor [--json]", "what is permitted; exit 0 when the sandbox is in force"),
    "",
    "Options, anywhere:",
    ...options,
    row("--json, --text", "form of the output; else text on a terminal, JSON elsewhere"),
    row("-h, --help; -V, --version", ""),
    "",
    `Tools: ${tools.map(({ name }) => name).join(", ")}`,
  ].join("\n");
}

/** One tool: what it does, its flags, a call that works. */
export function toolHelp(tool: Tool): string {
  const flags = toolFlags(tool).filter(({ flag, negated }) =>
    !negated && !flag.includes("_") && flag === flag.toLowerCase()
  );
  return [
    `${tool.name} - ${tool.title}`,
    "",
    tool.description,
    "",
    ...flags.map((flag) => row(written(flag), flag.description)),
    "",
    `Example: fossick call ${tool.name} '${JSON.stringify(tool.example)}'`,
  ].join("\n");
}

/** All tools: as `tools/list` has them, or for people. */
export function toolsText(tools: readonly Tool[], json: boolean): string {
  return json ? JSON.stringify(tools.map(listing)) : tools.map(toolHelp).join("\n\n\n");
}

function written({ flag, takes }: ToolFlag): string {
  switch (takes) {
    case "nothing":
      return `--${flag}`;
    case "list":
      return `--${flag} A,B`;
    case "number":
      return `--${flag} N`;
    default:
      return `--${flag} TEXT`;
  }
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(34)} ${right}`.trimEnd();
}
