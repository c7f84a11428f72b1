/**
 * Parses the arguments that a host sent. Arguments with only one possible meaning are accepted; others are refused
 * with a call that works.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { zeroNote } from "../../format/phrases.ts";
import { truncateUnits } from "../../format/safe_text.ts";
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { isNear, nearestNames } from "../../model/nearest_names.ts";
import { isAbsentFeature, resolveAliases } from "./aliases.ts";
import type { Field, Fields, Values } from "./fields.ts";
import { parseInteger } from "./kinds.ts";

/** UTF-16 units of a value in an error. */
const MAX_SHOWN_UNITS = 80;
/** Unknown arguments named in an error. */
const MAX_NAMED_UNKNOWN = 8;

/** The arguments of a call. */
export interface ParsedArguments<Table extends Fields> {
  /** All, as the tool gets them. */
  readonly values: Values<Table>;
  /** Those that the caller gave. */
  readonly given: Args;
}

/**
 * Parses `args` by the table of a tool's arguments. It accepts:
 * - other tools' names of an argument;
 * - a string for a list of one, and `f,d` for a list of enumerated words;
 * - lists, numbers, booleans or all arguments as JSON in a string;
 * - a number or a list of one for a string;
 * - null for an absent argument, and an empty string for an optional argument that is no list;
 * - 0 for the default of a limit;
 * - no arguments for `{}`.
 *
 * @param tool its name
 * @param notes receives a sentence for each argument that was not taken as given
 * @throws ToolError `unknown_argument`, `bad_argument`, `too_large`
 */
export function parseArguments<const Table extends Fields>(
  fields: Table,
  args: unknown,
  tool: string,
  notes: string[] = [],
): ParsedArguments<Table> {
  const sent = argumentsObject(args);
  if (sent === undefined) throw badArgument(tool, reason("rule_object"), args);
  const named = withoutFillers(resolveAliases(withoutFillers(sent, fields), fields), fields);
  const given = withoutZeros(named, hasFillers(sent), fields, notes);
  refuseUnknown(given, Object.keys(fields));
  const rows = Object.entries(fields).map(([name, row]) => [name, readField(name, row, given[name], notes)] as const);
  const values: Values<Table> = Object.assign({}, ...rows.map(([name, value]) => ({ [name]: value })));
  return { values, given: Object.fromEntries(rows.filter(([name]) => Object.hasOwn(given, name))) };
}

function readField(field: string, { kind, usual, isRequired }: Field, given: unknown, notes: string[]): unknown {
  if (given === undefined) {
    if (isRequired) throw badArgument(field, reason("rule_required"), given);
    return usual;
  }
  const refuse = (rule: Reason, entry?: number): never => {
    const at = entry === undefined ? field : `${field}[${entry}]`;
    throw badArgument(at, rule, Array.isArray(given) && entry !== undefined ? given[entry] : given);
  };
  refuseTooLarge(field, given);
  const value = kind.read(given, { field, notes, refuse });
  refuseTooLarge(field, value);
  return value;
}

/** The error for the value of one argument. */
export function badArgument(field: string, rule: Reason | string, value: unknown): ToolError {
  return new ToolError("bad_argument", {
    field,
    rule,
    value: value === undefined ? reason("nothing") : abbreviated(value),
  });
}

/** The arguments of clients that send none, an empty list for an empty object, or all of them as JSON in a string. */
export function argumentsObject(args: unknown): Args | undefined {
  if (args === undefined || args === null) return {};
  if (typeof args === "string") return parseJsonArguments(args);
  if (Array.isArray(args)) return args.length === 0 ? {} : undefined;
  return typeof args === "object" ? { ...args } : undefined;
}

function parseJsonArguments(text: string): Args | undefined {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return typeof value === "string" ? undefined : argumentsObject(value);
  } catch {
    return undefined;
  }
}

/** Drops null and empty strings, which models fill in for absent arguments. In a list an empty string may be the root. */
function withoutFillers(given: Args, fields: Fields): Args {
  const says = ([name, value]: [string, unknown]) => {
    const row = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // An empty path is the root, even where a path may be left out.
    const isText = row === undefined || row.isRequired || row.kind.takes === "list" || name === "path";
    return value !== null && (value !== "" || isText);
  };
  return Object.fromEntries(Object.entries(given).filter(says));
}

/** Drops each 0 that models and hosts mean a default by. */
function withoutZeros(given: Args, isFilledIn: boolean, fields: Fields, notes: string[]): Args {
  const isZero = ([name, value]: [string, unknown]) => {
    const zero = Object.hasOwn(fields, name) ? fields[name].kind.zeroIsDefault : undefined;
    return parseInteger(value) === 0 && (zero === true || zero === "filled in" && isFilledIn);
  };
  const entries = Object.entries(given);
  notes.push(...entries.filter(isZero).map(([name]) => zeroNote(name)));
  return Object.fromEntries(entries.filter((entry) => !isZero(entry)));
}

/** Whether a host filled in absent arguments: at least two values say nothing. */
function hasFillers(sent: Args): boolean {
  const isEmpty = (value: unknown) => value === null || value === "" || value === 0 || value === false;
  const isFiller = (value: unknown) => isEmpty(value) || Array.isArray(value) && value.every((entry) => entry === "");
  return Object.values(sent).filter(isFiller).length > 1;
}

/** Names all unknown arguments together, so that the next call can be right; but first those that nothing replaces. */
function refuseUnknown(given: Args, known: readonly string[]): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name)).slice(0, MAX_NAMED_UNKNOWN);
  if (unknown.length === 0) return;
  const absent = unknown.filter(isAbsentFeature), named = absent.length > 0 ? absent : unknown;
  const nearest = absent.length > 0 ? reason("no_such_thing") : likelyNames(unknown, known);
  throw new ToolError("unknown_argument", { field: named.join(", "), nearest });
}

/** The nearest names of each; the tool's whole list for those that are near none. */
function likelyNames(unknown: readonly string[], known: readonly string[]): string {
  const near = unknown.map((name) => [name, nearestNames(name, known).filter((one) => isNear(name, one))] as const);
  const far = near.flatMap(([name, names]) => names.length === 0 ? [name] : []).join(", ");
  const rows = [...near.filter(([, names]) => names.length > 0), ...far === "" ? [] : [[far, known] as const]];
  return rows.map(([name, names]) => (rows.length > 1 ? `${name} → ` : "") + names.join(", ")).join("; ");
}

function refuseTooLarge(field: string, value: unknown): void {
  const cap = Array.isArray(value) ? LIMITS.listArgument : LIMITS.patternChars;
  const size = Array.isArray(value) || typeof value === "string" ? value.length : 0;
  if (size > cap) throw new ToolError("too_large", { field, size, cap });
  if (Array.isArray(value)) {
    value.forEach((entry, i) => typeof entry === "string" && refuseTooLarge(`${field}[${i}]`, entry));
  }
}

/** The beginning of the value as JSON. */
function abbreviated(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN_UNITS ? truncateUnits(text, MAX_SHOWN_UNITS) + "…" : text;
}
