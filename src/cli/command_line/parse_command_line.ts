/**
 * Parses a command line into a command.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { nearestNames } from "../../model/nearest_names.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import type { Tool } from "../../toolsets/tool.ts";
import type { OutputFormat } from "../terminal/output.ts";
import { UsageError } from "../usage_error.ts";
import { commandWords, type ParsedWords, parseWords, profileOf } from "./parse_words.ts";
import { DEFAULTS, OPTIONS, type Settings, settingsOf, wrongValue } from "./settings.ts";
import { argumentsOfFlags, argumentsOfWords, type GivenFlag, type ToolFlag, toolFlags } from "./tool_flags.ts";

/** A call of a tool, and how to print its answer. */
export interface CallCommand {
  readonly verb: "call";
  readonly settings: Settings;
  readonly tool: Tool;
  readonly args: unknown;
  readonly output: OutputFormat;
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

/** Stands for arguments on stdin, as for cat. */
const STDIN = "-";

/**
 * Parses a command line; options may stand anywhere.
 * @param stdin reads all of stdin, if the command line asks for it; undefined for anything but text
 * @throws UsageError
 */
export function parseCommandLine(args: readonly string[], toolsOf: ToolsOf, stdin = readStdin): Command {
  const { verb, first, words } = commandWords(args, (profile) => {
    const tools = toolsOf(profile);
    // The called one is not known before the flags' values are separated from the words.
    return { names: namesOf(tools), flags: () => tools.flatMap(toolFlags) };
  });
  if (verb === "version") return { verb };
  if (verb === "call") return parseCall(args, words, toolsOf, stdin);
  if (verb === "help" || words.switches.has("help")) {
    const tool = toolsOf(profileOf(first)).find(({ name }) => verb === "help" && words.positionals.includes(name));
    return { verb: "help", settings: settingsOf(first.given), ...(tool && { tool }) };
  }
  refuseUnknown(first, []);
  const rest = withoutFirst(first.positionals, verb), settings = checkTools(settingsOf(first.given), toolsOf);
  if (first.switches.has("watch")) throw notWith("--watch", verb);
  if (verb === "config") {
    return { verb, settings, host: rest.join(" "), output: outputOf(first) };
  }
  const tool = verb === "tools" && rest[0] !== undefined ? namedTool(rest[0], toolsOf(settings.profile)) : undefined;
  refuseStray(rest[tool === undefined ? 0 : 1]);
  if (verb === "serve") return { verb, settings };
  const output = outputOf(first);
  if (tool === undefined) return { verb, settings, output };
  return output === "json"
    ? { verb: "tools", settings: { ...settings, tools: [tool.name] }, output }
    : { verb: "help", settings, tool };
}

function parseCall(
  line: readonly string[],
  first: ParsedWords,
  toolsOf: ToolsOf,
  stdin: () => string | undefined,
): Command {
  const settings = checkTools(settingsOf(first.given, DEFAULTS.call), toolsOf),
    tools = toolsOf(settings.profile, settings.tools);
  const tool = calledTool(first, tools);
  if (first.switches.has("help")) return { verb: "help", settings: settingsOf(first.given), ...(tool && { tool }) };
  if (tool === undefined) {
    throw new UsageError("usage.value_missing", { option: "call", form: `call ${namesOf(tools).join("|")}` });
  }
  const flags = toolFlags(tool), words = parseWords(line, flags);
  refuseUnknown(words, flags);
  const watch = words.switches.has("watch");
  if (watch && tool.openWorld) throw notWith("--watch", tool.name);
  const rest = withoutFirst(withoutFirst(words.positionals, "call"), tool.name);
  const args = callArguments(rest, words.flags, tool, stdin);
  return { verb: "call", settings, tool, args, output: outputOf(words), watch };
}

/** The arguments of words and flags, or of JSON and flags, which override it. */
function callArguments(
  words: readonly string[],
  given: readonly GivenFlag[],
  tool: Tool,
  stdin: () => string | undefined,
): Record<string, unknown> {
  const [word = "", ...more] = words, byFlags = argumentsOfFlags(given);
  if (word === STDIN || /^\s*\{\s*(?:["'}]|\w+\s*:|$)/.test(word)) {
    refuseStray(more[0]);
    return { ...jsonArguments(word === STDIN ? stdin() : word, tool), ...byFlags };
  }
  const { args, stray } = argumentsOfWords(words, tool, byFlags);
  refuseStray(stray);
  const all = { ...args, ...byFlags };
  // A call that names no place looks everywhere below the root, as grep does.
  const hasNoPlace = "roots" in tool.fields && !("roots" in all) && !("files" in all);
  return hasNoPlace ? { roots: ["."], ...all } : all;
}

function jsonArguments(text: string | undefined, tool: Tool): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The same mistake as another kind of JSON.
  }
  throw new UsageError("usage.arguments", { tool: tool.name, text: (text ?? "…").slice(0, 200) });
}

/** All of stdin, after its writer has closed it; undefined if it is too long or not UTF-8. */
function readStdin(): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true }), piece = new Uint8Array(64 * 1024);
  let text = "", total = 0;
  try {
    for (let count = Deno.stdin.readSync(piece); count !== null; count = Deno.stdin.readSync(piece)) {
      if ((total += count) > LIMITS.protocolLine) return undefined;
      text += decoder.decode(piece.subarray(0, count), { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The tool named after `call`; among unknown flags, the first word that names a tool. */
function calledTool({ positionals }: ParsedWords, tools: readonly Tool[]): Tool | undefined {
  const words = withoutFirst(positionals, "call");
  const tool = words.map((word) => tools.find(({ name }) => name === word)).find((found) => found !== undefined);
  return tool !== undefined || words[0] === undefined ? tool : namedTool(words[0], tools);
}

function namedTool(word: string, tools: readonly Tool[]): Tool {
  const tool = tools.find(({ name }) => name === word);
  if (tool !== undefined) return tool;
  throw new UsageError("usage.unknown", {
    word: JSON.stringify(word),
    nearest: nearestNames(word, namesOf(tools)).join(", "),
  });
}

function refuseUnknown({ unknown: [option] }: ParsedWords, flags: readonly ToolFlag[]): void {
  if (option === undefined) return;
  // A flag with underscores equals the one with dashes.
  const own = flags.map(({ flag }) => flag).filter((flag) => !flag.includes("_"));
  const names = new Set([...OPTIONS.map(({ name }) => name), ...own]);
  const nearest = nearestNames(option, [...names]).map((name) => `--${name}`).join(", ");
  throw new UsageError("usage.unknown", { word: option, nearest });
}

function refuseStray(word: string | undefined): void {
  if (word !== undefined) throw new UsageError("usage.stray", { word: JSON.stringify(word) });
}

function notWith(option: string, other: string): UsageError {
  return new UsageError("usage.not_with", { option, other });
}

function checkTools(settings: Settings, toolsOf: ToolsOf): Settings {
  const names = namesOf(toolsOf(settings.profile)), { tools } = settings;
  const unknown = tools?.length === 0 ? "" : tools?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw wrongValue("--tools", names.join(","), unknown);
  return settings;
}

function outputOf({ switches }: ParsedWords): OutputFormat {
  if (switches.has("json") && switches.has("text")) throw notWith("--json", "--text");
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
