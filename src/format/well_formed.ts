/**
 * Values without lone surrogates: JSON can write them, but strict parsers refuse what holds one.
 * @module
 */
import type { Answer } from "./answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Whether all strings in plain data are Unicode. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return typeof value !== "object" || value === null ||
    Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each));
}

/** Fields with U+FFFD for each lone surrogate in them. */
export function wellFormed(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toWellFormed(), wellFormedValue(value)]));
}

function wellFormedValue(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedValue);
  return typeof value === "object" && value !== null ? wellFormed({ ...value }) : value;
}

/** The answer to a call with `args`, whose lone surrogates it would repeat: U+FFFD stands for each. */
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
