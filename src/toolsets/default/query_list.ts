/**
 * A query, which may be a list of patterns.
 * @module
 */
import { MAX_KEPT_UNITS } from "../../format/current_call.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { Query } from "../../model/request.ts";
import type { SearchArguments } from "./fields.ts";

/** The patterns of a query without repetitions, and without empty ones among others: models fill those in. */
export function queryPatterns(query: SearchArguments["query"]): readonly [string, ...string[]] {
  const [first = "", ...others] = new Set([query].flat().filter((pattern) => pattern !== ""));
  return [first, ...others];
}

/** `fixed_strings` and `regex: false` mean plain text; `regex: true` is the default and changes nothing beside them. */
export function queryOf(args: SearchArguments): Query {
  const [pattern, ...morePatterns] = queryPatterns(args.query);
  return {
    pattern,
    ...(morePatterns.length > 0 && { morePatterns }),
    fixed: args.fixed_strings || args.regex === false,
    word: args.word ?? false,
    caseRule: args.case ?? "smart",
    multiline: args.multiline ?? false,
  };
}

/**
 * Runs a search of `patterns`.
 * @throws ToolError of a pattern of a list with the whole list mended
 */
export async function withMendedList<T>(patterns: readonly string[], search: () => Promise<T>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    throw error instanceof ToolError ? withListMended(error, patterns) : error;
  }
}

/** The same error, if it is about no pattern of a list, or if that can't be mended. A long list is not repeated. */
function withListMended(error: ToolError, patterns: readonly string[]): ToolError {
  const { entry, mended, escaped } = error.params, pattern = mended ?? escaped;
  if (typeof entry !== "number" || typeof pattern !== "string") return error;
  const query = patterns.with(entry, pattern), isLong = JSON.stringify(query).length > MAX_KEPT_UNITS;
  return isLong
    ? new ToolError("regex_in_long_list", { ...error.params, written: JSON.stringify(pattern) })
    : new ToolError("regex_in_list", error.params, { query });
}
