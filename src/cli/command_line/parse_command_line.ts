/**
 * Parses a command line into a command.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { isMisspelt, nearestNames } from "../../model/nearest_names.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import { likeliestTools, synonymsOf } from "../../toolsets/arguments/synonyms.ts";
import type { Tool } from "../../toolsets/tool.ts";
import type { OutputFormat } from "../terminal/output.ts";
import { quoteForShell } from "./shell_quoting.ts";
import { type GivenOptions, optionError, OPTIONS, type Settings, settingsOf } from "./settings.ts";
import { lineWithOption, refusePaths } from "./mended_line.ts";
import { readStdinText } from "./read_stdin_text.ts";
import { argumentsOfFlags, type GivenFlag, type ToolFlag, toolFlags } from "./tool_flags.ts";
import { shellCall, shellExample } from "./shell_spelling.ts";
import { UsageError } from "../usage_error.ts";
import { assignPositionals, positionalArguments } from "./positional_arguments.ts";
import { commandWords, profileOf, type ToolWords } from "./command_words.ts";
import { type ParsedWords, parseWords, SWITCH_NAMES } from "./parse_words.ts";

/** A call of a tool, and how to print its answer. */
export interface CallCommand {
  readonly verb: "call";
  readonly settings: Settings;
  readonly tool: Tool;
  readonly args: unknown;
  readonly output: OutputFormat;
  /** The server's options, as given. */
  readonly given: GivenOptions;
  /** Whether to repeat the call when something below a root changes. */
  readonly watch: boolean;
}

/** A request for the words that add fossick to a host. */
export interface ConfigCommand {
  readonly verb: "config";
  readonly settings: Settings;
  /** The host as named; "": none. */
  readonly host: string;
  readonly output: OutputFormat;
  /** The server's options, as given. */
  readonly given: GivenOptions;
}

/** The parsed command line. */
export type Command =
  | { readonly verb: "serve"; readonly settings: Settings }
  | CallCommand
  | ConfigCommand
  | { readonly verb: "tools" | "doctor"; readonly settings: Settings; readonly output: OutputFormat }
  | { readonly verb: "help"; readonly settings: Settings; readonly tool?: Tool }
  | { readonly verb: "version" };

/** The tools of a profile. */
export type ToolsOf = (profile: Profile, subset?: readonly string[]) => readonly Tool[];

const WATCH_EXAMPLE = "fossick call search_content --query TODO --watch";

/** Stands for arguments on stdin, as for cat. */
const STDIN = "-";

/**
 * Parses a command line; options may stand anywhere.
 * @param stdin reads all of stdin, if the command line asks for it; undefined for anything but text
 * @throws UsageError
 */
export function parseCommandLine(
  args: readonly string[],
  toolsOf: ToolsOf,
  stdin = () => readStdinText(LIMITS.protocolLine),
): Command {
  const { verb, first, words } = commandWords(args, (profile) => wordsOf(toolsOf(profile)));
  if (verb === "version") return { verb };
  if (verb === "call") return parseCall(args, words, toolsOf, stdin);
  if (verb === "help" || words.switches.has("help")) {
    const tool = toolsOf(profileOf(first)).find(({ name }) => verb === "help" && words.positionals.includes(name));
    return { verb: "help", settings: settingsOf(first.given), ...(tool && { tool }) };
  }
  const rest = withoutFirst(first.positionals, verb), takesWord = verb === "config" || verb === "tools";
  refuseUnknown(first, [], (option, nearest) => lineWithNearest(args, option, nearest, toolsOf));
  refusePaths(first);
  if (!takesWord) refuseStray(rest[0], "fossick --help");
  if (first.switches.has("watch")) throw new UsageError("watch_without_call", { verb }, WATCH_EXAMPLE);
  const settings = checkTools(settingsOf(first.given), toolsOf);
  if (verb === "serve") return { verb, settings };
  const output = outputOf(first);
  if (verb === "config") return { verb, settings, host: rest.join(" "), output, given: first.given };
  return verb === "doctor" || rest.length === 0
    ? { verb, settings, output }
    : describeTool(rest, settings, toolsOf, output);
}

