/**
 * Owns the reading of a test on names: regex or glob, with smart case.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { NameTest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import { Automaton, type Dialect } from "./automaton.ts";
import { GlobSyntaxError, parseGlob, type Token } from "./glob_tokens.ts";
import { wildcardsIn } from "./ignore.ts";

/** Wildcards of one glob: what bounds the time a path can take. */
const MAX_WILDCARDS = 1000;

/** Whether a text passes. Run it under a guard when `slow`: no bound on its time is known. */
export interface NamePattern {
  readonly slow: boolean;
  test(text: string): boolean;
}

/**
 * Compiles a test on names. Case counts only where the pattern has an upper-case letter, as in fd.
 *
 * @throws ToolError `regex` or `glob`
 * @example
 * ```ts
 * compileNamePattern({ pattern: "^read.*\\.md$", syntax: "regex", fullPath: false }).test("README.md"); // true
 * ```
 */
export function compileNamePattern({ pattern, syntax }: NameTest): NamePattern {
  const ignoreCase = !hasUpperCase(pattern);
  if (syntax === "regex") return regexPattern(pattern, ignoreCase);
  const automaton = compilePathGlob(pattern, ignoreCase);
  return { slow: false, test: (text) => automaton.feed(automaton.start, text).file >= 0 };
}

/**
 * Compiles a glob that is matched against a whole path: `*` stays within a name, `**` crosses directories.
 * @throws ToolError `glob`
 */
export function compilePathGlob(pattern: string, ignoreCase = false): Automaton {
  const dialect: Dialect = { unit: "character", emptyBranches: true, ignoreCase };
  return new Automaton([{ tokens: globTokens(pattern), dirOnly: false }], dialect);
}

/**
 * The tokens of a caller's glob.
 * @throws ToolError `glob` when it is malformed or too large
 */
export function globTokens(pattern: string): Token[] {
  const fail = (why: string) => new ToolError("glob", { pattern, why });
  if (pattern.includes("\0")) throw fail("it has a NUL character");
  if (pattern.length > LIMITS.patternChars) throw fail(`it has more than ${LIMITS.patternChars} characters`);
  try {
    const tokens = parseGlob(pattern, false);
    if (wildcardsIn(tokens) > MAX_WILDCARDS) throw fail(`it has more than ${MAX_WILDCARDS} wildcards`);
    return tokens;
  } catch (error) {
    if (error instanceof GlobSyntaxError) throw fail(error.message);
    throw error;
  }
}

function regexPattern(pattern: string, ignoreCase: boolean): NamePattern {
  try {
    const regex = new RegExp(pattern, ignoreCase ? "iu" : "u");
    return { slow: true, test: (text) => regex.test(text) };
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
