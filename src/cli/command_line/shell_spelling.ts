/**
 * Spells calls as shell commands.
 * @module
 */
import type { Args, Spelling } from "../../format/current_call.ts";
import { quoteIfUnsafe, textJson } from "../../format/safe_text.ts";
import type { Tool } from "../../toolsets/tool.ts";
import type { Field, Fields } from "../../toolsets/arguments/fields.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import type { OutputFormat } from "../terminal/output.ts";
import type { GivenOptions } from "./settings.ts";
import { givenWords, optionWords, quoteForShell } from "./shell_quoting.ts";
import { typedLine } from "./start_command.ts";
import { kebabCase, listValues } from "./tool_flags.ts";

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
  const fieldsOf = (name: string) => tools.find((tool) => tool.name === name)?.fields ?? {};
  return {
    call(tool, args) {
      const typed = wordsForArguments(args, fieldsOf(tool));
      const server = [...given].filter(([name]) => name === ROOT_OPTION || !Object.hasOwn(args, fieldName(name)));
      const options = givenWords(server);
      if (output !== undefined) options.push(`--${output}`);
      return typedLine(quoteForShell(["fossick", ...options, "call", tool, ...typed ?? [textJson(args)]], windows));
    },
    switches: (tool, args) => quoteForShell(wordsForArguments(args, fieldsOf(tool)) ?? [textJson(args)], windows),
  };
}

/** The name of an argument that has the name of an option. */
function fieldName(option: string): string {
  return option.replaceAll("-", "_");
}

/** The words for arguments; undefined if flags can't express them. */
function wordsForArguments(args: Args, fields: Fields): string[] | undefined {
  const words = Object.entries(args).map(([name, value]) =>
    Object.hasOwn(fields, name) && name !== ROOT_OPTION
      ? wordsForArgument(kebabCase(name), value, fields[name])
      : undefined
  );
  return words.every((some) => some !== undefined) ? words.flat() : undefined;
}

function wordsForArgument(flag: string, value: unknown, { kind: { takes } }: Field): string[] | undefined {
  if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`];
  const entries = [value].flat();
  // JSON escapes what would control the terminal.
  if (entries.some((one) => typeof one === "string" && quoteIfUnsafe(one) !== one)) return undefined;
  if (typeof value === "string" || typeof value === "number") return optionWords(flag, String(value));
  if (!Array.isArray(value) || !entries.every((entry) => typeof entry === "string")) return undefined;
  // An entry with commas needs JSON, unless the flag takes one text at a time.
  const isPlain = takes === "one or more" || entries.every((entry) => listValues(entry).join("\0") === entry);
  return isPlain && entries.length > 0
    ? entries.flatMap((entry) => optionWords(flag, entry))
    : optionWords(flag, JSON.stringify(value));
}
