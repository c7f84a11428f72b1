/**
 * Owns the reading of a test on names: regex or glob, with smart case.
 * @module
 */
import type { Root } from "../../door/door.ts";
import type { NameTest } from "../../model/request.ts";
import { escapeGlob } from "../../model/escape_glob.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { compilePathGlob } from "../glob/path_glob.ts";
import { compileNameRegex } from "../matcher/compile_query.ts";
import { rootRelativeGlob } from "../glob/root_relative_glob.ts";

/**
 * Compiles a test on names. Case counts only where the pattern has an upper-case letter, as in fd. Run the
 * result under a guard: a regex may take for ever.
 *
 * @throws ToolError `name_regex`, `pattern_too_large`, `glob` or `too_large`
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

/** A test of names, and whether it is of absolute paths: only those have a slash or a drive in front. */
export interface AnchoredNameTest extends NameTest {
  readonly isAbsolute: boolean;
}

/** A test of whole paths as its beginning anchors it: by the path of a root, or by a slash or `./` for any root. */
export function anchorNameTest(name: NameTest, roots: readonly Pick<Root, "names" | "path">[]): AnchoredNameTest {
  const { pattern, syntax, fullPath } = name;
  if (!fullPath) return { ...name, isAbsolute: false };
  if (syntax === "regex") return { ...name, isAbsolute: /^\^(?:[A-Za-z]:)?\//.test(pattern) };
  const named = rootRelativeGlob(pattern, roots);
  if (named === undefined) return { ...name, pattern: pattern.replace(/^(?:\.?\/)+/, ""), isAbsolute: false };
  const stem = escapeGlob(roots[named.root].path.replace(/\/$/, ""));
  return { ...name, pattern: `${stem}/${named.rest}`, isAbsolute: true };
}

/** Whoever writes `*.ts` means a glob; whoever writes something else that is none, the text itself. */
function compileRegexOrAdvise(pattern: string): RegExp {
  try {
    return compileNameRegex(pattern);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { pattern: shown, at, why, mended, literal } = error.params;
    const said = { pattern: shown, at, why };
    // A star in front is a glob's, whatever else stands there.
    const isStarred = /^(?:\*|\?)/.test(pattern) && isGlob(pattern);
    if (error.key === "regex_mended" && !isStarred) throw new ToolError("name_regex_mended", { ...said, mended });
    if (!/^regex/.test(error.key)) throw error;
    const text = typeof literal === "string" ? literal : pattern;
    throw new ToolError("name_regex", { ...said, glob: isStarred ? pattern : `*${escapeGlob(text)}*` });
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
