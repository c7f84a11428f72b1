/**
 * Owns what bounds a glob: an automaton takes time in proportion to the wildcards it has to keep in view.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { GlobSyntaxError, type GlobToken } from "./parse_glob.ts";

/** Wildcards of one glob. Nobody writes more, and so many take about 3 ms on the longest name. */
const MAX_WILDCARDS = 100;

/** Tokens that stay in view on every character that follows. */
export function countWildcards(tokens: readonly GlobToken[]): number {
  let count = 0;
  for (const token of tokens) {
    if (token.kind === "either") { for (const branch of token.branches) count += countWildcards(branch); }
    else if (token.kind === "star" || token.kind === "middle" || token.kind === "suffix") count++;
  }
  return count;
}

/**
 * What `parse` makes of a caller's glob.
 * @throws ToolError `glob`, for one that is malformed or beyond the bounds
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
    if (parsed !== undefined && countWildcards(parsed.tokens) > MAX_WILDCARDS) {
      throw fail(reason("glob_wildcards", { most: MAX_WILDCARDS }));
    }
    return parsed;
  } catch (error) {
    if (error instanceof GlobSyntaxError) throw fail(error.why);
    throw error;
  }
}
