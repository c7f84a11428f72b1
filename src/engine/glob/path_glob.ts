/**
 * Compiles globs that match whole paths.
 * @module
 */
import { GlobAutomaton } from "./glob_automaton.ts";
import { globReadings } from "./brace_blanks.ts";
import { parseUserGlob } from "./glob_limits.ts";
import { parseGlob } from "./parse_glob.ts";

/**
 * Compiles a caller's glob that matches whole paths: `*` stays within a name, `**` crosses directories.
 * @throws ToolError `glob` or `too_large`
 */
export function compilePathGlob(pattern: string, ignoreCase = false): GlobAutomaton {
  const patterns = globReadings(pattern).flatMap((glob) =>
    parseUserGlob(glob, () => ({ tokens: parseGlob(glob, { classEscapes: true }), dirOnly: false })) ?? []
  );
  const dialect = { unit: "character", emptyBranches: true, slashInClasses: false, ignoreCase } as const;
  return new GlobAutomaton(patterns, dialect);
}
