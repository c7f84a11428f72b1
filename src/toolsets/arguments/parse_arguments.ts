/**
 * Parses the arguments that a host sent. Arguments with only one possible meaning are accepted; others are refused
 * with a call that works.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { zeroNote } from "../../format/phrases.ts";
import { truncateUnits } from "../../format/safe_text.ts";
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { isNear, nearestNames } from "../../model/nearest_names.ts";
import { isAbsentFeature, resolveAliases } from "./aliases.ts";
import { CallNotes } from "./call_notes.ts";
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
  notes = new CallNotes(),
): ParsedArguments<Table> {
  const sent = argumentsObject(args);
  if (sent === undefined) throw badArgument(tool, reason("rule_object"), args);
  const named = withoutFillers(resolveAliases(withoutFillers(sent, fields), fields), fields);
  refuseUnknown(named, Object.keys(fields));
  const isFilledIn = hasFillers(sent), given: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(fields)) {
    const { zeroIsDefault: zero } = row.kind, isZero = parseInteger(named[name]) === 0;
    if (isZero && (zero === true || zero === "filled in" && isFilledIn)) notes.sentences.push(zeroNote(name));
    else if (row.isRequired || named[name] !== undefined) given[name] = readField(name, row, named[name], notes);
  }
  const values: unknown[][] = Object.entries(fields).map(([name, { usual }]) => [name, given[name] ?? usual]);
  return { given, values: Object.fromEntries(values) };
}

function readField(field: string, { kind }: Field, given: unknown, notes: CallNotes): unknown {
  if (given === undefined) throw badArgument(field, reason("rule_required"), given);
  const refuse = (rule: Reason, entry?: number): never => {
    if (entry === undefined) throw badArgument(field, rule, given);
    throw badArgument(`${field}[${entry}]`, rule, Array.isArray(given) ? given[entry] : given);
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

/**
 * Drops what models and hosts fill in for absent arguments: null, and empty texts, but for those that mean the root: a
 * path, or an entry of a list.
 */
function withoutFillers(given: Args, fields: Fields): Args {
  const says = ([name, value]: [string, unknown]) => {
    const { kind, isRequired } = Object.hasOwn(fields, name) ? fields[name] : { isRequired: true };
    return value !== null && (value !== "" || isRequired || kind?.takes === "list" || name === "path");
  };
  return Object.fromEntries(Object.entries(given).filter(says));
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
