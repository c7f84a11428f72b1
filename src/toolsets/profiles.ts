/**
 * Which tools a server offers.
 * @module
 */
import { nearest } from "../model/nearest.ts";
import { ToolError } from "../model/tool_error.ts";
import { consultFiles } from "./default/consult_files.ts";
import { findAndGrep } from "./default/find_and_grep.ts";
import { globFiles } from "./default/glob_files.ts";
import { listFiles } from "./default/list_files.ts";
import { readFile } from "./default/read_file.ts";
import { searchContent } from "./default/search_content.ts";
import { listFiles as fsListFiles } from "./fs/list_files.ts";
import { readFile as fsReadFile } from "./fs/read_file.ts";
import { searchText } from "./fs/search_text.ts";
import { glob } from "./microagent/glob.ts";
import { grep } from "./microagent/grep.ts";
import { readFileLines } from "./microagent/read_file_lines.ts";
import type { Tool } from "./tool.ts";

/** The tools of each profile, in the order they are shown. */
const PROFILES: ReadonlyMap<string, readonly Tool[]> = new Map([
  ["default", [globFiles, listFiles, searchContent, findAndGrep, readFile, consultFiles]],
  ["microagent", [glob, grep, readFileLines]],
  ["fs", [fsListFiles, fsReadFile, searchText]],
]);

/**
 * The tools of a profile, or those of them that `subset` names, in the profile's order.
 *
 * @throws ToolError `unknown_tool` for a name that the profile lacks, `bad_argument` for an unknown profile
 */
export function toolsOf(profile: string, subset?: readonly string[]): readonly Tool[] {
  const tools = PROFILES.get(profile);
  if (!tools) throw unknownProfile(profile);
  for (const name of subset ?? []) toolNamed(tools, name);
  return subset ? tools.filter(({ name }) => subset.includes(name)) : tools;
}

/** @throws ToolError `unknown_tool`, with the nearest names */
export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const names = tools.map((tool) => tool.name);
  const tool = tools.find((known) => known.name === name);
  if (tool) return tool;
  throw new ToolError("unknown_tool", {
    tool: name,
    nearest: nearest(name, names).join(", "),
    tools: names.join(", "),
  });
}

function unknownProfile(profile: string): ToolError {
  const known = [...PROFILES.keys()].join(", ");
  return new ToolError("bad_argument", {
    field: "profile",
    rule: `one of ${known}`,
    value: JSON.stringify(profile),
    tool: "fossick",
    example: "--profile default",
  });
}
