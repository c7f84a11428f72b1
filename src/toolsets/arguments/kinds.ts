/**
 * The kinds of values of arguments: how hosts see them, and how they are read. A value of another type is converted
 * where it can mean only one thing.
 * @module
 */
import { type Reason, reason } from "../../model/messages/messages.ts";
import { splitGlobList } from "./globs.ts";
import { megabytes, parseFileSize, parseSize, parseTime } from "./sizes_and_times.ts";

/** A JSON Schema as hosts see it. It has no minimums: errors name them, and some hosts drop them. */
export interface FieldSchema {
  readonly type?: "string" | "integer" | "boolean" | "array" | "object";
  readonly enum?: readonly string[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** The notes of one call: a sentence for each argument that was not taken as given. */
export class CallNotes {
  readonly sentences: string[] = [];

  /** `value`, or its cap with a note. */
  lowered(field: string, value: number, cap: number, given = String(value), shownCap = String(cap)): number {
    if (value <= cap) return value;
    this.sentences.push(`${field} lowered from ${given} to its cap ${shownCap}.`);
    return cap;
  }
}

/** The reading of one value. */
export interface Reading {
  readonly field: string;
  readonly notes: CallNotes;
  /** Refuses the value, or an entry of it. @throws ToolError `bad_argument` */
  refuse(rule: Reason, entry?: number): never;
}

/** What the values of a field are. */
export interface Kind<Value> {
  readonly schema: FieldSchema;
  /** What follows the field's flag in a shell. */
  readonly takes: "nothing" | "text" | "number" | "list" | "one or more";
  /** Whether a 0 means the default. */
  readonly zeroIsDefault?: boolean;
  /** The value in the tool's type. */
  read(given: unknown, reading: Reading): Value;
}

/** A switch. */
export const FLAG: Kind<boolean> = {
  schema: { type: "boolean" },
  takes: "nothing",
  read: (given, { refuse }) => parseBoolean(given) ?? refuse(reason("rule_boolean")),
};

/** A text. */
export const TEXT = textKind((text) => text);

/** ripgrep's file size, as bytes. */
export function fileSize({ default: usual, cap }: { readonly default: number; readonly cap: number }): Kind<number> {
  const kind = textKind((text, reading) => {
    const bytes = parseFileSize(text) ?? reading.refuse(reason("rule_file_size"));
    return reading.notes.lowered(reading.field, bytes || usual, cap, text, megabytes(cap));
  });
  return { ...kind, zeroIsDefault: true };
}

/** fd's time, as UNIX milliseconds; spans count back from now. */
export const TIME = textKind((text, { refuse }) => parseTime(text, Date.now()) ?? refuse(reason("rule_time")));

/** A value that is written as a text. */
function textKind<Value>(parse: (text: string, reading: Reading) => Value): Kind<Value> {
  return {
    schema: { type: "string" },
    takes: "text",
    read(given, reading) {
      const [one, ...others] = [given].flat();
      return parse((others.length === 0 ? textOf(one) : undefined) ?? reading.refuse(reason("rule_string")), reading);
    },
  };
}

/** One of several words. */
export function choice<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  const kind = textKind((text, { refuse }) => words.find((word) => word === text) ?? refuse(oneOf(words)));
  return { ...kind, schema: { type: "string", enum: words } };
}

function oneOf(words: readonly string[]): Reason {
  return reason("rule_one_of", { values: words.map((word) => JSON.stringify(word)).join(", ") });
}

const MOST = Number.MAX_SAFE_INTEGER;

/** A whole number from `least`. One above the cap is lowered to it; where it counts from 1, a 0 means the default. */
export function integer(least: number, cap = Infinity): Kind<number> {
  return {
    schema: { type: "integer" },
    takes: "number",
    zeroIsDefault: least === 1,
    read(given, reading) {
      const number = parseInteger(given) ?? (typeof given === "number" ? given : NaN);
      if (!Number.isInteger(number)) return reading.refuse(reason("rule_number"));
      if (number < least) return reading.refuse(reason("rule_at_least", { n: least }));
      if (number > MOST) return reading.refuse(reason("rule_at_most", { n: String(MOST) }));
      return reading.notes.lowered(reading.field, number, cap);
    },
  };
}

/** Any whole number. */
export const INTEGER = integer(-MOST);

/** A text, or a list of them. */
export const TEXT_OR_TEXTS: Kind<readonly string[]> = {
  schema: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
  takes: "one or more",
  read: (given, { refuse }) => [given].flat().map((entry) => textOf(entry) ?? refuse(reason("rule_text_or_list"))),
};

/** A list of texts. */
export const TEXTS = listKind((text) => [text]);

/** Globs; one text may hold several with commas between them. */
export const GLOBS = listKind((glob) => [glob], splitGlobList);

/** Extensions: `ts`, `.ts` and `*.ts` are the same; a text may be a list, also in braces. */
export const EXTENSIONS = listKind((text) => {
  const each = text.replace(/[{}]/g, "").split(",");
  return each.map((extension) => extension.trim().replace(/^\*?\.+/, "")).filter((name) => name !== "");
});

/** fd's sizes. */
export const SIZES = listKind((text, { refuse }, i) =>
  text === "" ? [] : [parseSize(text) ?? refuse(reason("rule_size"), i)]
);

/** Some of several words. In one text a comma or a space can only be a separator. */
export function choices<const Word extends string>(...words: readonly Word[]): Kind<readonly Word[]> {
  const kind = listKind(
    (text, { refuse }, i) => [words.find((word) => word === text) ?? refuse(oneOf(words), i)],
    (text) => text.split(/[\s,]+/).filter((word) => word !== ""),
  );
  return { ...kind, schema: { type: "array", items: { type: "string", enum: words } } };
}

/**
 * A list whose entries are written as texts.
 * @param split the entries in a text that is no list as JSON
 */
function listKind<Entry>(
  parse: (text: string, reading: Reading, i: number) => readonly Entry[],
  split = (text: string): readonly string[] => [text],
): Kind<readonly Entry[]> {
  return {
    schema: { type: "array", items: { type: "string" } },
    takes: "list",
    read(given, reading) {
      const entries = typeof given === "string" ? parseStringList(given) ?? split(given) : given;
      if (!Array.isArray(entries)) return reading.refuse(reason("rule_list"));
      return entries.flatMap((entry: unknown, i) =>
        parse(typeof entry === "string" ? entry : reading.refuse(reason("rule_string"), i), reading, i)
      );
    },
  };
}

/** A list of strings as JSON; undefined for other text, even if it begins like a list (`[id]/*.ts`). */
export function parseStringList(text: string): string[] | undefined {
  const list = parseJsonList(text);
  return list?.every((entry) => typeof entry === "string") ? list : undefined;
}

/** A list as JSON; undefined for other text. */
export function parseJsonList(text: string): unknown[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** A text, or a number as one. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : Number.isFinite(value) ? String(value) : undefined;
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
