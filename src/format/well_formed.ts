/**
 * Removes lone surrogates from values. JSON can hold them, but strict parsers refuse it.
 * @module
 */
import type { Answer } from "./answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Whether no string in plain data has a lone surrogate. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return typeof value !== "object" || value === null ||
    Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each));
}

/** Replaces each lone surrogate in `fields` by U+FFFD. */
export function wellFormed(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toWellFormed(), wellFormedValue(value)]));
}

function wellFormedValue(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedValue);
  return typeof value === "object" && value !== null ? wellFormed({ ...value }) : value;
}

/** Replaces the lone surrogates that an answer may repeat from the call's `args`. */
export function wellFormedAnswer(answer: Answer, args: unknown): Answer {
  if (isWellFormed(args)) return answer;
  const { text, structured, parts, ...rest } = answer;
  return {
    ...rest,
    text: text.toWellFormed(),
    structured: wellFormed(structured),
    ...(parts && { parts: { result: parts.result.toWellFormed(), account: parts.account.toWellFormed() } }),
  };
}
