/**
 * Other tools' names for the arguments of this profile.
 * @module
 */
import { aliasTable, booleanAlias, firstMeaning, ignoreValue, textAlias, wordAlias } from "../arguments/aliases.ts";
import * as values from "../arguments/alias_values.ts";
import * as words from "../arguments/shared_aliases.ts";

const LITERAL = { mode: "literal" }, REGEX = { mode: "regex" };

/** For list_files. */
export const LIST_ALIASES = aliasTable(
  [words.PLACES, "root"],
  [`${words.GLOBS} glob pattern`, values.globList("include_globs")],
  [words.EXCLUDED_GLOBS, values.globList("exclude_globs")],
  [words.MAX_RESULTS, "max_results"],
  [words.METADATA, "include_metadata"],
  ["include_dirs include_directories", "include_dirs"],
  [words.DEPTH, (value) => Number(value) === 1 ? { recursive: false } : undefined],
);

/** For search_text. */
export const SEARCH_ALIASES = aliasTable(
  [words.PLACES, "root"],
  [words.FILE, "root"],
  ["regex", firstMeaning(textAlias((query) => ({ query, ...REGEX })), booleanAlias(REGEX, LITERAL))],
  [`${words.QUERY} pattern`, "query"],
  [words.EXPRESSION, booleanAlias(REGEX, LITERAL)],
  [words.PLAIN_TEXT, booleanAlias(LITERAL, {})],
  [`${words.GLOBS} glob`, values.globList("include_globs")],
  [words.EXCLUDED_GLOBS, values.globList("exclude_globs")],
  [words.IGNORE_CASE, values.negated("case_sensitive")],
  [words.CASE_SENSITIVE, "case_sensitive"],
  [words.CONTEXT, "context_lines"],
  [words.MAX_RESULTS, "max_results"],
  ["skip offset", "skip"],
  ["output_mode", wordAlias({ content: {} })],
  [words.WITHOUT_EFFECT, ignoreValue],
  ["multiline invert_match v", values.alwaysOff],
);

/** For read_file. */
export const READ_ALIASES = aliasTable(
  [words.FILE, "path"],
  [words.FIRST_LINE, "start_line"],
  [words.LINES, "max_lines"],
  [words.LAST_LINE, values.lastLine],
  [words.RANGE, values.lineRange],
  ["head", values.firstLines],
  ["should_read_entire_file", ignoreValue],
);
