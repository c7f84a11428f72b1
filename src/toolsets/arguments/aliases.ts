/**
 * Arguments by the names that other tools give them: each tool has a table of the names that can mean one thing there.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
/**
 * The arguments that take the place of one of another name; none where the value can't mean that.
 * @param meant the arguments so far in the tool's own names
 */
export type AliasMeaning = (value: unknown, meant: Args) => Args | undefined;

/** What names mean, in the order in which they are replaced. */
export type AliasTable = ReadonlyMap<string, AliasMeaning>;

/**
 * Arguments that hosts add to every call, about the call and not for the tool: Gemini CLI (`wait_for_previous`) and
 * n8n's MCP Client Tool (the others).
 */
const ADDED_BY_HOSTS = "wait_for_previous sessionId action chatInput toolCallId tool _meta";

/**
 * The table of one tool; of two rows with one name the first counts.
 * @param rows names with spaces between them, and the field that each of them means, or what takes their place
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
 * The same call in a tool's own names. What the table does not know, or can't be meant beside the other arguments, stays
 * as it is.
 *
 * @example
 * ```ts
 * const names = aliasTable(["path", "roots"], ["-i", booleanAlias({ case: "insensitive" })]);
 * resolveAliases({ path: "src", "-i": true }, ["roots", "case"], names); // { roots: "src", case: "insensitive" }
 * ```
 */
export function resolveAliases(given: Args, own: readonly string[], names: AliasTable): Args {
  const order = [...names.keys()], place = ([name]: [string, unknown]) => order.indexOf(normalizedName(name));
  const entries = Object.entries(given).sort((a, b) => place(a) - place(b));
  let meant: Args = Object.fromEntries(entries.filter(([name]) => own.includes(name)));
  for (const [name, value] of entries) {
    const others = Object.fromEntries(Object.entries(meant).filter(([other]) => other !== name));
    meant = { ...others, ...names.get(normalizedName(name))?.(value, others) ?? { [name]: value } };
  }
  return meant;
}

/** Small letters without what separates words; a single letter keeps its case, as `-A` and `-a` differ. */
function normalizedName(name: string): string {
  const bare = name.replace(/^-+/, "");
  return bare.length === 1 ? bare : bare.toLowerCase().replace(/[-_]/g, "");
}

/** `fields` beside what is meant already: of two values the one that says something; none where both do, and differ. */
export function mergeFields(meant: Args, fields: Args): Args | undefined {
  const isKnown = ([field, value]: readonly [string, unknown]) =>
    meant[field] !== undefined && (isFiller(value) || JSON.stringify(value) === JSON.stringify(meant[field]));
  const others = Object.entries(fields).filter((entry) => !isKnown(entry));
  return others.every(([field]) => isFiller(meant[field])) ? Object.fromEntries(others) : undefined;
}

const FILLER_VALUES: ReadonlySet<unknown> = new Set([undefined, "", ".", 0, "0", false, "false"]);

/** What hosts fill in for an argument that the model left out. */
function isFiller(value: unknown): boolean {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return others.length === 0 && FILLER_VALUES.has(only);
}

/** The value as that of a field. */
export function asField(field: string): AliasMeaning {
  return (value, meant) => mergeFields(meant, { [field]: value });
}

/** The argument says nothing that matters to the tool. */
export function ignoreValue(): Args {
  return {};
}

/** What a switch comes to that is on, and one that is off; null: that can't be meant. */
export function booleanAlias(on: Args | null, off: Args | null = {}): AliasMeaning {
  return (value, meant) => {
    const isOn = parseBoolean(value), fields = isOn ? on : off;
    return isOn === undefined || fields === null ? undefined : mergeFields(meant, fields);
  };
}

/** The meaning of a text; of no other value. */
export function textAlias(meaning: (text: string, meant: Args) => Args | undefined): AliasMeaning {
  return (value, meant) => typeof value === "string" ? meaning(value, meant) : undefined;
}

/** What words of a few mean. */
export function wordAlias(words: Readonly<Record<string, Args>>): AliasMeaning {
  return textAlias((text, meant) => Object.hasOwn(words, text) ? mergeFields(meant, words[text]) : undefined);
}

/** The first meaning that a value has. */
export function firstMeaning(...meanings: readonly AliasMeaning[]): AliasMeaning {
  return (value, meant) => {
    for (const meaning of meanings) {
      const takes = meaning(value, meant);
      if (takes !== undefined) return takes;
    }
    return undefined;
  };
}

/** A boolean, also as Python and JSON write it in a string. */
export function parseBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  return typeof value === "string" && /^(true|false)$/i.test(value) ? /^t/i.test(value) : undefined;
}

/** A whole number, also in a string. */
export function parseInteger(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  return typeof value === "string" && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined;
}
