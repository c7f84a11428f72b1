/**
 * `fossick --help` and `fossick tools`, generated from the parser's tables.
 * @module
 */
import { listedTools, type ListingOptions } from "../mcp/tool_listing.ts";
import { type Lang, say } from "../model/messages/messages.ts";
import type { Field } from "../toolsets/arguments/fields.ts";
import { parseStringList } from "../toolsets/arguments/kinds.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { Tool } from "../toolsets/tool.ts";
import { type Flag, OPTIONS, takesValue, type Verb, VERBS } from "./command_line/settings.ts";
import { shellExample } from "./command_line/shell_spelling.ts";
import { kebabCase, wordsUsage } from "./command_line/tool_flags.ts";

/** The help of the program. */
export function programHelp(tools: readonly Tool[], lang: Lang): string {
  const usages = VERBS.flatMap(({ usage }: Verb) => usage === undefined ? [] : [usage]);
  return [
    say(lang, "help.title"),
    "",
    ...usages.map(([words, help]) => row(`fossick ${words}`, say(lang, help))),
    "",
    `TOOL: ${tools.map(({ name }) => name).join(", ")}`,
    "",
    say(lang, "help.options"),
    ...sharedFlags(lang).map(flagRow),
  ].join("\n");
}

/** The help of a tool: its description for models and its flags, in English, and an example. */
export function toolHelp(tool: Tool, profile: Profile, lang: Lang): string {
  const flags = argumentFlags(tool), usage = wordsUsage(tool);
  return [
    `${tool.name} - ${tool.title}`,
    "",
    tool.description,
    "",
    `fossick call ${tool.name} ${usage} [--flag value …] [options: fossick --help]`,
    "",
    ...flags.map(flagRow),
    "",
    ...(flags.some(({ isList: list }) => list) ? [say(lang, "help.list")] : []),
    say(lang, "help.example", { line: shellExample(profile, tool) }),
  ].join("\n");
}

/** All tools: as `tools/list` has them (see `listedTools`), or as help. */
export function toolsText(
  tools: readonly Tool[],
  profile: Profile,
  json: boolean,
  lang: Lang,
  listing: ListingOptions = {},
): string {
  return json
    ? JSON.stringify(listedTools(tools, listing))
    : tools.map((tool) => toolHelp(tool, profile, lang)).join("\n\n\n");
}

/** The options of all subcommands. */
export function sharedFlags(lang: Lang): Flag[] {
  return OPTIONS.map(({ name, short, choices, value = choices?.join("|"), help, usual = 0, most = 0 }) => {
    return { name, short, choices, value, help: say(lang, help, { usual, most }) };
  });
}

const SHARED_NAMES: ReadonlySet<string> = new Set(OPTIONS.filter(takesValue).map(({ name }) => name));

/** One flag in kebab case for each argument of `tool`, except those that an option of the same name hides. */
export function argumentFlags({ fields }: Tool): Flag[] {
  return Object.entries(fields).map(([name, row]) => {
    const isRoots = name === "roots", help = isRoots ? rootsHelp("files" in fields) : commandLineHelp(row.about);
    return { name: kebabCase(name), help, ...valueOf(row) };
  }).filter(({ name }) => !SHARED_NAMES.has(name));
}

/** How a flag's value is written, and which it may be. */
function valueOf({ kind: { takes, schema }, about }: Field): Omit<Flag, "name" | "help"> {
  if (takes === "nothing") return /^default true\b/.test(about) ? { isOnByDefault: true } : {};
  const isList = takes === "list", list = isList && { isList }, choices = schema.enum ?? schema.items?.enum;
  if (choices !== undefined) return { value: choices.join(isList ? "," : "|"), choices, ...list };
  return { value: isList ? "A,B" : takes === "number" ? "N" : "TEXT", ...list };
}

/** A place is optional on the command line. */
function rootsHelp(searchesFiles: boolean): string {
  return searchesFiles ? "directories or files; default . unless --files is given" : "default .";
}

/** A description for the command line, where lists have commas or repeat the flag. */
function commandLineHelp(about: string): string {
  return about.replace("; a list:", "; repeated:").replace(
    /\[".*?"\]/g,
    (json) => parseStringList(json)?.join(",") ?? json,
  );
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
