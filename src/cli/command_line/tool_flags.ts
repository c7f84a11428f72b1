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

/** The arguments that the flags set. Values are left for the tool to read, or to refuse. */
export function argumentsOfFlags(given: readonly GivenFlag[]): Record<string, unknown> {
  const fields = Map.groupBy(given, ({ flag }) => flag.field);
  return Object.fromEntries([...fields].map(([field, flags]) => [field, valueOf(flags)]));
}

function valueOf(given: readonly GivenFlag[]): unknown {
  const texts = given.map(({ text = "true" }) => text), [last] = texts.slice(-1);
  const [{ flag: { takes, negated } }] = given.slice(-1);
  if (takes === "list") return texts.flatMap(listValues);
  if (takes === "one or more" && texts.length > 1) return texts;
  if (takes === "nothing" && /^(true|false)$/.test(last)) return (last === "true") !== negated;
  return takes === "number" && /^[+-]?\d+$/.test(last) ? Number(last) : last;
}

/** The texts of a JSON list, or of a list with commas. */
export function listValues(text: string): readonly string[] {
  return parseStringList(text) ?? splitCommaList(text);
}

/** Both `filePattern` and `file_pattern` become `file-pattern`. */
export function kebabCase(field: string): string {
  return field.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
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
