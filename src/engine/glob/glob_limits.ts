/**
 * Limits of a glob: the time of an automaton grows with the wildcards that stay active.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { GlobSyntaxError, type GlobToken } from "./parse_glob.ts";

/** Wildcards of one glob: this many take about 3 ms on the longest name. */
const MAX_GLOB_WILDCARDS = 100;

/** Counts the tokens that stay active on every following character. */
export function countWildcards(tokens: readonly GlobToken[]): number {
  let count = 0;
  for (const token of tokens) {
    if (token.kind === "either") { for (const branch of token.branches) count += countWildcards(branch); }
    else if (token.kind === "star" || token.kind === "middle" || token.kind === "suffix") count++;
  }
  return count;
}

/**
 * Parses a caller's glob by `parse`, within limits.
 * @throws ToolError `glob` for one that is malformed or has too many wildcards, `too_large` for one that is too long
 */
export function parseUserGlob<T extends { readonly tokens: readonly GlobToken[] }>(
  pattern: string,
  parse: () => T | undefined,
): T | undefined {
  const fail = (why: Reason) => new ToolError("glob", { pattern, why });
  if (pattern.length > LIMITS.patternChars) {
    throw new ToolError("too_large", { field: "glob", size: pattern.length, cap: LIMITS.patternChars });
  }
  if (pattern.includes("\0")) throw fail(reason("glob_nul"));
  try {
    const parsed = parse();
    if (parsed !== undefined && countWildcards(parsed.tokens) > MAX_GLOB_WILDCARDS) {
      throw fail(reason("glob_wildcards", { most: MAX_GLOB_WILDCARDS }));
    }
    return parsed;
  } catch (error) {
    if (error instanceof GlobSyntaxError) throw fail(error.why);
    throw error;
  }
}
