/**
 * The way on from a pattern that does not parse: its offending bracket escaped, or the pattern as plain text.
 * @module
 */
import { escapeRegex } from "../../model/escape.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { parsePattern } from "./parse.ts";

/** Brackets that are escaped at most. */
const MAX_BRACKETS = 8;

/** The error for an invalid query, with the query as it parses, or else the advice to search for plain text. */
export function withMend({ params: { pattern, at, why } }: ToolError, query: string): ToolError {
  const params = { pattern, at, why }, mended = withBracketsEscaped(query);
  return mended === undefined
    ? new ToolError("regex_text", { ...params, escaped: escapeRegex(query) })
    : new ToolError("regex_mended", { ...params, mended });
}

/**
 * The pattern with each bracket escaped that keeps it from parsing; undefined if something else does.
 *
 * @example
 * ```ts
 * withBracketsEscaped("make_snapshot|Rate("); // "make_snapshot|Rate\\("
 * withBracketsEscaped("*.ts"); // undefined
 * ```
 */
export function withBracketsEscaped(pattern: string): string | undefined {
  let mended = pattern;
  for (let i = 0; i <= MAX_BRACKETS; i++) {
    const failure = failureOf(mended);
    if (failure === undefined) return mended;
    // `(?` is meant as syntax.
    if (!"()[]{}".includes(mended[failure] ?? "x") || mended.startsWith("(?", failure)) return undefined;
    mended = mended.slice(0, failure) + "\\" + mended.slice(failure);
  }
}

/** Where `pattern` does not parse, as a UTF-16 index; undefined if it does. */
function failureOf(pattern: string): number | undefined {
  try {
    parsePattern(pattern, false);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return Array.from(pattern).slice(0, Number(error.params.at) - 1).join("").length;
  }
}
