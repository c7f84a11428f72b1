/**
 * Other tools' names for the arguments of this profile.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import * as alias from "../arguments/aliases.ts";
import * as names from "../arguments/host_names.ts";

/** Arguments that select files. */
const SCOPE_ALIASES = [
  [names.PLACES, "root"],
  [names.GLOBS, alias.globList("include_globs")],
  [names.EXCLUDED_GLOBS, alias.globList("exclude_globs")],
  [names.MAX_RESULTS, "max_results"],
] as const;

/** For list_files. */
export const LIST_ALIASES = alias.aliasTable(
  ...SCOPE_ALIASES,
  ["pattern file_mask", alias.globList("include_globs")], // Gemini and the reference server, Serena
);

/** For search_text. */
export const SEARCH_ALIASES = alias.aliasTable(
  ...SCOPE_ALIASES,
  [names.QUERY, "query"],
  ["F fixed_strings", alias.booleanAlias({ mode: "literal" })], // ripgrep, Gemini
  [names.IGNORE_CASE, alias.negated("case_sensitive")],
  [names.CONTEXT, "context_lines"],
  ["offset", "skip"], // Claude Code
  ["output_mode", alias.wordAlias({ content: {} })], // Claude Code
  [names.LINE_NUMBERS, alias.ignoreValue],
  ["U multiline", alias.switchedOff], // ripgrep, Claude Code
);

/** For read_file. */
export const READ_ALIASES = alias.aliasTable(
  [names.FILE, "path"],
  [names.FIRST_LINE, "start_line"],
  [names.LINES, "max_lines"],
  [names.LAST_LINE, alias.lastLine(LIMITS.readLines.cap)],
  ["head", alias.lineCount((count) => ({ start_line: 1, max_lines: count }))], // the reference server
);
