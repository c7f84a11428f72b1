/**
 * Splits a command line into options and words, without interpreting them.
 * @module
 */
import { parseArgs } from "node:util";
import { isMisspelt, nearestNames } from "../../model/nearest_names.ts";
import { SWITCHES, type VerbName, VERBS } from "./grammar.ts";
import { lineOf, refusePaths } from "./mended_line.ts";
import { OPTIONS } from "./settings.ts";
import type { GivenFlag, ToolFlag } from "./tool_flags.ts";
import { UsageError } from "../usage_error.ts";

const VERB_NAMES = VERBS.map(({ name }) => name);

/** Names of options without a value. */
export const SWITCH_NAMES: readonly string[] = SWITCHES.map(({ name }) => name);

/** A command line, split by the options known so far. */
export interface ParsedWords {
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly switches: ReadonlySet<string>;
  readonly flags: readonly GivenFlag[];
  readonly positionals: readonly string[];
  /** Unknown options, as written. */
  readonly unknown: readonly string[];
}

/**
 * Splits a command line; options may stand anywhere.
 * @throws UsageError for an option without its value
 */
export function parseWords(args: readonly string[], toolFlags: readonly ToolFlag[]): ParsedWords {
  // The server's options take precedence; a tool's argument of the same name is given in JSON.
  const flags = new Map(toolFlags.map((flag) => [flag.flag, flag]));
  const valued = new Set<string>(OPTIONS.map(({ name }) => name));
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: parseConfig(flags, valued),
  });
  const given = new Map<string, string[]>(), switches = new Set<string>();
  const found: GivenFlag[] = [], positionals: string[] = [], unknown: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token, flag = flags.get(name);
    if (valued.has(name)) given.set(name, [...given.get(name) ?? [], requiredValue(rawName, value, inlineValue)]);
    else if (SWITCH_NAMES.includes(name)) {
      // With a single dash it may be the value of an unknown option.
      if (unknown.length === 0 || rawName.startsWith("--")) switches.add(name);
    } else if (flag === undefined) unknown.push(rawName);
    else if (flag.takes === "nothing") {
      found.push(value === undefined ? bareSwitch(flag, tokens[i + 1]) : { flag, text: value });
    } else found.push({ flag, text: requiredValue(rawName, value, inlineValue) });
  }
  return { given, switches, flags: found, positionals, unknown };
}

function parseConfig(flags: ReadonlyMap<string, ToolFlag>, valued: ReadonlySet<string>) {
  const options: Record<string, { type: "boolean" | "string"; short?: string }> = {};
  for (const [name, { takes }] of flags) options[name] = { type: takes === "nothing" ? "boolean" : "string" };
  for (const name of valued) options[name] = { type: "string" };
  for (const { name, short } of SWITCHES) options[name] = { type: "boolean", ...short && { short } };
  return options;
}

function bareSwitch(
  flag: ToolFlag,
  after: { readonly kind: string; readonly value?: string } | undefined,
): GivenFlag {
  return after?.kind === "positional" ? { flag, nextWord: after.value } : { flag };
}

function requiredValue(option: string, value: string | undefined, inline: boolean | undefined): string {
  if (value !== undefined && (inline || !value.startsWith("--"))) return value;
  throw new UsageError("value_missing", { option }, `… ${option} VALUE`);
}

/**
 * The subcommand; `serve` if none is given.
 * @throws UsageError for one that does not exist, or that is the name of a tool or a path
 */
export function verbOf(words: ParsedWords, tools: readonly string[] = []): VerbName {
  const { positionals, unknown } = words;
  const verb = VERB_NAMES.find((known) => known === positionals[0]) ??
    (unknown.length > 0 ? VERB_NAMES.find((known) => positionals.includes(known)) : undefined);
  const [word] = positionals;
  if (verb !== undefined || word === undefined || unknown.length > 0) return verb ?? "serve";
  if (tools.includes(word)) {
    throw new UsageError("tool_as_verb", { tool: word }, `fossick call ${word} …`);
  }
  refusePaths(words);
  throw unknownVerb(word, words, tools);
}

/** The error for a word that is no subcommand; it may be a directory, as other servers take it. */
function unknownVerb(wrong: string, line: ParsedWords, tools: readonly string[]): UsageError {
  const [nearest] = nearestNames(wrong, VERB_NAMES, 1), rest = line.positionals.slice(1), word = JSON.stringify(wrong);
  if (!isMisspelt(wrong, nearest)) return new UsageError("word_unknown", { word }, lineOf(["--root", wrong], line));
  const words = nearest === "call" && !rest.some((word) => tools.includes(word)) ? ["--help"] : rest;
  return new UsageError("verb_unknown", { word, nearest }, lineOf([nearest, ...words], line));
}
