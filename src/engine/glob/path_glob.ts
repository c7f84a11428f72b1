/**
 * Compiles the globs of callers that are matched against whole paths.
 * @module
 */
import { Automaton } from "../automaton.ts";
import { readingsOf } from "../brace_blanks.ts";
import { parseCallersGlob } from "../glob_bounds.ts";
import { parseGlob } from "../glob_tokens.ts";

/**
 * Compiles a glob that is matched against a whole path: `*` stays within a name, `**` crosses directories.
 * @throws ToolError `glob` or `too_large`
 */
export function compilePathGlob(pattern: string, ignoreCase = false): Automaton {
  const lines = readingsOf(pattern).flatMap((glob) =>
    parseCallersGlob(glob, () => ({ tokens: parseGlob(glob, { classEscapes: true }), dirOnly: false })) ?? []
  );
  const dialect = { unit: "character", emptyBranches: true, slashInClasses: false, ignoreCase } as const;
  return new Automaton(lines, dialect);
}
