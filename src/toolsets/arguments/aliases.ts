/**
 * Arguments by the names that hosts and models send: each tool has a table of the names that have one meaning there.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { splitGlobList } from "./globs.ts";

/**
 * The meaning of an argument of another name: the arguments that replace it, or undefined if the value has no meaning here.
 * @param resolved the arguments so far, in the tool's own names
 */
export type AliasMeaning = (value: unknown, resolved: Args) => Args | undefined;

/** The meanings of names, in the order in which they are applied. */
export type AliasTable = ReadonlyMap<string, AliasMeaning>;

/** Arguments that hosts add to every call: `wait_for_previous` Gemini CLI, the others n8n's MCP Client Tool. */
const ADDED_BY_HOSTS = "wait_for_previous sessionId action chatInput toolCallId tool";

/** What ripgrep does and this program does not: inverting, replacing, sorting. Switched off, they ask for nothing. */
const ABSENT_FEATURES = "v invert_match r replace replacement sort sortr sort_lines";

/**
 * The table of one tool. If two rows have the same name, the first counts.
 * @param rows names with spaces between them, and the field that they mean, or the meaning
 */
export function aliasTable(...rows: readonly (readonly [names: string, meaning: string | AliasMeaning])[]): AliasTable {
  const table = new Map<string, AliasMeaning>();
  for (const [names, meaning] of [...rows, [ADDED_BY_HOSTS, ignoreValue], [ABSENT_FEATURES, switchedOff]] as const) {
    for (const name of names.split(" ").map(normalizedName)) {
      if (!table.has(name)) table.set(name, typeof meaning === "string" ? asField(meaning) : meaning);
    }
  }
  return table;
}

/** Whether an argument asks for what the program does not do. */
export function isAbsentFeature(name: string): boolean {
  return ABSENT_FEATURES.split(" ").map(normalizedName).includes(normalizedName(name));
}

/**
 * Translates the arguments of a call to the tool's own names. Arguments that the table doesn't have, or that have no
 * meaning beside the others, stay as they are.
 *
 * @example
 * ```ts
 * const names = aliasTable(["path", "roots"], ["-i", booleanAlias({ case: "insensitive" })]);
 * resolveAliases({ path: "src", "-i": true }, ["roots", "case"], names); // { roots: "src", case: "insensitive" }
 * ```
 */
export function resolveAliases(given: Args, ownNames: readonly string[], names: AliasTable): Args {
  const order = [...names.keys()], place = ([name]: [string, unknown]) => order.indexOf(normalizedName(name));
  const entries = Object.entries(given).sort((a, b) => place(a) - place(b));
  let resolved: Args = Object.fromEntries(entries.filter(([name]) => ownNames.includes(name)));
  for (const [name, value] of entries) {
    const others = Object.fromEntries(Object.entries(resolved).filter(([other]) => other !== name));
    const meaning = names.get(normalizedName(name)) ?? ownSpelling(name, ownNames);
    resolved = { ...others, ...meaning?.(value, others) ?? { [name]: value } };
  }
  return resolved;
}

/** The tool's own name in another spelling (`maxCount`, `--max-count`). */
function ownSpelling(name: string, ownNames: readonly string[]): AliasMeaning | undefined {
  const field = ownNames.find((own) => normalizedName(own) === normalizedName(name));
  return field === undefined || field === name ? undefined : asField(field);
}

/** Lowercase without separators. A single letter keeps its case, since `-A` and `-a` differ. */
function normalizedName(name: string): string {
  const bare = name.replace(/^-+/, "");
  return bare.length === 1 ? bare : bare.toLowerCase().replace(/[-_]/g, "");
}

/** The fields that the call does not have yet; a value replaces a filler. Undefined if two values differ. */
export function mergeFields(resolved: Args, fields: Args): Args | undefined {
  const isKnown = ([field, value]: readonly [string, unknown]) =>
    resolved[field] !== undefined && (isFiller(value) || JSON.stringify(value) === JSON.stringify(resolved[field]));
  const others = Object.entries(fields).filter((entry) => !isKnown(entry));
  return others.every(([field]) => isFiller(resolved[field])) ? Object.fromEntries(others) : undefined;
}

