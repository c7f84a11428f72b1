/**
 * Removes lone surrogates from values. JSON can hold them, but strict parsers refuse it.
 * @module
 */
import type { Answer } from "../format/answer.ts";

/** Whether no string in plain data has a lone surrogate. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return typeof value !== "object" || value === null ||
    Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each));
}

/** An answer that repeats no lone surrogate of its arguments. These stay as they are: U+FFFD may be another file's name. */
export function wellFormedAnswer(answer: Answer, args: unknown): Answer {
  if (isWellFormed(args)) return answer;
  return { ...answer, text: answer.text.toWellFormed(), structured: wellFormed(answer.structured) };
}

/** Replaces each lone surrogate in `fields` by U+FFFD. */
function wellFormed(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toWellFormed(), wellFormedValue(value)]));
}

/** Replaces each lone surrogate in plain data. */
function wellFormedValue(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedValue);
  return typeof value === "object" && value !== null ? wellFormed({ ...value }) : value;
}
