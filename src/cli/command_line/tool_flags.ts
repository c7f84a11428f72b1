/**
 * A tool's arguments as command-line flags, made from its table, and as plain words, as for grep and cat: `TODO src`,
 * `src/a.ts:40-60`.
 * @module
 */
import type { Kind } from "../../toolsets/arguments/kinds.ts";
import { parseStringList } from "../../toolsets/arguments/kinds.ts";
import { splitCommaList } from "../../toolsets/arguments/globs.ts";
import type { Tool } from "../../toolsets/tool.ts";

/** A flag of a tool; a negated one is `--no-FLAG`. */
export interface ToolFlag {
  /** Without dashes. */
  readonly flag: string;
  /** The argument that it sets. */
  readonly field: string;
  readonly takes: Kind<unknown>["takes"];
  readonly negated: boolean;
}

/** A flag on the command line. The flag of a boolean has text only in the form `--flag=text`. */
export interface GivenFlag {
  readonly flag: ToolFlag;
  readonly text?: string;
}

/** All flags of `tool`: each argument in kebab case and as it is; booleans also with `no-` in front. */
export function toolFlags({ fields }: Tool): ToolFlag[] {
  const plain = Object.entries(fields).flatMap(([field, { kind: { takes } }]) =>
    [...new Set([kebabCase(field), field])].map((flag): ToolFlag => ({ flag, field, takes, negated: false }))
  );
  const known = new Set(plain.map(({ flag }) => flag));
  const negated = plain
    .filter(({ takes, flag }) => takes === "nothing" && !known.has(`no-${flag}`))
    .map((flag): ToolFlag => ({ ...flag, flag: `no-${flag.flag}`, negated: true }));
  return [...plain, ...negated];
}

/** Whether an argument may be a list. */
export function takesList({ takes }: ToolFlag): boolean {
  return takes === "list" || takes === "one or more";
}

/** The arguments that the flags set. Invalid values are left for the tool to refuse. */
export function argumentsOfFlags(given: readonly GivenFlag[]): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const field of new Set(given.map(({ flag }) => flag.field))) {
    args[field] = valueOf(given.filter(({ flag }) => flag.field === field));
  }
  return args;
}

function valueOf(given: readonly GivenFlag[]): unknown {
  const texts = given.map(({ text }) => text ?? "");
  const last = given.at(-1);
  switch (last?.flag.takes) {
    case "nothing":
      return booleanValue(last.text ?? "true", last.flag.negated);
    case "number":
      return numberValue(texts.at(-1) ?? "");
    case "list":
      return texts.flatMap(listValues);
    case "one or more":
      return texts.length === 1 ? texts[0] : texts;
    default:
      return texts.at(-1);
  }
}

function booleanValue(text: string, negated: boolean): unknown {
  return text === "true" ? !negated : text === "false" ? negated : text;
}

function numberValue(text: string): unknown {
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The texts of a JSON list, or of a list with commas. */
function listValues(text: string): readonly string[] {
  return parseStringList(text) ?? splitCommaList(text);
}

/** Both `filePattern` and `file_pattern` become `file-pattern`. */
export function kebabCase(field: string): string {
  return field.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
}

/** Arguments that the first word can set, and those that further words set: where to look. */
const FIRST_FIELDS = ["query", "path", "filePath", "pattern"],
  PLACE_FIELDS = ["roots", "files", "root", "filePattern", "reads"];

/** The arguments that words set. */
export interface PositionalArguments {
  /** A required one, or a path. */
  readonly first?: ToolFlag;
  readonly places?: ToolFlag;
}

/**
 * The arguments of `tool` that words set.
 * @param given arguments that flags set already
 */
export function positionalArguments(tool: Tool, given: ReadonlySet<string> = new Set()): PositionalArguments {
  const flags = toolFlags(tool).filter(({ field }) => !given.has(field));
  const flagOf = (fields: readonly string[]) =>
    fields.flatMap((name) => flags.find(({ field, negated }) => field === name && !negated) ?? [])[0];
  const first = flagOf(FIRST_FIELDS.filter((name) => name === "path" || tool.fields[name]?.isRequired));
  return { first, places: flagOf(PLACE_FIELDS) };
}

/** The arguments of the words, and the first word left over. */
export function assignPositionals(words: readonly string[], { first, places: further }: PositionalArguments) {
  const args: Record<string, unknown> = {}, rest = [...words];
  if (first !== undefined && rest.length > 0) args[first.field] = rest.shift();
  const isList = further !== undefined && takesList(further);
  const places = further === undefined ? [] : rest.splice(0, isList ? rest.length : 1);
  if (further !== undefined && places.length > 0) args[further.field] = isList ? places : places[0];
  return { args, stray: rest[0] };
}

/** The words in a tool's usage: `QUERY [ROOTS …]`. */
export function positionalUsage({ first, places: further }: PositionalArguments): string {
  const name = ({ field }: ToolFlag) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  const places = further && `[${name(further)}${takesList(further) ? " …" : ""}]`;
  return [...first ? [name(first)] : [], ...places ? [places] : []].join(" ");
}