const FILLER_VALUES: ReadonlySet<unknown> = new Set([undefined, "", ".", 0, "0", false, "false"]);

/** Whether hosts fill in this value for an argument that the model left out. */
function isFiller(value: unknown): boolean {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return others.length === 0 && FILLER_VALUES.has(only);
}

/** The value becomes that of the field. */
function asField(field: string): AliasMeaning {
  return (value, resolved) => mergeFields(resolved, { [field]: value });
}

/** The argument is dropped. */
export function ignoreValue(): Args {
  return {};
}

/** The arguments for a switch that is on, and for one that is off; null: that has no meaning here. */
export function booleanAlias(on: Args | null, off: Args | null = {}): AliasMeaning {
  return (value, resolved) => {
    const isOn = parseBoolean(value), fields = isOn ? on : off;
    return isOn === undefined || fields === null ? undefined : mergeFields(resolved, fields);
  };
}

/** A switch that the tool does not have: only off has a meaning. */
export function switchedOff(value: unknown): Args | undefined {
  return value === "" || parseBoolean(value) === false ? {} : undefined;
}

/** The field is on if this switch is off, and off if it is on. */
export function negated(field: string): AliasMeaning {
  return booleanAlias({ [field]: false }, { [field]: true });
}

/** The meaning of a text; other values have none. */
export function textAlias(meaning: (text: string, resolved: Args) => Args | undefined): AliasMeaning {
  return (value, resolved) => typeof value === "string" ? meaning(value, resolved) : undefined;
}

/** The meanings of certain words. */
export function wordAlias(words: Readonly<Record<string, Args>>): AliasMeaning {
  return textAlias((text, resolved) => Object.hasOwn(words, text) ? mergeFields(resolved, words[text]) : undefined);
}

/** Globs; one text may hold several with commas between them. */
export function globList(field: string): AliasMeaning {
  return (value, resolved) => {
    const several = typeof value === "string" ? splitGlobList(value) : [];
    return mergeFields(resolved, { [field]: several.length > 0 ? several : value });
  };
}

/** One glob, or several in one brace. */
export function singleGlob(fieldsOf: (glob: string) => Args): AliasMeaning {
  return (value, resolved) => {
    const globs = [value].flat();
    if (!globs.every((glob) => typeof glob === "string")) return undefined;
    return mergeFields(resolved, fieldsOf(globs.length === 1 ? globs[0] : `{${globs.join(",")}}`));
  };
}

/** Lines before and after a match, unless another argument sets one of the two. */
export function beforeAndAfter(before: string, after: string): AliasMeaning {
  return (value, resolved) => ({
    ...(resolved[before] === undefined && { [before]: value }),
    ...(resolved[after] === undefined && { [after]: value }),
  });
}

/** The last line, as a number of lines from `start_line`. 0 asks for nothing, -1 for the rest of the file. */
export function lastLine(mostLines: number): AliasMeaning {
  return (value, resolved) => {
    const last = parseInteger(value), first = Math.max(1, parseInteger(resolved.start_line) ?? 1);
    if (last === undefined || last >= 1 && last < first) return undefined;
    if (last === 0) return {};
    return mergeFields(resolved, { max_lines: last < 0 ? mostLines : last - first + 1 });
  };
}

/** A number of lines; 0 asks for nothing. */
export function lineCount(fieldsOf: (count: number, resolved: Args) => Args): AliasMeaning {
  return (value, resolved) => {
    const count = parseInteger(value);
    if (count === undefined || count < 0) return undefined;
    return count === 0 ? {} : mergeFields(resolved, fieldsOf(count, resolved));
  };
}

/** A boolean, or a string with one in the spelling of JSON or Python. */
export function parseBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  return typeof value === "string" && /^(true|false)$/i.test(value) ? /^t/i.test(value) : undefined;
}

/** A whole number, or a string with one. */
export function parseInteger(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  return typeof value === "string" && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined;
}
