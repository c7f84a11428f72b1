/**
 * Owns the reading of a test on names: regex or glob, with smart case.
 * @module
 */
import type { NameTest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import { Automaton } from "./automaton.ts";
import { parseCallersGlob } from "./glob_bounds.ts";
import { parseGlob } from "./glob_tokens.ts";

/**
 * Compiles a test on names. Case counts only where the pattern has an upper-case letter, as in fd. Run the
 * result under a guard: a regex may take for ever.
 *
 * @throws ToolError `regex`, `glob` or `too_large`
 * @example
 * ```ts
 * compileNamePattern({ pattern: "^read.*\\.md$", syntax: "regex", fullPath: false })("README.md"); // true
 * ```
 */
export function compileNamePattern({ pattern, syntax }: NameTest): (text: string) => boolean {
  const ignoreCase = !hasUpperCase(pattern);
  if (syntax === "regex") {
    const regex = compileRegex(pattern, ignoreCase);
    return (text) => regex.test(text);
  }
  const automaton = compilePathGlob(pattern, ignoreCase);
  return (text) => automaton.feed(automaton.start, text).file >= 0;
}

/**
 * Compiles a glob that is matched against a whole path: `*` stays within a name, `**` crosses directories.
 * @throws ToolError `glob` or `too_large`
 */
export function compilePathGlob(pattern: string, ignoreCase = false): Automaton {
  const line = parseCallersGlob(pattern, () => ({ tokens: parseGlob(pattern, false), dirOnly: false }));
  return new Automaton(line === undefined ? [] : [line], { unit: "character", emptyBranches: true, ignoreCase });
}

function compileRegex(pattern: string, ignoreCase: boolean): RegExp {
  try {
    return new RegExp(pattern, ignoreCase ? "iu" : "u");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const why = error.message.replace(/^.*\/[a-z]*: /s, "");
    throw new ToolError("regex", { pattern, at: 1, why, literal: JSON.stringify(pattern) });
  }
}

/** An upper-case letter that stands for itself: not the `S` of `\S`. */
function hasUpperCase(pattern: string): boolean {
  return /\p{Lu}/u.test(pattern.replace(/\\(?:[pP]\{[^}]*\}|.)/gsu, ""));
}
