/**
 * Arguments by the names of other tools: each tool has a table of the names that have one meaning there.
 * @module
 */
import type { Args } from "../../format/current_call.ts";

/**
 * The meaning of an argument of another name: the arguments that replace it, or undefined if the value has no meaning here.
 * @param resolved the arguments so far, in the tool's own names
 */
export type AliasMeaning = (value: unknown, resolved: Args) => Args | undefined;

/** The meanings of names, in the order in which they are applied. */
export type AliasTable = ReadonlyMap<string, AliasMeaning>;

/**
 * Arguments that hosts add to every call and that are not for the tool: Gemini CLI adds `wait_for_previous`, n8n's MCP
 * Client Tool the others.
 */
const ADDED_BY_HOSTS = "wait_for_previous sessionId action chatInput toolCallId tool _meta";

/**
 * The table of one tool. If two rows have the same name, the first counts.
 * @param rows names with spaces between them, and the field that they mean, or the meaning
 */
export function aliasTable(...rows: readonly (readonly [names: string, meaning: string | AliasMeaning])[]): AliasTable {
  const table = new Map<string, AliasMeaning>();
  for (const [names, meaning] of [...rows, [ADDED_BY_HOSTS, ignoreValue] as const]) {
    for (const name of names.split(" ").map(normalizedName)) {
      if (!table.has(name)) table.set(name, typeof meaning === "string" ? asField(meaning) : meaning);
    }
  }
  return table;
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
    resolved = { ...others, ...names.get(normalizedName(name))?.(value, others) ?? { [name]: value } };
  }
  return resolved;
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
export function asField(field: string): AliasMeaning {
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

/** The meaning of a text; other values have none. */
export function textAlias(meaning: (text: string, resolved: Args) => Args | undefined): AliasMeaning {
  return (value, resolved) => typeof value === "string" ? meaning(value, resolved) : undefined;
}

/** The meanings of certain words. */
export function wordAlias(words: Readonly<Record<string, Args>>): AliasMeaning {
  return textAlias((text, resolved) => Object.hasOwn(words, text) ? mergeFields(resolved, words[text]) : undefined);
}

/** The first meaning that applies to a value. */
export function firstMeaning(...meanings: readonly AliasMeaning[]): AliasMeaning {
  return (value, resolved) => {
    for (const meaning of meanings) {
      const args = meaning(value, resolved);
      if (args !== undefined) return args;
    }
    return undefined;
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
