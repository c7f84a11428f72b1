/**
 * Splits a whole command line, flags of tools included, and finds its subcommand.
 * @module
 */
import type { Profile } from "../../toolsets/profiles.ts";
import type { VerbName } from "./grammar.ts";
import { type ParsedWords, parseWords, verbOf } from "./parse_words.ts";
import { PROFILES } from "./settings.ts";
import type { ToolFlag } from "./tool_flags.ts";

/** A profile's tools, as far as a command line is split by them. */
export interface ToolWords {
  readonly names: readonly string[];
  /** The flags of all tools. */
  flags(): readonly ToolFlag[];
}

/** A split command line. */
export interface CommandWords {
  readonly verb: VerbName;
  /** Split by the server's options alone. */
  readonly first: ParsedWords;
  /** Split by the tools' flags too. */
  readonly words: ParsedWords;
}

/**
 * Splits a command line; options may stand anywhere.
 * @param toolsOf the tools of a profile
 * @throws UsageError
 */
export function commandWords(args: readonly string[], toolsOf: (profile: Profile) => ToolWords): CommandWords {
  const first = parseWords(args, []), tools = toolsOf(profileOf(first));
  // An option that the server doesn't know may be a tool's; then the next word is its value, whatever that looks like.
  const words = first.unknown.length === 0 ? first : parseWords(args, tools.flags());
  const verb = verbOf(words, tools.names);
  return { verb: words.switches.has("version") ? "version" : verb, first, words };
}

/** The named profile; an unknown name is refused later. */
export function profileOf({ given }: ParsedWords): Profile {
  return PROFILES.find((known) => known === given.get("profile")?.at(-1)) ?? "default";
}
