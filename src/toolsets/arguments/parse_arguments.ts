/**
 * Parses the arguments that a host sent. Arguments with only one possible meaning are accepted; others are refused
 * with a call that works.
 * @module
 */
import { zeroNote } from "../../format/phrases.ts";
import type { Args } from "../../format/current_call.ts";
import * as z from "zod";
import type { CalledTool } from "../../format/error_answer.ts";
import { truncateUnits } from "../../format/safe_text.ts";
import { type Reason, reason } from "../../model/messages/messages.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { isNear, nearestNames } from "../../model/nearest_names.ts";
import { type AliasTable, aliasTable, isAbsentFeature, parseInteger, resolveAliases } from "./aliases.ts";
import { coerceTypes, type Issue } from "./coerce_types.ts";

/** UTF-16 units of a value in an error. */
const MAX_SHOWN_UNITS = 80;
/** Unknown arguments named in an error. */
const MAX_NAMED_UNKNOWN = 8;

/** The parts of a tool that parsing needs. */
export interface ArgumentParsing extends Pick<CalledTool, "name"> {
  /** Names of its arguments in other tools; absent: only the arguments that hosts add are dropped. */
  readonly aliases?: AliasTable;
}

const NO_ALIASES = aliasTable();

/**
 * Checks `args` against `input`. It accepts:
 * - other tools' names of an argument;
 * - a string for a list of one, and `f,d` for a list of enumerated words;
 * - lists, numbers, booleans or all arguments as JSON in a string;
 * - a number or a list of one for a string;
 * - null for an absent argument, and an empty string for an optional argument that is no list;
 * - 0 for the default of a limit;
 * - no arguments for `{}`.
 *
 * @param notes receives a sentence for each 0 that was taken for a default
 * @throws ToolError `unknown_argument`, `bad_argument`, `too_large`
 */
export function parseArguments<T extends z.ZodObject>(
  input: T,
  args: unknown,
  { name, aliases: names = NO_ALIASES }: ArgumentParsing,
  notes: string[] = [],
): z.output<T> {
  const named = normalizeArguments(args, input, names);
  if (named === undefined) throw badArgument(name, reason("rule_object"), args);
  const given = withoutZeros(named, hasFillers(args), input, notes);
  refuseUnknown(given, Object.keys(input.shape));
  for (const [field, value] of Object.entries(given)) refuseTooLarge(field, value);
  const first = input.safeParse(given);
  if (first.success) return first.data;
  const coerced = coerceTypes(given, first.error.issues, input);
  for (const [field, value] of Object.entries(coerced)) refuseTooLarge(field, value);
  const second = input.safeParse(coerced);
  if (second.success) return second.data;
  const [issue] = second.error.issues;
  throw badArgument(fieldPath(issue), describeRule(issue, given), valueAt(given, issue.path));
}

/** The error for the value of one argument. */
export function badArgument(field: string, rule: Reason | string, value: unknown): ToolError {
  return new ToolError("bad_argument", {
    field,
    rule,
    value: value === undefined ? reason("nothing") : abbreviated(value),
  });
}

