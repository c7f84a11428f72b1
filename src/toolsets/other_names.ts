/**
 * Arguments by the names that other tools give them: each tool has a table of the names that can mean one thing there.
 * @module
 */

/** Arguments of a call, by name. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * The arguments that take the place of one of another name; none where the value can't mean that.
 * @param meant the arguments so far in the tool's own names
 */
export type Meaning = (value: unknown, meant: Given) => Given | undefined;

/** What names mean, in the order in which they are replaced. */
export type OtherNames = ReadonlyMap<string, Meaning>;

/**
 * Arguments that hosts add to every call, about the call and not for the tool: Gemini CLI (`wait_for_previous`) and
 * n8n's MCP Client Tool (the others).
 */
const ADDED_BY_HOSTS = "wait_for_previous sessionId action chatInput toolCallId tool _meta";

/**
 * The table of one tool; of two rows with one name the first counts.
 * @param rows names with spaces between them, and the field that each of them means, or what takes their place
 */
export function otherNames(...rows: readonly (readonly [names: string, meaning: string | Meaning])[]): OtherNames {
  const table = new Map<string, Meaning>();
  for (const [names, meaning] of [...rows, [ADDED_BY_HOSTS, passedOver] as const]) {
    for (const name of names.split(" ").map(plain)) {
      if (!table.has(name)) table.set(name, typeof meaning === "string" ? as(meaning) : meaning);
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
 * const names = otherNames(["path", "roots"], ["-i", onOff({ case: "insensitive" })]);
 * inOwnNames({ path: "src", "-i": true }, ["roots", "case"], names); // { roots: "src", case: "insensitive" }
 * ```
 */
export function inOwnNames(given: Given, own: readonly string[], names: OtherNames): Given {
  const order = [...names.keys()], place = ([name]: [string, unknown]) => order.indexOf(plain(name));
  const entries = Object.entries(given).sort((a, b) => place(a) - place(b));
  let meant: Given = Object.fromEntries(entries.filter(([name]) => own.includes(name)));
  for (const [name, value] of entries) {
    const others = Object.fromEntries(Object.entries(meant).filter(([other]) => other !== name));
    meant = { ...others, ...names.get(plain(name))?.(value, others) ?? { [name]: value } };
  }
  return meant;
}

/** Small letters without what separates words; a single letter keeps its case, as `-A` and `-a` differ. */
function plain(name: string): string {
  const bare = name.replace(/^-+/, "");
  return bare.length === 1 ? bare : bare.toLowerCase().replace(/[-_]/g, "");
}

/** `fields` beside what is meant already: of two values the one that says something; none where both do, and differ. */
export function beside(meant: Given, fields: Given): Given | undefined {
  const isKnown = ([field, value]: readonly [string, unknown]) =>
    meant[field] !== undefined && (isDefault(value) || JSON.stringify(value) === JSON.stringify(meant[field]));
  const others = Object.entries(fields).filter((entry) => !isKnown(entry));
  return others.every(([field]) => isDefault(meant[field])) ? Object.fromEntries(others) : undefined;
}

const DEFAULTS: ReadonlySet<unknown> = new Set([undefined, "", ".", 0, "0", false, "false"]);

/** What hosts fill in for an argument that the model left out. */
function isDefault(value: unknown): boolean {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return others.length === 0 && DEFAULTS.has(only);
}

/** The value as that of a field. */
export function as(field: string): Meaning {
  return (value, meant) => beside(meant, { [field]: value });
}

/** The argument says nothing that matters to the tool. */
export function passedOver(): Given {
  return {};
}

/** What a switch comes to that is on, and one that is off; null: that can't be meant. */
export function onOff(on: Given | null, off: Given | null = {}): Meaning {
  return (value, meant) => {
    const isOn = truthOf(value), fields = isOn ? on : off;
    return isOn === undefined || fields === null ? undefined : beside(meant, fields);
  };
}

/** The meaning of a text; of no other value. */
export function ofText(meaning: (text: string, meant: Given) => Given | undefined): Meaning {
  return (value, meant) => typeof value === "string" ? meaning(value, meant) : undefined;
}

/** What words of a few mean. */
export function ofWords(words: Readonly<Record<string, Given>>): Meaning {
  return ofText((text, meant) => Object.hasOwn(words, text) ? beside(meant, words[text]) : undefined);
}

/** The first meaning that a value has. */
export function either(...meanings: readonly Meaning[]): Meaning {
  return (value, meant) => {
    for (const meaning of meanings) {
      const takes = meaning(value, meant);
      if (takes !== undefined) return takes;
    }
    return undefined;
  };
}

/** A boolean, also as Python and JSON write it in a string. */
export function truthOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  return typeof value === "string" && /^(true|false)$/i.test(value) ? /^t/i.test(value) : undefined;
}

/** A whole number, also in a string. */
export function wholeOf(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  return typeof value === "string" && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined;
}
