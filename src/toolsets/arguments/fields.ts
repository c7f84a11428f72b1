/**
 * The arguments of a tool as one table: a row says all about a field. The schema that hosts see, the parsing, the
 * shell's flags, help and documentation are made from the rows.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { FLAG, type Kind, parseBoolean } from "./kinds.ts";

/** An argument of a tool. */
export interface Field<Value = unknown, Absent = unknown> {
  readonly kind: Kind<Value>;
  /** Its description. */
  readonly about: string;
  /** What else hosts send for it. */
  readonly aliases: readonly Alias[];
  readonly isRequired?: true;
  /** The value where none is given. */
  readonly usual?: Absent;
  /** Whether its name, or the tool's description, says enough for a model. Help and documentation describe it too. */
  readonly isClear?: true;
}

/** Other names of a field, with spaces between them, whose value is the field's or is translated. */
export type Alias = string | readonly [names: string, meaning: Meaning];

/**
 * The arguments that replace one of another name; undefined if its value has no meaning beside the others.
 * @param others the other arguments so far, in the tool's own names
 */
export type Meaning = (value: unknown, others: Args) => Args | undefined;

/** The arguments of a tool by name, in the order in which they are shown. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of arguments, as a tool gets them. */
export type Values<Table extends Fields> = {
  readonly [Name in keyof Table]: Table[Name] extends Field<infer Value, infer Absent> ? Value | Absent : never;
};

type Aliases = readonly Alias[];

/** A field that every call has. */
export function required<Value>(kind: Kind<Value>, about: string, ...aliases: Aliases): Field<Value, never> {
  return { kind, about, aliases, isRequired: true };
}

/** A field without a default. */
export function optional<Value>(kind: Kind<Value>, about: string, ...aliases: Aliases): Field<Value, undefined> {
  return { kind, about, aliases };
}

/** A field with a default. */
export function field<Value>(kind: Kind<Value>, usual: NoInfer<Value>, about: string, ...aliases: Aliases) {
  return { kind, about, aliases, usual } satisfies Field<Value, Value>;
}

/** A switch that is off unless given. */
export function flag(about: string, ...aliases: Aliases) {
  return field(FLAG, false, about, ...aliases);
}

/** A list that is empty unless given. */
export function list<Entry>(kind: Kind<readonly Entry[]>, about: string, ...aliases: Aliases) {
  return field(kind, [], about, ...aliases);
}

/** A field that its name explains. */
export function clear<Row extends Field>(row: Row): Row {
  return { ...row, isClear: true };
}

/** A field with more aliases. */
export function also<Row extends Field>(row: Row, ...aliases: Aliases): Row {
  return { ...row, aliases: [...row.aliases, ...aliases] };
}

/** What a description says of a default and its cap. */
export function boundsText({ default: usual, cap }: { readonly default: number; readonly cap: number }): string {
  return `default ${usual}, cap ${cap}`;
}

/** The fields that the call does not have yet; a value replaces a filler. Undefined if two values differ. */
export function merged(resolved: Args, fields: Args): Args | undefined {
  const isKnown = ([field, value]: readonly [string, unknown]) =>
    resolved[field] !== undefined && (isFiller(value) || JSON.stringify(value) === JSON.stringify(resolved[field]));
  const others = Object.entries(fields).filter((entry) => !isKnown(entry));
  return others.every(([field]) => isFiller(resolved[field])) ? Object.fromEntries(others) : undefined;
}

const FILLER_VALUES: ReadonlySet<unknown> = new Set([undefined, null, "", ".", 0, "0", false, "false"]);

/** Whether hosts fill in this value for an argument that the model left out. */
export function isFiller(value: unknown): boolean {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return others.length === 0 && FILLER_VALUES.has(only);
}

/**
 * The arguments for certain words, and for a switch that is on (`true`) or off (`false`).
 *
 * @example
 * ```ts
 * meanings({ true: { depth: 1 }, false: {} });
 * ```
 */
export function meanings(words: Readonly<Record<string, Args>>): Meaning {
  return (value, others) => {
    const word = parseBoolean(value)?.toString() ?? value;
    return typeof word === "string" && Object.hasOwn(words, word) ? merged(others, words[word]) : undefined;
  };
}

/** Lines before and after a match, unless another argument sets one of the two. */
export function beforeAndAfter(...fields: readonly [before: string, after: string]): Meaning {
  return (value, others) =>
    Object.fromEntries(fields.filter((field) => others[field] === undefined).map((field) => [field, value]));
}
