/**
 * Splits a command line into options and words, and finds its subcommand.
 *
 * The program that starts the npm package in Node is made of this file too, so nothing here needs Deno.
 * @module
 */
import { parseArgs } from "node:util";
import { isMisspelt, nearestNames } from "../../model/nearest_names.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import { UsageError } from "../usage_error.ts";
import { type Option, OPTIONS, PROFILES, takesValue, type VerbName, VERBS } from "./settings.ts";
import type { GivenFlag, ToolFlag } from "./tool_flags.ts";

const VERB_NAMES = VERBS.map(({ name }) => name);
const OPTIONS_BY_NAME = new Map<string, Option>(OPTIONS.map((option) => [option.name, option]));

/** A command line, split by the options known so far. */
export interface ParsedWords {
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly switches: ReadonlySet<string>;
  readonly flags: readonly GivenFlag[];
  readonly positionals: readonly string[];
  /** Unknown options, as written. */
  readonly unknown: readonly string[];
}

/** A profile's tools, as far as a command line is split by them. */
export interface ToolWords {
  readonly names: readonly string[];
  /** The flags of all tools. */
  flags(): readonly ToolFlag[];
}

/** A split command line. */
export interface CommandWords {
  readonly verb: VerbName;
  /** Split by the server's options alone. */
  readonly first: ParsedWords;
  /** Split by the tools' flags too. */
  readonly words: ParsedWords;
}

/**
 * Splits a command line; options may stand anywhere.
 * @param toolsOf the tools of a profile
 * @throws UsageError
 */
export function commandWords(args: readonly string[], toolsOf: (profile: Profile) => ToolWords): CommandWords {
  const first = parseWords(args, []), tools = toolsOf(profileOf(first));
  // An option that the server doesn't know may be a tool's; then the next word is its value, whatever that looks like.
  const words = first.unknown.length === 0 ? first : parseWords(args, tools.flags());
  const verb = verbOf(words, tools.names);
  return { verb: words.switches.has("version") ? "version" : verb, first, words };
}

/** The named profile; an unknown name is refused later. */
export function profileOf({ given }: ParsedWords): Profile {
  return PROFILES.find((known) => known === given.get("profile")?.at(-1)) ?? "default";
}

/**
 * Splits a command line by the server's options and `toolFlags`.
 * @throws UsageError for an option without its value
 */
export function parseWords(args: readonly string[], toolFlags: readonly ToolFlag[]): ParsedWords {
  // The server's options take precedence; a tool's argument of the same name is given in JSON.
  const flags = new Map(toolFlags.map((flag) => [flag.flag, flag]));
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: parseConfig(flags),
  });
  const given = new Map<string, string[]>(), switches = new Set<string>();
  const found: GivenFlag[] = [], positionals: string[] = [], unknown: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token, flag = flags.get(name), option = OPTIONS_BY_NAME.get(name);
    if (option !== undefined && takesValue(option)) {
      const form = option.choices?.join("|") ?? option.value;
      given.set(name, [...given.get(name) ?? [], requiredValue(rawName, value, inlineValue, form)]);
    } else if (option !== undefined) {
      // With a single dash it may be the value of an unknown option.
      if (unknown.length === 0 || rawName.startsWith("--")) switches.add(name);
    } else if (flag === undefined) unknown.push(rawName);
    else if (flag.takes === "nothing") found.push({ flag, text: value });
    else found.push({ flag, text: requiredValue(rawName, value, inlineValue) });
  }
  return { given, switches, flags: found, positionals, unknown };
}

function parseConfig(flags: ReadonlyMap<string, ToolFlag>) {
  const options: Record<string, { type: "boolean" | "string"; short?: string }> = {};
  for (const [name, { takes }] of flags) options[name] = { type: takes === "nothing" ? "boolean" : "string" };
  for (const option of OPTIONS) {
    const { name, short } = option;
    options[name] = { type: takesValue(option) ? "string" : "boolean", ...short && { short } };
  }
  return options;
}

/** A value that begins with two dashes has to follow an equals sign. */
function requiredValue(option: string, value: string | undefined, inline: boolean | undefined, form = "VALUE"): string {
  if (value !== undefined && (inline || !value.startsWith("--"))) return value;
  throw new UsageError("usage.value_missing", { option, form: `${option}=${form}` });
}

/**
 * The subcommand; `serve` if none is given.
 * @throws UsageError for one that does not exist
 */
export function verbOf({ positionals, unknown }: ParsedWords, tools: readonly string[] = []): VerbName {
  const [word] = positionals;
  const verb = VERB_NAMES.find((known) => known === word) ??
    (unknown.length > 0 ? VERB_NAMES.find((known) => positionals.includes(known)) : undefined);
  if (verb !== undefined || word === undefined || unknown.length > 0) return verb ?? "serve";
  throw new UsageError("usage.unknown", { word: JSON.stringify(word), nearest: meantBy(word, tools) });
}

/** The words that an unknown subcommand most likely means: a call of a tool, a directory, or a subcommand. */
function meantBy(word: string, tools: readonly string[]): string {
  const [nearest] = nearestNames(word, VERB_NAMES, 1);
  if (tools.includes(word)) return `call ${word}`;
  return /[./\\~]/.test(word) || !isMisspelt(word, nearest) ? `--root ${word}` : nearest;
}
