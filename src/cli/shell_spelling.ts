/**
 * Calls as they are typed into a shell.
 * @module
 */
import type { Args, Spelling } from "../format/own_call.ts";
import { quotedWhereUnsafe, textJson } from "../format/safe_text.ts";
import type { Tool } from "../toolsets/tool.ts";
import { listIn } from "../toolsets/parse_arguments.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { Given } from "./settings.ts";
import { shellWords } from "./shell_words.ts";
import { commaList, type ToolFlag, toolFlags } from "./tool_flags.ts";

/** A call of a tool of `profile`: those of another than the default are there only where it is named. */
export function typedCall(profile: Profile, tool: string, args: string): string {
  return `fossick${profile === "default" ? "" : ` --profile ${profile}`} call ${tool} ${args}`;
}

/** The tool's own example, by flags. */
export function typedExample(profile: Profile, tool: Tool): string {
  return typedCall(profile, tool.name, shellSpelling([tool]).named(tool.name, tool.example));
}

/** What stands on a line beside the call. */
interface Line {
  /** The server's options. */
  readonly given: Given;
  /** The form that the answer is to have. */
  readonly output: "json" | "text" | undefined;
}

const ALONE: Line = { given: new Map(), output: undefined };

/** The server's option that is meant by a flag of this name, though some tools have such an argument. */
const ROOT = "root";

/**
 * How calls of `tools` are typed.
 * @param line what the caller's own line says of the server and of the output: it stays; absent: nothing
 */
export function shellSpelling(tools: readonly Tool[], { given, output }: Line = ALONE, windows?: boolean): Spelling {
  const flagsOf = (name: string) => tools.filter((tool) => tool.name === name).flatMap(toolFlags);
  return {
    call(tool, args) {
      const typed = wordsOf(args, flagsOf(tool));
      const server = [...given].filter(([name]) => name === ROOT || !Object.hasOwn(args, field(name)));
      const options = server.flatMap(([name, values]) => values.flatMap((value) => option(name, value)));
      if (output !== undefined) options.push(`--${output}`);
      return shellWords(["fossick", ...options, "call", tool, ...typed ?? [textJson(args)]], windows);
    },
    named: (tool, args) => shellWords(wordsOf(args, flagsOf(tool)) ?? [textJson(args)], windows),
  };
}

/** The argument that is named as an option of the server's is. */
function field(option: string): string {
  return option.replaceAll("-", "_");
}

/** Undefined where flags can't say it. */
function wordsOf(args: Args, flags: readonly ToolFlag[]): string[] | undefined {
  const words = Object.entries(args).map(([name, value]) =>
    flagWords(value, flags.filter(({ field }) => field === name))
  );
  return words.every((some) => some !== undefined) ? words.flat() : undefined;
}

function flagWords(value: unknown, flags: readonly ToolFlag[]): string[] | undefined {
  const plain = flags.find(({ negated }) => !negated), negated = flags.find(({ negated }) => negated);
  if (plain === undefined || plain.flag === ROOT) return undefined;
  if (typeof value === "boolean") {
    const flag = value ? plain : negated;
    return flag && [`--${flag.flag}`];
  }
  // JSON has escapes for what would drive the terminal.
  if ([value].flat().some((one) => typeof one === "string" && quotedWhereUnsafe(one) !== one)) return undefined;
  if (typeof value === "string" || typeof value === "number") return option(plain.flag, String(value));
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) return undefined;
  // What a list would part at its commas stands in JSON.
  return value.length > 0 && value.every(isWhole)
    ? value.flatMap((entry) => option(plain.flag, entry))
    : option(plain.flag, JSON.stringify(value));
}

function isWhole(entry: string): boolean {
  const parts = listIn(entry) ?? commaList(entry);
  return parts.length === 1 && parts[0] === entry;
}

/** A value with dashes in front would be taken for an option. */
function option(name: string, value: string): string[] {
  return value.startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, value];
}
