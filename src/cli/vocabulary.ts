/**
 * All words that a shell can complete.
 * @module
 */
import { toolsOf } from "../toolsets/profiles.ts";
import { argumentFlags, sharedFlags } from "./flags.ts";
import type { Flag } from "./grammar.ts";
import { PROFILES } from "./settings.ts";

/** A tool's words. */
export interface ToolWords {
  readonly name: string;
  readonly title: string;
  readonly flags: readonly Flag[];
}

/** All words that can be completed. */
export interface Vocabulary {
  readonly shared: readonly Flag[];
  readonly profiles: readonly { readonly name: string; readonly tools: readonly ToolWords[] }[];
}

/** The words of this fossick. */
export function vocabulary(): Vocabulary {
  const profiles = PROFILES.map((name) => ({
    name,
    tools: toolsOf(name).map((tool) => ({
      name: tool.name,
      title: tool.title,
      flags: argumentFlags(tool, "en").flatMap(spellings),
    })),
  }));
  return { shared: sharedFlags(toolsOf("default"), "en"), profiles };
}

/** What is on unless told otherwise is typed to switch it off. */
function spellings(flag: Flag): Flag[] {
  return flag.on ? [flag, { name: `no-${flag.name}`, help: `switches --${flag.name} off` }] : [flag];
}

/** Every option whose value is the next word, with its dashes. */
export function valuedOptions({ shared, profiles }: Vocabulary): string[] {
  const flags = [...shared, ...profiles.flatMap(({ tools }) => tools.flatMap((tool) => tool.flags))];
  return [...new Set(flags.filter(({ value }) => value !== undefined).map(({ name }) => `--${name}`))];
}
