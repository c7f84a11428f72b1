/**
 * The help of the program and of its tools, generated from the parser's tables.
 * @module
 */
import { type Lang, say } from "../model/messages/messages.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { Tool } from "../toolsets/tool.ts";
import { OPTIONS } from "./command_line/settings.ts";
import { shellExample } from "./command_line/shell_spelling.ts";
import { type Flag, toolFlags, wordsUsage } from "./command_line/tool_flags.ts";

/** The subcommands as they are written; help and version are options as well. */
const USAGES = [
  ["serve", "[serve] [options]"],
  ["call", "call TOOL [WORD …] [--flag value …]"],
  ["tools", "tools [--json]"],
  ["doctor", "doctor [--json]"],
  ["config", "config [HOST] [options]"],
] as const;

/** The help of the program. */
export function programHelp(tools: readonly Tool[], lang: Lang): string {
  return [
    say(lang, "help.title"),
    "",
    ...USAGES.map(([verb, words]) => row(`fossick ${words}`, say(lang, `help.${verb}`))),
    "",
    `TOOL: ${tools.map(({ name }) => name).join(", ")}`,
    "",
    say(lang, "help.options"),
    ...optionFlags(lang).map(flagRow),
  ].join("\n");
}

/** The help of a tool: its description for models and its flags, in English, and an example. */
export function toolHelp(tool: Tool, profile: Profile, lang: Lang): string {
  const flags = toolFlags(tool);
  return [
    `${tool.name} - ${tool.title}`,
    "",
    tool.description,
    "",
    `fossick call ${tool.name} ${wordsUsage(tool)} [--flag value …] [options: fossick --help]`,
    "",
    ...flags.map(flagRow),
    "",
    ...(flags.some(({ isList }) => isList) ? [say(lang, "help.list")] : []),
    say(lang, "help.example", { line: shellExample(profile, tool) }),
  ].join("\n");
}

/** The options of all subcommands. */
export function optionFlags(lang: Lang): Flag[] {
  return OPTIONS.map((option) => ({
    ...option,
    help: say(lang, `option.${option.name}`, { usual: option.usual ?? "" }),
  }));
}

/** `-h, --help`, `--[no-]regex`, `--root DIR`, and what it does. */
function flagRow({ name, short, value, help, isOnByDefault }: Flag): string {
  const long = isOnByDefault ? `--[no-]${name}` : `--${name}`, both = short === undefined ? long : `-${short}, ${long}`;
  return row(value === undefined ? both : `${both} ${value}`, help);
}

const LEFT_COLUMNS = 34;

/** A row of help. A left side too long for its column gets a line of its own. */
function row(left: string, right: string): string {
  const apart = left.length > LEFT_COLUMNS ? `\n  ${" ".repeat(LEFT_COLUMNS)}` : "";
  return `  ${left.padEnd(LEFT_COLUMNS)}${apart} ${right}`.trimEnd();
}