/** `tools NAME`: the tool's help; as JSON, its schema. */
function describeTool(
  [name, ...more]: readonly string[],
  settings: Settings,
  toolsOf: ToolsOf,
  output: OutputFormat,
): Command {
  const tools = toolsOf(settings.profile), tool = tools.find((known) => known.name === name);
  if (tool === undefined) throw unknownTool(name, tools, (nearest) => `fossick tools ${nearest}`);
  refuseStray(more[0], `fossick tools ${name}`);
  return output === "json"
    ? { verb: "tools", settings: { ...settings, tools: [name] }, output }
    : { verb: "help", settings, tool };
}

/** @param example a command line for the nearest tool */
function unknownTool(word: string, tools: readonly Tool[], example: (nearest: string) => string): UsageError {
  const nearest = likeliestTools(word, namesOf(tools));
  const values = { word: JSON.stringify(word), nearest: nearest.join(", "), tools: namesOf(tools).join(", ") };
  return new UsageError("tool_unknown", values, example(nearest[0]));
}

/** All tools of the profile: the called one is not known before the flags' values are separated from the words. */
function wordsOf(tools: readonly Tool[]): ToolWords {
  return { names: namesOf(tools), flags: () => tools.flatMap(toolFlags) };
}

function parseCall(
  line: readonly string[],
  first: ParsedWords,
  toolsOf: ToolsOf,
  stdin: () => string | undefined,
): Command {
  // In a shell answers have no token budget by default.
  const settings = checkTools(settingsOf(first.given, 0), toolsOf);
  const tools = toolsOf(settings.profile, settings.tools);
  const tool = calledTool(line, first, tools, settings);
  if (first.switches.has("help")) return { verb: "help", settings: settingsOf(first.given), ...(tool && { tool }) };
  if (tool === undefined) {
    const values = { tools: namesOf(tools).join(", ") };
    throw new UsageError("tool_missing", values, shellExample(settings.profile, tools[0]));
  }
  const flags = toolFlags(tool);
  const words = parseWords(line, flags);
  const rest = withoutFirst(withoutFirst(words.positionals, "call"), tool.name);
  const { profile } = settings, example = shellExample(profile, tool);
  if (words.unknown.length === 0) refuseSwitchValue(words.flags, (flag) => shellCall(profile, tool.name, flag));
  const isJson = rest[0] === STDIN || /^\s*\{\s*(?:["'}]|\w+\s*:|$)/.test(rest[0] ?? "");
  const typed = isJson ? { args: {}, stray: rest[1] } : assignWords(tool, rest, words.flags);
  refuseUnknown(words, flags, () => example);
  refuseStray(typed.stray, example);
  const watch = words.switches.has("watch");
  if (watch && tool.openWorld) throw new UsageError("watch_sends", { tool: tool.name }, WATCH_EXAMPLE);
  const args = isJson
    ? jsonArguments(rest[0] === STDIN ? stdin() : rest[0], words.flags, tool, example)
    : withDefaultRoots({ ...typed.args, ...argumentsOfFlags(words.flags) }, flags);
  return { verb: "call", settings, tool, args, output: outputOf(words), given: words.given, watch };
}

/** Assigns words to the arguments that no flag sets. */
function assignWords(tool: Tool, words: readonly string[], flags: readonly GivenFlag[]) {
  return assignPositionals(words, positionalArguments(tool, new Set(flags.map(({ flag }) => flag.field))));
}

/** Adds the project root to a call by words and flags that names no place, as grep does. */
function withDefaultRoots(args: Record<string, unknown>, known: readonly ToolFlag[]): Record<string, unknown> {
  const hasNoPlace = known.some(({ field }) => field === "roots") && args.roots === undefined &&
    args.files === undefined;
  return hasNoPlace ? { roots: ["."], ...args } : args;
}

/** The tool named after `call`; among unknown flags, the first word that names a tool. */
function calledTool(
  line: readonly string[],
  { positionals, unknown }: ParsedWords,
  tools: readonly Tool[],
  { profile }: Settings,
): Tool | undefined {
  const words = withoutFirst(positionals, "call");
  const tool = words.map((word) => tools.find(({ name }) => name === word)).find((found) => found !== undefined);
  if (tool !== undefined || words[0] === undefined) return tool;
  const isOwnLine = unknown.length === 0 && words.length > 1 && /^[\w-]+$/.test(words[0]);
  throw unknownTool(
    words[0],
    tools,
    (nearest) =>
      isOwnLine
        ? replaceWord(line, words[0], nearest)
        : shellExample(profile, tools.find(({ name }) => name === nearest) ?? tools[0]),
  );
}

/** Replaces a word after `call`. */
function replaceWord(line: readonly string[], word: string, other: string): string {
  return quoteForShell(["fossick", ...line.with(line.indexOf(word, line.indexOf("call")), other)]);
}

/** The arguments in JSON; flags override them. */
function jsonArguments(
  text: string | undefined,
  flags: readonly GivenFlag[],
  tool: Tool,
  example: string,
): Record<string, unknown> {
  if (text === undefined) throw new UsageError("stdin_no_text", {}, example);
  const about = { tool: tool.name, text: text.slice(0, 200) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError("not_json", about, example);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { ...value, ...argumentsOfFlags(flags) };
  }
  throw new UsageError("no_object", about, example);
}

/** Refuses `--regex false`, and says what it was meant to be. */
function refuseSwitchValue(flags: readonly GivenFlag[], typed: (flag: string) => string): void {
  const given = flags.find(({ nextWord: next }) => next === "true" || next === "false");
  if (given === undefined) return;
  const { flag: { flag, negated }, nextWord: text = "" } = given;
  const meant = text === "true" ? flag : negated ? flag.slice("no-".length) : `no-${flag}`;
  throw new UsageError("switch_value", { flag, text, meant }, typed(`--${meant} …`));
}

/** @param example a command line for the unknown option and the nearest one */
function refuseUnknown(
  { unknown: [option] }: ParsedWords,
  flags: readonly ToolFlag[],
  example: (option: string, nearest: string) => string,
): void {
  if (option === undefined) return;
  const nearest = nearestOptions(option, flags).map((name) => `--${name}`);
  throw new UsageError("option_unknown", { option, nearest: nearest.join(", ") }, example(option, nearest[0]));
}

/** The caller's line with the option that was misspelt; the help if it is none. */
function lineWithNearest(line: readonly string[], option: string, nearest: string, toolsOf: ToolsOf): string {
  const mended = isMisspelt(option, nearest)
    ? lineWithOption(line, option, nearest, (line) => parseCommandLine(line, toolsOf, () => undefined))
    : undefined;
  return mended ?? "fossick --help";
}

function refuseStray(word: string | undefined, example: string): void {
  if (word !== undefined) throw new UsageError("stray", { word: JSON.stringify(word) }, example);
}

/** The flags that an option of another tool means, or else the most similar ones. */
function nearestOptions(option: string, flags: readonly ToolFlag[]): readonly string[] {
  const named = synonymsOf(option).flatMap((name) => flags.find(({ field }) => field === name)?.flag ?? []);
  if (named.length > 0) return named.slice(0, 3);
  // A flag with underscores equals the one with dashes.
  const ownFlags = flags.map(({ flag }) => flag).filter((flag) => !flag.includes("_"));
  return nearestNames(option, [...new Set([...OPTIONS.map(({ name }) => name), ...SWITCH_NAMES, ...ownFlags])]);
}

function checkTools(settings: Settings, toolsOf: ToolsOf): Settings {
  const names = namesOf(toolsOf(settings.profile));
  for (const name of settings.tools ?? []) {
    if (names.includes(name)) continue;
    const nearest = nearestNames(name, names, 1).join();
    const values = { profile: settings.profile, text: JSON.stringify(name), nearest };
    throw optionError("tools", "tools_unknown", values);
  }
  if (settings.tools?.length === 0) throw optionError("tools", "tools_none");
  return settings;
}

function outputOf({ switches }: ParsedWords): OutputFormat {
  if (switches.has("json") && switches.has("text")) {
    throw new UsageError("json_and_text", {}, "fossick tools --json");
  }
  return switches.has("json") ? "json" : switches.has("text") ? "text" : undefined;
}

function namesOf(tools: readonly Tool[]): string[] {
  return tools.map(({ name }) => name);
}

/** `words` without the first occurrence of `word`. */
function withoutFirst(words: readonly string[], word: string): string[] {
  const at = words.indexOf(word);
  return at < 0 ? [...words] : words.toSpliced(at, 1);
}
