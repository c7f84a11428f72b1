/**
 * From what a host sent to checked arguments: what is wrong is refused with a call that works, and what
 * can only mean one thing is taken as that.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import * as z from "zod";
import type { CalledTool } from "../../format/error_answer.ts";
import { say } from "../../format/phrases.ts";
import { truncateUnits } from "../../format/safe_text.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { type AliasTable, aliasTable, parseBoolean, parseInteger, resolveAliases } from "./aliases.ts";
import { likeliestArguments } from "./synonyms.ts";

type Issue = z.core.$ZodIssue;

const STRINGS = z.array(z.string());

/** UTF-16 units of a value that an error shows. */
const MAX_SHOWN_UNITS = 80;
/** Unknown arguments that an error names. */
const MAX_NAMED_UNKNOWN = 8;

/** What of a tool its arguments are parsed by. */
export interface ArgumentParsing extends Pick<CalledTool, "name"> {
  /** Names that its arguments have elsewhere; absent: those that hosts add are passed over. */
  readonly aliases?: AliasTable;
}

const NO_ALIASES = aliasTable();

/**
 * Checks `args` against `input`. Taken for what they mean: a name that other tools have for an argument, a string for a
 * list of one, `f,d` for a list of words out of a few, a list, a number, a boolean or all arguments as JSON in a string,
 * a number or a list of one for a string, null (the word, too) for an absent argument, an empty string for one that may
 * be absent and is no list, 0 for the default of a limit, no arguments at all for `{}`.
 *
 * @param notes gets a sentence for each 0 that stands for a default
 * @throws ToolError `unknown_argument`, `bad_argument`, `too_large`
 */
export function parseArguments<T extends z.ZodObject>(
  input: T,
  args: unknown,
  { name, aliases: names = NO_ALIASES }: ArgumentParsing,
  lang: Lang,
  notes: string[] = [],
): z.output<T> {
  const named = normalizeArguments(args, input, names);
  if (named === undefined) throw badArgument(name, say(lang, "rule_object"), args, lang);
  const given = withoutZeros(named, hasFillers(args), input, lang, notes);
  refuseUnknown(given, Object.keys(input.shape));
  for (const [field, value] of Object.entries(given)) refuseTooLarge(field, value);
  const first = input.safeParse(given);
  if (first.success) return first.data;
  const mended = coerceTypes(given, first.error.issues, input);
  for (const [field, value] of Object.entries(mended)) refuseTooLarge(field, value);
  const second = input.safeParse(mended);
  if (second.success) return second.data;
  const [issue] = second.error.issues;
  throw badArgument(fieldPath(issue), describeRule(issue, given, input, lang), valueAt(given, issue.path), lang);
}

/**
 * The refusal of one argument's value.
 * @param changes what mends the call, where it is more than `mendArguments` sees
 */
export function badArgument(field: string, rule: string, value: unknown, lang: Lang, changes?: Args): ToolError {
  const shown = value === undefined ? say(lang, "nothing") : abbreviated(value);
  return new ToolError("bad_argument", { field, rule, value: shown }, changes);
}

/** What `args` say, in the names of `input`; undefined where they are no object. */
export function normalizeArguments(args: unknown, input: z.ZodObject, names = NO_ALIASES): Args | undefined {
  const given = argumentsObject(args);
  return given && withoutFillers(resolveAliases(withoutFillers(given, input), Object.keys(input.shape), names), input);
}

/** Arguments as some clients send them: none at all, an empty list for an empty object, all of them as JSON in a string. */
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

/** A word for nothing, where it is no text that may be looked for. */
const NULL_WORD = /^(?:null|undefined|None)$/;

/** What says something: models that leave nothing out fill in null or an empty string. In a list, that may be the root. */
function withoutFillers(given: Args, { shape }: z.ZodObject): Args {
  const says = ([field, value]: [string, unknown]) => {
    if (value === "") return !isOptionalValue(shape[field]);
    const isWord = shape[field] instanceof z.ZodOptional && field !== "pattern";
    return value !== null && !(isWord && typeof value === "string" && NULL_WORD.test(value));
  };
  return Object.fromEntries(Object.entries(given).filter(says));
}

function isOptionalValue(field: unknown): boolean {
  return field instanceof z.ZodOptional && !(field.unwrap() instanceof z.ZodArray);
}

/** Of these a 0 by itself is refused: it asks for nothing. Beside others that say nothing, a host has filled it in. */
const ZERO_REFUSED_FIELDS: readonly string[] = ["max_lines", "max_bytes", "depth"];

