/**
 * Values of arguments in another type than the tool's: numbers and lists in a text, a text in place of a list of one.
 * @module
 */
import * as z from "zod";
import type { Args } from "../../format/current_call.ts";
import { parseBoolean, parseInteger } from "./aliases.ts";

/** What zod finds wrong with a value. */
export type Issue = z.core.$ZodIssue;

const STRINGS = z.array(z.string());

/** The arguments with each value that has an issue in the type that is expected, if it can be converted. */
export function coerceTypes(given: Args, issues: readonly Issue[], { shape }: z.ZodObject): Args {
  const copy: Record<string, unknown> = { ...given };
  for (const issue of issues) {
    const field = String(issue.path[0]);
    if (issue.path.length !== 1 || !Object.hasOwn(copy, field)) continue;
    if (issue.code === "invalid_type") copy[field] = coerceValue(copy[field], issue.expected, shape[field]);
    // A text or a list of texts.
    if (issue.code === "invalid_union") copy[field] = coerceTexts(copy[field]);
  }
  return copy;
}

/** A text for a number, also for those in a list. */
function coerceTexts(value: unknown): unknown {
  const textOf = (one: unknown) => typeof one === "number" && Number.isFinite(one) ? String(one) : one;
  return Array.isArray(value) ? value.map(textOf) : textOf(value);
}

function coerceValue(value: unknown, expected: string, field: unknown): unknown {
  if (typeof value === "number" && expected === "string") return coerceTexts(value);
  if (Array.isArray(value) && expected === "string" && value.length === 1) return value[0];
  if (typeof value !== "string") return value;
  if (expected === "array") return parseStringList(value) ?? (isEnumList(field) ? splitWords(value) : [value]);
  if (expected === "boolean") return parseBoolean(value) ?? value;
  return /^(number|int)$/.test(expected) ? parseInteger(value) ?? value : value;
}

/** Whether a field is a list of enumerated words, in which a comma or a space can only be a separator. */
function isEnumList(field: unknown): boolean {
  const list = field instanceof z.ZodOptional ? field.unwrap() : field;
  return list instanceof z.ZodArray && list.element instanceof z.ZodEnum;
}

function splitWords(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

/** A list of strings as JSON; undefined for other text, even if it begins like a list (`[id]/*.ts`). */
export function parseStringList(text: string): string[] | undefined {
  return STRINGS.safeParse(parseJsonList(text)).data;
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
