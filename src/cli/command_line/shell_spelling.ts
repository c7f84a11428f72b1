/**
 * Calls as they are typed into a shell.
 * @module
 */
import type { Args, Spelling } from "../../format/current_call.ts";
import { quoteIfUnsafe, textJson } from "../../format/safe_text.ts";
import type { Tool } from "../../toolsets/tool.ts";
import { parseStringList } from "../../toolsets/arguments/parse_arguments.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import type { GivenOptions } from "./settings.ts";
import { quoteForShell } from "./shell_quoting.ts";
import { splitCommaList, type ToolFlag, toolFlags } from "./tool_flags.ts";

/** A call of a tool of `profile`: those of another than the default are there only where it is named. */
export function shellCall(profile: Profile, tool: string, args: string): string {
  return `fossick${profile === "default" ? "" : ` --profile ${profile}`} call ${tool} ${args}`;
}

/** The tool's own example, by flags. */
export function shellExample(profile: Profile, tool: Tool): string {
  return shellCall(profile, tool.name, shellSpelling([tool]).switches(tool.name, tool.example));
}

/** What stands on a line beside the call. */
interface CommandContext {
  /** The server's options. */
  readonly given: GivenOptions;
  /** The form that the answer is to have. */
  readonly output: "json" | "text" | undefined;
}

const NO_CONTEXT: CommandContext = { given: new Map(), output: undefined };

/** The server's option that is meant by a flag of this name, though some tools have such an argument. */
const ROOT_OPTION = "root";

/**
 * How calls of `tools` are typed.
 * @param line what the caller's own line says of the server and of the output: it stays; absent: nothing
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
      const options = server.flatMap(([name, values]) => values.flatMap((value) => optionWords(name, value)));
      if (output !== undefined) options.push(`--${output}`);
      return quoteForShell(["fossick", ...options, "call", tool, ...typed ?? [textJson(args)]], windows);
    },
    switches: (tool, args) => quoteForShell(wordsForArguments(args, flagsOf(tool)) ?? [textJson(args)], windows),
  };
}

/** The argument that is named as an option of the server's is. */
function fieldName(option: string): string {
  return option.replaceAll("-", "_");
}

/** Undefined where flags can't say it. */
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
  // JSON has escapes for what would drive the terminal.
  if ([value].flat().some((one) => typeof one === "string" && quoteIfUnsafe(one) !== one)) return undefined;
  if (typeof value === "string" || typeof value === "number") return optionWords(plain.flag, String(value));
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) return undefined;
  // What a list would part at its commas stands in JSON.
  return value.length > 0 && value.every(isSingleEntry)
    ? value.flatMap((entry) => optionWords(plain.flag, entry))
    : optionWords(plain.flag, JSON.stringify(value));
}

function isSingleEntry(entry: string): boolean {
  const parts = parseStringList(entry) ?? splitCommaList(entry);
  return parts.length === 1 && parts[0] === entry;
}

/** A value with dashes in front would be taken for an option. */
function optionWords(name: string, value: string): string[] {
  return value.startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, value];
}
