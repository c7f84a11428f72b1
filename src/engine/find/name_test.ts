/**
 * Tests on names: a regular expression or a glob, with smart case.
 * @module
 */
import type { Root } from "../../door/door.ts";
import { escapeGlob } from "../../model/escape_glob.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { NameTest } from "../../model/request.ts";
import { compilePathGlob } from "../glob/path_glob.ts";
import { rootRelativeGlob } from "../glob/root_relative_glob.ts";
import { compileNameRegex } from "../matcher/compile_query.ts";

/**
 * Compiles a test on names. As in fd, case counts only if the pattern has an upper-case letter. The result may never
 * end on some names, so it is to be run under a TimeoutGuard.
 * @throws ToolError `name_regex`, `pattern_too_large`, `glob` or `too_large`
 *
 * @example
 * ```ts
 * compileNameTest({ pattern: "^read.*\\.md$", syntax: "regex", fullPath: false })("README.md"); // true
 * ```
 */
export function compileNameTest({ pattern, syntax }: NameTest): (text: string) => boolean {
  if (syntax === "regex") {
    const regex = compileRegexOrAdvise(pattern);
    return (text) => text.search(regex) >= 0;
  }
  const automaton = compilePathGlob(pattern, !/\p{Lu}/u.test(pattern));
  return (text) => automaton.advance(automaton.start, text).fileMatch >= 0;
}

/** A name test with its pattern anchored at a root. */
export interface AnchoredNameTest extends NameTest {
  /** It tests absolute paths: its pattern begins with a slash or a drive. */
  readonly isAbsolute: boolean;
}

/** Anchors a test of whole paths: at the root whose path its glob begins with, or at any root for a `/` or `./`. */
export function anchorNameTest(test: NameTest, roots: readonly Pick<Root, "names" | "path">[]): AnchoredNameTest {
  const { pattern, syntax, fullPath } = test;
  if (!fullPath) return { ...test, isAbsolute: false };
  if (syntax === "regex") return { ...test, isAbsolute: /^\^(?:[A-Za-z]:)?\//.test(pattern) };
  const relative = rootRelativeGlob(pattern, roots);
  if (relative === undefined) return { ...test, pattern: pattern.replace(/^(?:\.?\/)+/, ""), isAbsolute: false };
  const root = escapeGlob(roots[relative.root].path.replace(/\/$/, ""));
  return { ...test, pattern: `${root}/${relative.rest}`, isAbsolute: true };
}

/** For a text that is no expression, the error offers to read it as a glob, if it is one. */
function compileRegexOrAdvise(pattern: string): RegExp {
  try {
    return compileNameRegex(pattern);
  } catch (error) {
    if (!(error instanceof ToolError) || error.key !== "regex_text" || !isGlob(pattern)) throw error;
    const { escaped: _, ...params } = error.params;
    throw new ToolError("name_regex", params);
  }
}

function isGlob(pattern: string): boolean {
  try {
    compilePathGlob(pattern);
    return true;
  } catch {
    return false;
  }
}