/** Without each 0 that is given for what is at least 1: models and hosts mean the default by it. */
function withoutZeros(given: Args, isFilledIn: boolean, { shape }: z.ZodObject, lang: Lang, notes: string[]): Args {
  const isZero = ([field, value]: [string, unknown]) =>
    parseInteger(value) === 0 && isLimit(shape[field]) && (isFilledIn || !ZERO_REFUSED_FIELDS.includes(field));
  for (const [field] of Object.entries(given).filter(isZero)) notes.push(say(lang, "zero_is_default", { field }));
  return Object.fromEntries(Object.entries(given).filter((entry) => !isZero(entry)));
}

/** Whether a host has filled in what the model left out: more than one value says nothing. */
function hasFillers(args: unknown): boolean {
  const says = (value: unknown) => value !== null && value !== "" && value !== 0 && value !== false;
  return Object.values(argumentsObject(args) ?? {}).filter((value) => !says(value) || isEmpty(value)).length > 1;
}

/** An empty text or list; any other object may not even turn into a text. */
function isEmpty(value: unknown): boolean {
  return value === "" || Array.isArray(value) && value.every((entry) => entry === "");
}

function isLimit(field: unknown): boolean {
  const number = field instanceof z.ZodOptional ? field.unwrap() : undefined;
  return number instanceof z.ZodNumber && number.minValue === 1;
}

/** All of them at once, so that the next call can be right. */
function refuseUnknown(given: Args, known: readonly string[]): void {
  const fields = Object.keys(given).filter((name) => !known.includes(name)).slice(0, MAX_NAMED_UNKNOWN);
  if (fields.length === 0) return;
  const meant = fields.map((field) =>
    (fields.length > 1 ? `${field} → ` : "") + likeliestArguments(field, known).join(", ")
  );
  throw new ToolError("unknown_argument", { field: fields.join(", "), nearest: meant.join("; ") });
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

export function coerceTypes(given: Args, issues: readonly Issue[], { shape }: z.ZodObject): Args {
  const copy: Record<string, unknown> = { ...given };
  for (const issue of issues) {
    if (issue.code !== "invalid_type" || issue.path.length !== 1) continue;
    const field = String(issue.path[0]);
    if (Object.hasOwn(copy, field)) copy[field] = coerceValue(copy[field], issue.expected, shape[field]);
  }
  return copy;
}

function coerceValue(value: unknown, expected: string, field: unknown): unknown {
  if (typeof value === "number" && expected === "string" && Number.isFinite(value)) return String(value);
  if (Array.isArray(value) && expected === "string" && value.length === 1) return value[0];
  if (typeof value !== "string") return value;
  if (expected === "array") return parseStringList(value) ?? (isEnumList(field) ? splitWords(value) : [value]);
  if (expected === "boolean") return parseBoolean(value) ?? value;
  return /^(number|int)$/.test(expected) ? parseInteger(value) ?? value : value;
}

/** Whether a field is a list of words out of a few, so that a comma or a space can only stand between two. */
function isEnumList(field: unknown): boolean {
  const list = field instanceof z.ZodOptional ? field.unwrap() : field;
  return list instanceof z.ZodArray && list.element instanceof z.ZodEnum;
}

function splitWords(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

/** A list of strings that was written as JSON; what only begins like one (a name, a glob: `[id]/*.ts`) is none. */
export function parseStringList(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const list = STRINGS.safeParse(JSON.parse(text));
    return list.success ? list.data : undefined;
  } catch {
    return undefined;
  }
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

function describeRule(issue: Issue, given: Args, { shape }: z.ZodObject, lang: Lang): string {
  if (!Object.hasOwn(given, String(issue.path[0]))) return say(lang, "rule_required");
  switch (issue.code) {
    case "invalid_type":
      return describeTypeRule(issue.expected, shape[String(issue.path[0])], lang);
    case "invalid_value":
      return say(lang, "rule_one_of", { values: issue.values.map((value) => JSON.stringify(value)).join(", ") });
    case "too_small":
      return issue.origin === "array" || issue.origin === "string"
        ? say(lang, "rule_not_empty")
        : say(lang, "rule_at_least", { n: String(issue.minimum) });
    case "too_big":
      return say(lang, "rule_at_most", { n: String(issue.maximum) });
    default:
      return say(lang, "rule_other");
  }
}

/** Of a switch also what it says: `glob: "*.ts"` was meant for the argument that it is about. */
function describeTypeRule(expected: string, field: unknown, lang: Lang): string {
  switch (expected) {
    case "string":
      return say(lang, "rule_string");
    case "array":
      return say(lang, "rule_list");
    case "boolean":
      return [say(lang, "rule_boolean"), ...(field instanceof z.ZodType ? [field.description ?? []] : [])].flat().join(
        ": ",
      );
    default:
      return say(lang, "rule_number");
  }
}

/** The value as it was sent, or its beginning. */
function abbreviated(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN_UNITS ? truncateUnits(text, MAX_SHOWN_UNITS) + "…" : text;
}
