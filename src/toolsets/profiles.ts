/**
 * The tools that a server offers.
 * @module
 */
import { consultFiles } from "./default/consult_files.ts";
import { findAndGrep } from "./default/find_and_grep.ts";
import { globFiles } from "./default/glob_files.ts";
import { listFiles } from "./default/list_files.ts";
import { readFile } from "./default/read_file.ts";
import { searchContent } from "./default/search_content.ts";
import * as fs from "./fs.ts";
import * as microagent from "./microagent.ts";
import type { Tool } from "./tool.ts";

/** The tools of each profile, in the order they are shown. */
const PROFILES = {
  default: [globFiles, listFiles, searchContent, findAndGrep, readFile, consultFiles],
  microagent: [microagent.glob, microagent.grep, microagent.readFileLines],
  fs: [fs.listFiles, fs.readFile, fs.searchText],
} as const satisfies Readonly<Record<string, readonly Tool[]>>;

/** A set of tools. */
export type Profile = keyof typeof PROFILES;

/** The tools of a profile, or those that `subset` names, in the profile's order. */
export function toolsOf(profile: Profile, subset?: readonly string[]): readonly Tool[] {
  return PROFILES[profile].filter(({ name }) => subset?.includes(name) ?? true);
}

/**
 * The tools that a server lists, of those that can be called: one that reaches beyond the roots only with a provider, or
 * where it was named.
 */
export function listedToolsOf(
  { profile, tools, providerUrl }: { profile: Profile; tools?: readonly string[]; providerUrl?: string },
): readonly Tool[] {
  return toolsOf(profile, tools).filter(({ openWorld }) =>
    !openWorld || tools !== undefined || providerUrl !== undefined
  );
}
