/**
 * A query, which may be a list of patterns.
 * @module
 */
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
