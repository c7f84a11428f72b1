/**
 * Spells calls as shell commands.
 * @module
 */
import type { Args, Spelling } from "../../format/current_call.ts";
import { quoteIfUnsafe, textJson } from "../../format/safe_text.ts";
import type { Tool } from "../../toolsets/tool.ts";
import { splitCommaList } from "../../toolsets/arguments/globs.ts";
import { parseStringList } from "../../toolsets/arguments/kinds.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import type { OutputFormat } from "../terminal/output.ts";
import type { GivenOptions } from "./settings.ts";
import { givenWords, optionWords, quoteForShell } from "./shell_quoting.ts";
import { typedLine } from "./start_command.ts";
import { type ToolFlag, toolFlags } from "./tool_flags.ts";

/** A call of a tool; a profile other than the default has to be named. */
export function shellCall(profile: Profile, tool: string, args: string): string {
  return `fossick${profile === "default" ? "" : ` --profile ${profile}`} call ${tool} ${args}`;
}

/** The tool's example, with flags. */
export function shellExample(profile: Profile, tool: Tool): string {
  return shellCall(profile, tool.name, shellSpelling([tool]).switches(tool.name, tool.example));
}

/** The rest of a command line that calls a tool. */
interface CommandContext {
  /** The server's options. */
  readonly given: GivenOptions;
  readonly output: OutputFormat;
}

const NO_CONTEXT: CommandContext = { given: new Map(), output: undefined };

/** A flag of this name is the server's option, although some tools have such an argument. */
const ROOT_OPTION = "root";

/**
 * How calls of `tools` are spelled.
 * @param line the caller's own options and output format, which each call repeats; absent: none
 */
export function shellSpelling(
  tools: readonly Tool[],
  { given, output }: CommandContext = NO_CONTEXT,
  windows?: boolean,
): Spelling {
  const flagsOf = (name: string) => tools.filter((tool) => tool.name === name).flatMap(toolFlags);
  return {
    call(tool, args) {
      const typed = wordsForArguments(args, flagsOf(tool));
      const server = [...given].filter(([name]) => name === ROOT_OPTION || !Object.hasOwn(args, fieldName(name)));
      const options = givenWords(server);
      if (output !== undefined) options.push(`--${output}`);
      return typedLine(quoteForShell(["fossick", ...options, "call", tool, ...typed ?? [textJson(args)]], windows));
    },
    switches: (tool, args) => quoteForShell(wordsForArguments(args, flagsOf(tool)) ?? [textJson(args)], windows),
  };
}

/** The name of an argument that has the name of an option. */
function fieldName(option: string): string {
  return option.replaceAll("-", "_");
}

/** The words for arguments; undefined if flags can't express them. */
function wordsForArguments(args: Args, flags: readonly ToolFlag[]): string[] | undefined {
  const words = Object.entries(args).map(([name, value]) =>
    wordsForArgument(value, flags.filter(({ field }) => field === name))
  );
  return words.every((some) => some !== undefined) ? words.flat() : undefined;
}

function wordsForArgument(value: unknown, flags: readonly ToolFlag[]): string[] | undefined {
  const plain = flags.find(({ negated }) => !negated), negated = flags.find(({ negated }) => negated);
  if (plain === undefined || plain.flag === ROOT_OPTION) return undefined;
  if (typeof value === "boolean") {
    const flag = value ? plain : negated;
    return flag && [`--${flag.flag}`];
  }
  // JSON escapes what would control the terminal.
  if ([value].flat().some((one) => typeof one === "string" && quoteIfUnsafe(one) !== one)) return undefined;
  if (typeof value === "string" || typeof value === "number") return optionWords(plain.flag, String(value));
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) return undefined;
  // An entry with commas needs JSON, unless the flag takes one text at a time.
  return value.length > 0 && (plain.takes === "one or more" || value.every(isSingleEntry))
    ? value.flatMap((entry) => optionWords(plain.flag, entry))
    : optionWords(plain.flag, JSON.stringify(value));
}

function isSingleEntry(entry: string): boolean {
  const parts = parseStringList(entry) ?? splitCommaList(entry);
  return parts.length === 1 && parts[0] === entry;
}
