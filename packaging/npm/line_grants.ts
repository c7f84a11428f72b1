/**
 * The permissions that a command line needs.
 * @module
 */
import { isOn, parseWords } from "../../src/cli/command_line/parse_words.ts";
import { type NeededGrants, neededGrants } from "../../src/cli/permissions.ts";
import { settingsOf } from "../../src/cli/command_line/settings.ts";
import { UsageError } from "../../src/cli/usage_error.ts";
import { PROFILE_WORDS } from "./tool_words.ts";

/** What help, version and every other subcommand need that opens no root. */
const NONE: NeededGrants = { read: [], net: [], env: [] };

/**
 * The permissions that fossick needs for the command line `args`, which is split as fossick splits it: the value of an
 * option or of a tool's flag is never taken for an option. A mistaken line needs none, since fossick only reports the
 * mistake.
 *
 * @example
 * ```ts
 * lineGrants(["--root", "src", "--http", "8080"]).net; // ["127.0.0.1:8080"]
 * lineGrants(["call", "search_content", "--query", "--http"]).net; // []
 * ```
 */
export function lineGrants(args: readonly string[]): NeededGrants {
  try {
    const line = parseWords(args, (profile) => PROFILE_WORDS.get(profile) ?? []), { verb, given } = line;
    if (isOn(line, "help") || isOn(line, "version")) return NONE;
    if (verb === "serve" || verb === "doctor") return neededGrants(settingsOf(given));
    // A call does not listen.
    return verb === "call" ? neededGrants({ ...settingsOf(given), http: undefined }) : NONE;
  } catch (error) {
    if (error instanceof UsageError) return NONE;
    throw error;
  }
}
