/**
 * The wildcards of consult_files: allowed in the file name only, and only with an extension.
 * @module
 */
import { normalizeDrive } from "../../model/escape.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { compilePathGlob } from "../glob/overrides.ts";

/** Files of one directory by a pattern of their names. */
export interface FileWildcard {
  /** As the caller wrote it; "" for the project root. */
  readonly dir: string;
  readonly name: string;
}

const WILDCARD = /[*?[\]{}]/;
/** After the last dot: letters as they are, or several spellings in braces. */
const EXTENSION = /\.(?:[^.*?[\]{},\\]+|\{[^*?[\]{}\\]+\})$/;

/**
 * Parses the wildcard in an entry of `files`; undefined if there is none.
 * @param isDirectory whether a directory has exactly that name: its characters are then not wildcards (`app/[id]/*.ts`)
 * @throws ToolError `consult_path_wildcard`, `consult_extension`
 *
 * @example
 * ```ts
 * parseFileWildcard("src/*.py", () => false); // { dir: "src", name: "*.py" }
 * ```
 */
export function parseFileWildcard(given: string, isDirectory: (path: string) => boolean): FileWildcard | undefined {
  const entry = normalizeDrive(given);
  if (!WILDCARD.test(entry)) return undefined;
  const stem = entry.slice(0, entry.lastIndexOf("/") + 1);
  const name = entry.slice(stem.length), dir = stem === "/" ? stem : stem.slice(0, -1);
  const isWild = WILDCARD.test(stem) && !isDirectory(dir) || name.includes("**");
  if (isWild) throw new ToolError("consult_path_wildcard", { path: entry });
  if (!EXTENSION.test(name)) throw new ToolError("consult_extension", { path: entry, stem });
  return { dir, name };
}

/**
 * Compiles a pattern of file names. A wildcard does not match a leading dot.
 * @throws ToolError `glob`
 */
export function compileFileNameTest(pattern: string): (name: string) => boolean {
  const automaton = compilePathGlob(pattern), matchesDot = pattern.startsWith(".");
  return (name) => (matchesDot || !name.startsWith(".")) && automaton.advance(automaton.start, name).fileMatch >= 0;
}
