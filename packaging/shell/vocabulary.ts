/**
 * The words that shells complete.
 * @module
 */
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { argumentFlags, sharedFlags } from "../../src/cli/help/help_flags.ts";
import type { Flag } from "../../src/cli/command_line/grammar.ts";
import { ALL_HOSTS } from "../../src/cli/config/hosts.ts";
import { PROFILES } from "../../src/cli/command_line/settings.ts";

/** A flag, and the kind of path that it takes. */
export interface Word extends Flag {
  readonly path?: "file" | "directory";
}

/** The words of a tool. */
export interface ToolWords {
  readonly name: string;
  readonly title: string;
  readonly flags: readonly Word[];
}

/** A host of `fossick config`. */
export interface HostWords {
  readonly id: string;
  readonly name: string;
}

/** All words. */
export interface Vocabulary {
  readonly hosts: readonly HostWords[];
  readonly shared: readonly Word[];
  readonly profiles: readonly { readonly name: string; readonly tools: readonly ToolWords[] }[];
}

/** The words of this version. */
export function vocabulary(): Vocabulary {
  const profiles = PROFILES.map((name) => ({
    name,
    tools: toolsOf(name).map((tool) => ({
      name: tool.name,
      title: tool.title,
      flags: argumentFlags(tool, "en").flatMap(spellings),
    })),
  }));
  const shared = sharedFlags("en").map((flag): Word => flag.name === "root" ? { ...flag, path: "directory" } : flag);
  return { hosts: ALL_HOSTS, shared, profiles };
}

/** A flag that is on by default is completed as its negation; a text may be a path. */
function spellings(flag: Flag): Word[] {
  if (flag.isOnByDefault) return [flag, { name: `no-${flag.name}`, help: `switches --${flag.name} off` }];
  return [/^(?:TEXT|A,B)$/.test(flag.value ?? "") ? { ...flag, path: "file" } : flag];
}

/** The options whose value is the next word, with their dashes. */
export function valuedOptions({ shared, profiles }: Vocabulary): string[] {
  const flags = [...shared, ...profiles.flatMap(({ tools }) => tools.flatMap((tool) => tool.flags))];
  return [...new Set(flags.filter(({ value }) => value !== undefined).map(({ name }) => `--${name}`))];
}
