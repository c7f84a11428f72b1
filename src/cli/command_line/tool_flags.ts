/**
 * A tool's arguments as flags of the command line, made from its table, and as plain words, as for grep and cat:
 * `TODO src`, `src/a.ts:40-60`.
 * @module
 */
import type { Field } from "../../toolsets/arguments/fields.ts";
import { parseStringList } from "../../toolsets/arguments/kinds.ts";
import { splitCommaList } from "../../toolsets/arguments/globs.ts";
import type { Tool } from "../../toolsets/tool.ts";
import { type GivenOptions, kebabCase, OPTIONS } from "./settings.ts";

/** An option or a tool's flag, as parser, help and completions know it. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  /** What it takes; absent: nothing. */
  readonly value?: string;
  /** Its only values. */
  readonly choices?: readonly string[];
  /** Whether the value is a list with commas. */
  readonly isList?: boolean;
  /** Whether it applies unless `--no-NAME` is given. */
  readonly isOnByDefault?: boolean;
}

/** The options, which hide a tool's flags of their names: such an argument is given in JSON. */
const OPTION_NAMES: ReadonlySet<string> = new Set(OPTIONS.map(({ name }) => name));

/** One flag in kebab case for each argument of `tool`. */
export function toolFlags({ fields }: Pick<Tool, "fields">): Flag[] {
  const flags = Object.entries(fields).map(([name, row]) => {
    // A place is optional on the command line.
    const places = "files" in fields ? "directories or files; default . unless --files is given" : "default .";
    return { name: kebabCase(name), help: name === "roots" ? places : commandLineHelp(row.about), ...valueOf(row) };
  });
  return flags.filter(({ name }) => !OPTION_NAMES.has(name));
}

/** How a flag's value is written, and which it may be. */
function valueOf({ kind: { takes, schema }, about }: Field): Omit<Flag, "name" | "help"> {
  if (takes === "nothing") return /^default true\b/.test(about) ? { isOnByDefault: true } : {};
  const isList = takes === "list", choices = schema.enum ?? schema.items?.enum;
  const value = choices?.join(isList ? "," : "|") ?? (isList ? "A,B" : takes === "number" ? "N" : "TEXT");
  return { value, ...(choices && { choices }), ...(isList && { isList }) };
}

/** A description for the command line, where lists have commas or repeat the flag. */
function commandLineHelp(about: string): string {
  const withCommas = (json: string) => parseStringList(json)?.join() ?? json;
  return about.replace("; a list:", "; repeated:").replace(/\[".*?"\]/g, withCommas);
}

/** The arguments that flags set. Values are left for the tool to read, or to refuse. */
export function argumentsOfFlags(given: GivenOptions, { fields }: Tool): Record<string, unknown> {
  const entries = Object.entries(fields).flatMap(([field, { kind: { takes } }]) => {
    const name = kebabCase(field), texts = OPTION_NAMES.has(name) ? undefined : given.get(name);
    return texts === undefined ? [] : [[field, argumentOf(takes, texts)] as const];
  });
  return Object.fromEntries(entries);
}

function argumentOf(takes: Field["kind"]["takes"], texts: readonly string[]): unknown {
  const [last] = texts.slice(-1);
  if (takes === "list") return texts.flatMap(listValues);
  if (takes === "one or more" && texts.length > 1) return texts;
  if (takes === "nothing" && /^(true|false)$/.test(last)) return last === "true";
  return takes === "number" && /^[+-]?\d+$/.test(last) ? Number(last) : last;
}

/** The texts of a JSON list, or of a list with commas. */
export function listValues(text: string): readonly string[] {
  return parseStringList(text) ?? splitCommaList(text);
}

/** Arguments that the first word can set, and those that further words set: where to look. */
const FIRST_FIELDS = ["query", "path", "filePath", "pattern"],
  PLACE_FIELDS = ["roots", "files", "root", "filePattern", "reads"];

/** Names of the arguments of a tool that words set, except those that flags set already: a required one, or a path. */
function positionals({ fields }: Tool, given: Record<string, unknown> = {}) {
  const free = (name: string) => Object.hasOwn(fields, name) && !Object.hasOwn(given, name);
  const first = FIRST_FIELDS.find((name) => free(name) && (name === "path" || fields[name].isRequired));
  const places = PLACE_FIELDS.find(free);
  return { first, places, isList: places !== undefined && fields[places].kind.takes === "list" };
}

/** The arguments of words beside those that flags set, and the first word left over. */
export function argumentsOfWords(words: readonly string[], tool: Tool, given: Record<string, unknown>) {
  const args: Record<string, unknown> = {}, rest = [...words], { first, places, isList } = positionals(tool, given);
  if (first !== undefined && rest.length > 0) args[first] = rest.shift();
  if (places !== undefined && rest.length > 0) args[places] = isList ? rest.splice(0) : rest.shift();
  return { args, stray: rest[0] };
}

/** The words in a tool's usage: `QUERY [ROOTS …]`. */
export function wordsUsage(tool: Tool): string {
  const { first, places, isList } = positionals(tool);
  const [one, more] = [first, places].map((name) => name && kebabCase(name).replaceAll("-", "_").toUpperCase());
  return [...one ? [one] : [], ...more ? [`[${more}${isList ? " …" : ""}]`] : []].join(" ");
}
