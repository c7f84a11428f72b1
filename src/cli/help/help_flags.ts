/**
 * The flags in the help: the options of all subcommands, and one flag for each argument of a tool.
 * @module
 */
import { type Bilingual, fill } from "../../model/messages/bilingual.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { parseStringList } from "../../toolsets/arguments/parse_arguments.ts";
import type { Tool } from "../../toolsets/tool.ts";
import { argumentHelp } from "./argument_help.ts";
import { type Flag, SWITCHES } from "../command_line/grammar.ts";
import { type Option, OPTIONS } from "../command_line/settings.ts";
import { takesList, type ToolFlag, toolFlags } from "../command_line/tool_flags.ts";

/** How lists are written. */
export const LIST_RULE: Bilingual = {
  en: "A,B is a list: commas inside {} or [] do not split it, nor does \\,; JSON is taken too: '[\"a,b\"]'.",
  ja: "A,B はリストです。{} や [] の中のコンマと \\, では区切りません。JSON でも指定できます: '[\"a,b\"]'。",
};

const HIDDEN_RULE: Bilingual = {
  en: `--{field} is the server's option: give the tool's own {field} as JSON, '{"{field}":"…"}', with flags beside it.`,
  ja:
    `--{field} はサーバーのオプションです。ツールの {field} は JSON '{"{field}":"…"}' で指定し、フラグと併用できます。`,
};

/** The options of all subcommands. */
export function sharedFlags(lang: Lang): Flag[] {
  const options = OPTIONS.map((option: Option) => ({ value: option.choices?.join("|"), ...option }));
  return [...options, ...SWITCHES].map((flag) => ({ ...flag, help: flag.help[lang] }));
}

/** One flag in kebab case for each argument of `tool`, except those that an option of the same name hides. */
export function argumentFlags(tool: Tool, lang: Lang): Flag[] {
  const flags = toolFlags(tool);
  const searchesFiles = flags.some(({ field }) => field === "files");
  return flags
    .filter(({ flag, negated }) => !negated && /^[a-z-]+$/.test(flag) && !SHARED_NAMES.has(flag))
    .map((flag) => argumentFlag(flag, searchesFiles, lang));
}

/** For each argument of `tool` that an option of the same name hides, a sentence on how to give it. */
export function hiddenArguments(tool: Tool, lang: Lang): string[] {
  const flags = toolFlags(tool),
    reachable = new Set(flags.filter(({ flag }) => !SHARED_NAMES.has(flag)).map(({ field }) => field));
  const hidden = new Set(flags.map(({ field }) => field).filter((field) => !reachable.has(field)));
  return [...hidden].map((field) => fill(HIDDEN_RULE[lang], { field }));
}

const SHARED_NAMES: ReadonlySet<string> = new Set(OPTIONS.map(({ name }) => name));

function argumentFlag(given: ToolFlag, searchesFiles: boolean, lang: Lang): Flag {
  const { flag, takes, choices, description } = given;
  const base = { name: flag, help: argumentHelp(commandLineHelp(given, searchesFiles), lang) };
  if (takes === "nothing") return /^default true\b/.test(description) ? { ...base, isOnByDefault: true } : base;
  if (takes === "one or more") return { ...base, value: "TEXT" };
  const list = takesList(given);
  if (choices !== undefined) {
    return { ...base, value: choices.join(list ? "," : "|"), choices, ...(list && { isList: list }) };
  }
  if (takes === "number") return { ...base, value: "N" };
  return { ...base, value: list ? "A,B" : "TEXT", ...(list && { isList: list }) };
}

/** An argument's description for the command line: a place is optional there, and lists have commas or repeat the flag. */
function commandLineHelp({ field, description }: ToolFlag, searchesFiles: boolean): string {
  if (field === "roots") return searchesFiles ? "directories or files; default . unless --files is given" : "default .";
  return description.replace("; a list:", "; repeated:").replace(
    /\[".*?"\]/g,
    (json) => parseStringList(json)?.join(",") ?? json,
  );
}
