/**
 * What a query minds, and what else it may be read as.
 * @module
 */
import type { Query } from "../model/request.ts";

/** Whether letter case kept anything from being found. */
export function minds({ caseRule, pattern }: Query): boolean {
  return caseRule === "sensitive" ? /\p{L}/u.test(pattern) : caseRule === "smart" && /\p{Lu}/u.test(pattern);
}

/** As it was before each backslash was doubled. */
export function undoubled(pattern: string): string {
  return pattern.replaceAll("\\\\", "\\");
}

/** As JavaScript reads `/expression/flags`. */
export function withoutSlashes({ pattern }: Pick<Query, "pattern">): string {
  const [, inner, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (inner === undefined) return pattern;
  return (flags.includes("i") ? "(?i)" : "") + inner.replaceAll("\\/", "/");
}
