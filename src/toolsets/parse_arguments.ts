/**
 * From what a host sent to checked arguments: what is wrong is refused with a call that works, and what
 * can only mean one thing is taken as that.
 * @module
 */
import * as z from "zod";
import type { Called } from "../format/errors.ts";
import type { Args } from "../format/own_call.ts";
import { say } from "../format/phrases.ts";
import { beginningOf } from "../format/safe_text.ts";
import type { Lang } from "../model/lang.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/tool_error.ts";
import { likeliest } from "./synonyms.ts";

type Issue = z.core.$ZodIssue;
type Given = Record<string, unknown>;

const STRINGS = z.array(z.string());

/** UTF-16 units of a value that an error shows. */
const SHOWN = 80;
/** Unknown arguments that an error names. */
const NAMED = 8;

/**
 * Checks `args` against `input`. Taken for what they mean: a string for a list of one, `f,d` for a list of words out of a
 * few, a list, a number or a boolean as JSON in a string, a number or a list of one for a string, null for an absent
 * argument, an empty string for one that may be absent and is no list, no arguments at all for `{}`.
 *
 * @throws ToolError `unknown_argument`, `bad_argument`, `too_large`
 */
export function parseArguments<T extends z.ZodObject>(
  input: T,
  args: unknown,
  tool: Pick<Called, "name">,
  lang: Lang,
): z.output<T> {
  const given = filledIn(objectOf(args, tool.name, lang), input);
  refuseUnknown(given, Object.keys(input.shape));
  for (const [field, value] of Object.entries(given)) refuseTooLarge(field, value);
  const first = input.safeParse(given);
  if (first.success) return first.data;
  const mended = repaired(given, first.error.issues, input);
  for (const [field, value] of Object.entries(mended)) refuseTooLarge(field, value);
  const second = input.safeParse(mended);
  if (second.success) return second.data;
  const [issue] = second.error.issues;
  throw badArgument(fieldOf(issue), ruleOf(issue, given, input, lang), valueAt(given, issue.path), lang);
}

/**
 * The refusal of one argument's value.
 * @param changes what mends the call, where it is more than `mendedArguments` sees
 */
export function badArgument(field: string, rule: string, value: unknown, lang: Lang, changes?: Args): ToolError {
  const shown = value === undefined ? say(lang, "nothing") : shortened(value);
  return new ToolError("bad_argument", { field, rule, value: shown }, changes);
}

function objectOf(args: unknown, tool: string, lang: Lang): Given {
  if (args === undefined || args === null) return {};
  if (typeof args !== "object" || Array.isArray(args)) {
    throw badArgument(tool, say(lang, "rule_object"), args, lang);
  }
  return { ...args };
}

/** What says something: models that leave nothing out fill in null or an empty string. In a list, that may be the root. */
export function filledIn(given: Given, { shape }: z.ZodObject): Given {
  const says = ([field, value]: [string, unknown]) =>
    value !== null && (value !== "" || !isOptionalValue(shape[field]));
  return Object.fromEntries(Object.entries(given).filter(says));
}

function isOptionalValue(field: unknown): boolean {
  return field instanceof z.ZodOptional && !(field.unwrap() instanceof z.ZodArray);
}

/** All of them at once, so that the next call can be right. */
function refuseUnknown(given: Given, known: readonly string[]): void {
  const fields = Object.keys(given).filter((name) => !known.includes(name)).slice(0, NAMED);
  if (fields.length === 0) return;
  const meant = fields.map((field) => (fields.length > 1 ? `${field} → ` : "") + likeliest(field, known).join(", "));
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

export function repaired(given: Given, issues: readonly Issue[], { shape }: z.ZodObject): Given {
  const copy = { ...given };
  for (const issue of issues) {
    if (issue.code !== "invalid_type" || issue.path.length !== 1) continue;
    const field = String(issue.path[0]);
    if (Object.hasOwn(copy, field)) copy[field] = meant(copy[field], issue.expected, shape[field]);
  }
  return copy;
}

function meant(value: unknown, expected: string, field: unknown): unknown {
  if (typeof value === "number" && expected === "string" && Number.isFinite(value)) return String(value);
  if (Array.isArray(value) && expected === "string" && value.length === 1) return value[0];
  if (typeof value !== "string") return value;
  if (expected === "array") return listIn(value) ?? (isOfWords(field) ? wordsIn(value) : [value]);
  if (expected === "boolean" && /^(true|false)$/i.test(value)) return /^t/i.test(value); // Python's True, too
  if (/^(number|int)$/.test(expected) && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  return value;
}

/** Whether a field is a list of words out of a few, so that a comma or a space can only stand between two. */
function isOfWords(field: unknown): boolean {
  const list = field instanceof z.ZodOptional ? field.unwrap() : field;
  return list instanceof z.ZodArray && list.element instanceof z.ZodEnum;
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

/** A list of strings that was written as JSON; what only begins like one (a name, a glob: `[id]/*.ts`) is none. */
export function listIn(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const list = STRINGS.safeParse(JSON.parse(text));
    return list.success ? list.data : undefined;
  } catch {
    return undefined;
  }
}

function fieldOf({ path }: Issue): string {
  return path.map((part, i) => typeof part === "number" ? `[${part}]` : i > 0 ? `.${String(part)}` : String(part)).join(
    "",
  );
}

function valueAt(given: Given, path: readonly PropertyKey[]): unknown {
  const [field, index] = path;
  const value = given[String(field)];
  return Array.isArray(value) && typeof index === "number" ? value[index] : value;
}

function ruleOf(issue: Issue, given: Given, { shape }: z.ZodObject, lang: Lang): string {
  if (!Object.hasOwn(given, String(issue.path[0]))) return say(lang, "rule_required");
  switch (issue.code) {
    case "invalid_type":
      return typeRule(issue.expected, shape[String(issue.path[0])], lang);
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
function typeRule(expected: string, field: unknown, lang: Lang): string {
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
function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN ? beginningOf(text, SHOWN) + "…" : text;
}