/** The arguments in the names of `input`; undefined if `args` is no object. */
function normalizeArguments(args: unknown, input: z.ZodObject, names = NO_ALIASES): Args | undefined {
  const given = argumentsObject(args);
  return given && withoutFillers(resolveAliases(withoutFillers(given, input), Object.keys(input.shape), names), input);
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
 * Drops null and empty strings, which models fill in for absent arguments. In a list an empty string may be the root.
 */
function withoutFillers(given: Args, { shape }: z.ZodObject): Args {
  const says = ([field, value]: [string, unknown]) => {
    // An empty path is the root, even where a path may be left out.
    if (value === "") return field === "path" || !isOptionalValue(shape[field]);
    return value !== null;
  };
  return Object.fromEntries(Object.entries(given).filter(says));
}

function isOptionalValue(field: unknown): boolean {
  return field instanceof z.ZodOptional && !(field.unwrap() instanceof z.ZodArray);
}

/** Fields in which a lone 0 is refused, since it asks for nothing. Among other fillers a host has filled it in. */
const ZERO_REFUSED_FIELDS: readonly string[] = ["max_lines", "max_bytes", "depth"];

/** Drops each 0 of a field whose minimum is 1: models and hosts mean the default by it. */
function withoutZeros(given: Args, isFilledIn: boolean, { shape }: z.ZodObject, notes: string[]): Args {
  const isZero = ([field, value]: [string, unknown]) =>
    parseInteger(value) === 0 && isLimit(shape[field]) && (isFilledIn || !ZERO_REFUSED_FIELDS.includes(field));
  for (const [field] of Object.entries(given).filter(isZero)) notes.push(zeroNote(field));
  return Object.fromEntries(Object.entries(given).filter((entry) => !isZero(entry)));
}

/** Whether a host filled in absent arguments: at least two values say nothing. */
function hasFillers(args: unknown): boolean {
  const says = (value: unknown) => value !== null && value !== "" && value !== 0 && value !== false;
  return Object.values(argumentsObject(args) ?? {}).filter((value) => !says(value) || isEmpty(value)).length > 1;
}

/** An empty text, or a list of them. Other objects may not even convert to a text. */
function isEmpty(value: unknown): boolean {
  return value === "" || Array.isArray(value) && value.every((entry) => entry === "");
}

function isLimit(field: unknown): boolean {
  const number = field instanceof z.ZodOptional ? field.unwrap() : undefined;
  return number instanceof z.ZodNumber && number.minValue === 1;
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
  const near = new Map(
    unknown.map((field) => [field, nearestNames(field, known).filter((name) => isNear(field, name))]),
  );
  const far = unknown.filter((field) => near.get(field)?.length === 0);
  const found = unknown.filter((field) => !far.includes(field)).map((field) => [field, near.get(field)] as const);
  const rows = [...found, ...far.length > 0 ? [[far.join(", "), known] as const] : []];
  return rows.map(([field, names = []]) => (rows.length > 1 ? `${field} → ` : "") + names.join(", ")).join("; ");
}

function refuseTooLarge(field: string, value: unknown): void {
  if (typeof value === "string" && value.length > LIMITS.patternChars) {
    throw new ToolError("too_large", { field, size: value.length, cap: LIMITS.patternChars });
  }
  if (!Array.isArray(value)) return;
  if (value.length > LIMITS.listArgument) {
    throw new ToolError("too_large", { field, size: value.length, cap: LIMITS.listArgument });
  }
  value.forEach((entry, i) => typeof entry === "string" && refuseTooLarge(`${field}[${i}]`, entry));
}

function fieldPath({ path }: Issue): string {
  return path.map((part, i) => typeof part === "number" ? `[${part}]` : i > 0 ? `.${String(part)}` : String(part)).join(
    "",
  );
}

function valueAt(given: Args, path: readonly PropertyKey[]): unknown {
  const [field, index] = path;
  const value = given[String(field)];
  return Array.isArray(value) && typeof index === "number" ? value[index] : value;
}

/** The rules of types, but of numbers. */
const TYPE_RULES: ReadonlyMap<string, Reason> = new Map([
  ["string", reason("rule_string")],
  ["array", reason("rule_list")],
  ["boolean", reason("rule_boolean")],
]);

function describeRule(issue: Issue, given: Args): Reason {
  if (!Object.hasOwn(given, String(issue.path[0]))) return reason("rule_required");
  switch (issue.code) {
    case "invalid_type":
      return TYPE_RULES.get(issue.expected) ?? reason("rule_number");
    case "invalid_union":
      return reason([given[String(issue.path[0])]].flat().length === 0 ? "rule_not_empty" : "rule_text_or_list");
    case "invalid_value":
      return reason("rule_one_of", { values: issue.values.map((value) => JSON.stringify(value)).join(", ") });
    case "too_small":
      return issue.origin === "array" || issue.origin === "string"
        ? reason("rule_not_empty")
        : reason("rule_at_least", { n: String(issue.minimum) });
    case "too_big":
      return reason("rule_at_most", { n: String(issue.maximum) });
    default:
      return reason("rule_other");
  }
}

/** The beginning of the value as JSON. */
function abbreviated(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN_UNITS ? truncateUnits(text, MAX_SHOWN_UNITS) + "…" : text;
}
