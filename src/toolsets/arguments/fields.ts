/**
 * The arguments of a tool as one table: a row says all about a field. The schema that hosts see, the parsing, the
 * shell's flags, help and documentation are made from the rows.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { FLAG, integer, type Kind } from "./kinds.ts";

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

/** A field that every call has. */
export function required<Value>(kind: Kind<Value>, about: string, ...aliases: readonly Alias[]): Field<Value, never> {
  return { kind, about, aliases, isRequired: true };
}

/** A field without a default. */
export function optional<Value>(
  kind: Kind<Value>,
  about: string,
  ...aliases: readonly Alias[]
): Field<Value, undefined> {
  return { kind, about, aliases };
}

/** A field with a default. */
export function field<Value>(
  kind: Kind<Value>,
  usual: NoInfer<Value>,
  about: string,
  ...aliases: readonly Alias[]
): Field<Value, Value> {
  return { kind, about, aliases, usual };
}

/** A switch that is off unless given. */
export function flag(about: string, ...aliases: readonly Alias[]): Field<boolean, boolean> {
  return field(FLAG, false, about, ...aliases);
}

/** A list that is empty unless given. */
export function list<Entry>(
  kind: Kind<readonly Entry[]>,
  about: string,
  ...aliases: readonly Alias[]
): Field<readonly Entry[], readonly Entry[]> {
  return field(kind, [], about, ...aliases);
}

/** The default of a number, and its cap. */
export interface Bounds {
  readonly default: number;
  readonly cap: number;
}

/** A number with a default and a cap. */
export function limited(bounds: Bounds, about: string, ...aliases: readonly Alias[]): Field<number, number> {
  return field(integer(1, bounds.cap), bounds.default, about, ...aliases);
}

/** What a description says of bounds. */
export function boundsText({ default: usual, cap }: Bounds): string {
  return `default ${usual}, cap ${cap}`;
}

/** A field that its name explains. */
export function clear<Value, Absent>(row: Field<Value, Absent>): Field<Value, Absent> {
  return { ...row, isClear: true };
}

/** A field with more aliases. */
export function also<Value, Absent>(row: Field<Value, Absent>, ...aliases: readonly Alias[]): Field<Value, Absent> {
  return { ...row, aliases: [...row.aliases, ...aliases] };
}
