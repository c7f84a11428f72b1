/**
 * Reads a query that is plain text.
 * @module
 */
import type { Char } from "./ast.ts";
import type { Pattern } from "./parse.ts";
import { isUpper } from "./sets.ts";

/** The pattern that matches `text` and nothing else. */
export function parseLiteral(text: string, fold: boolean): Pattern {
  const parts: Char[] = [];
  let at = 0;
  for (const char of text) {
    parts.push({ type: "char", code: char.codePointAt(0) ?? 0, fold, at });
    at += char.length;
  }
  return { root: { type: "sequence", parts }, hasLiteral: at > 0, hasUpper: parts.some(({ code }) => isUpper(code)) };
}
