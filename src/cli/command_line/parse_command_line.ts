/**
 * Parses a command line into a command.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import type { Tool } from "../../toolsets/tool.ts";
import type { OutputFormat } from "../terminal/output.ts";
import { UsageError } from "../usage_error.ts";
import { isOn, type ParsedWords, parseWords, toolNamed } from "./parse_words.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { argumentsOfFlags, argumentsOfWords, toolFlags } from "./tool_flags.ts";

/** The parsed command line. */
export type Command =
  & { readonly settings: Settings; readonly output: OutputFormat }
  & (
    | { readonly verb: "serve" | "tools" | "doctor" | "version" }
    | { readonly verb: "help"; readonly tool: Tool | undefined }
    /** `watch`: whether to repeat the call when something below a root changes. */
    | { readonly verb: "call"; readonly tool: Tool; readonly args: unknown; readonly watch: boolean }
    /** `host`: as named; "": none. */
    | { readonly verb: "config"; readonly host: string }
  );

/** A call of a tool, and how to print its answer. */
export type CallCommand = Extract<Command, { readonly verb: "call" }>;

/** A request for the words that add fossick to a host. */
export type ConfigCommand = Extract<Command, { readonly verb: "config" }>;

/** The tools of a profile. */
export type ToolsOf = (profile: Profile, subset?: readonly string[]) => readonly Tool[];

/** Stands for arguments on stdin, as for cat. */
const STDIN = "-";

/**
 * Parses a command line; the server's options may stand anywhere.
 * @param stdin reads all of stdin, if the command line asks for it; undefined for anything but text
 * @throws UsageError
 */
export function parseCommandLine(args: readonly string[], toolsOf: ToolsOf, stdin = readStdin): Command {
  const line = parseWords(args, (profile) => toolsOf(profile).map((tool) => ({ ...tool, flags: toolFlags(tool) })));
  const output = outputOf(line);
  const verb = isOn(line, "version") ? "version" : isOn(line, "help") ? "help" : line.verb;
  const settings = settingsOf(line.given, verb), all = toolsOf(settings.profile);
  settings.tools?.forEach((name) => toolNamed(name, all));
  const tools = toolsOf(settings.profile, settings.tools);
  if (verb === "version") return { verb, settings, output };
  if (verb === "help") {
    return { verb, settings, output, tool: tools.find(({ name }) => [line.tool, ...line.words].includes(name)) };
  }
  const tool = line.tool === undefined ? undefined : toolNamed(line.tool, tools), watch = isOn(line, "watch");
  if (watch && (tool?.openWorld ?? true)) throw notWith("--watch", tool?.name ?? verb);
  if (verb === "call") {
    if (tool === undefined) throw missingTool(tools);
    return { verb, settings, output, tool, args: callArguments(line, tool, stdin), watch };
  }
  if (verb === "config") return { verb, settings, output, host: line.words.join(" ") };
  refuseStray(line.words[0]);
  return { verb, settings, output };
}

/** The arguments of words and flags, or of JSON and flags, which override it. */
function callArguments({ words, given }: ParsedWords, tool: Tool, stdin: () => string | undefined) {
  const [word = "", ...more] = words, byFlags = argumentsOfFlags(given, tool);
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

function refuseStray(word: string | undefined): void {
  if (word !== undefined) throw new UsageError("usage.stray", { word: JSON.stringify(word) });
}

function notWith(option: string, other: string): UsageError {
  return new UsageError("usage.not_with", { option, other });
}

function missingTool(tools: readonly Tool[]): UsageError {
  const form = `call ${tools.map(({ name }) => name).join("|")}`;
  return new UsageError("usage.value_missing", { option: "call", form });
}

function outputOf(line: ParsedWords): OutputFormat {
  const formats = (["json", "text"] as const).filter((name) => isOn(line, name));
  if (formats.length > 1) throw notWith("--json", "--text");
  return formats[0];
}
