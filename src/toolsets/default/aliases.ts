/**
 * Other tools' names for the arguments of the default profile.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import * as alias from "../arguments/aliases.ts";
import * as names from "../arguments/host_names.ts";
import { parseJsonList, parseStringList } from "../arguments/coerce_types.ts";
import { typesAs } from "./file_types.ts";

const COUNTS = { count_only_matches: true };

/** A switch for letter case. Switched off, it means nothing beside `case`. */
function caseSwitch(on: "insensitive" | "sensitive", off: "insensitive" | "sensitive"): alias.AliasMeaning {
  return (value, resolved) =>
    alias.booleanAlias({ case: on }, resolved.case === undefined ? { case: off } : {})(value, resolved);
}

/** Arguments about ignore rules and links. */
const WALK_ALIASES = [
  ["respect_git_ignore", alias.negated("no_ignore")], // Gemini
  ["L follow", "follow_symlinks"], // ripgrep
] as const;

/** Arguments of a search. */
const QUERY_ALIASES = [
  [names.QUERY, "query"],
  ["m max_matches_per_file", "max_count"], // ripgrep, Gemini
  [names.IGNORE_CASE, caseSwitch("insensitive", "sensitive")],
  ["s case_sensitive", caseSwitch("sensitive", "insensitive")], // ripgrep, Gemini
  [names.AFTER, "context_after"],
  [names.BEFORE, "context_before"],
  [names.CONTEXT, alias.beforeAndAfter("context_before", "context_after")],
  ["U", "multiline"], // ripgrep
  ["F", "fixed_strings"], // ripgrep
  ["w word_regexp", "word"], // ripgrep
  [`${names.NAMES_ONLY} c count`, alias.booleanAlias(COUNTS)], // ripgrep
  // Claude Code.
  ["output_mode", alias.wordAlias({ files_with_matches: COUNTS, count: COUNTS, content: { group_by_file: true } })],
  [names.LINE_NUMBERS, alias.ignoreValue],
  [names.MAX_RESULTS, "limit"],
  ["offset", "skip"], // Claude Code
  ...WALK_ALIASES,
] as const;

/** For search_content. */
export const SEARCH_ALIASES = alias.aliasTable(
  [names.PLACES, "roots"],
  [names.GLOBS, alias.globList("include_globs")],
  [names.EXCLUDED_GLOBS, alias.globList("exclude_globs")],
  ["type t", typesAs("include_globs", "*.")], // Claude Code, ripgrep
  ...QUERY_ALIASES,
);

/** For find_and_grep, which has `pattern`, `glob` and `exclude` itself. */
export const FIND_AND_GREP_ALIASES = alias.aliasTable(
  ["pattern", "pattern"],
  [names.PLACES, "roots"],
  ["glob", alias.textAlias(alias.globList("include_globs"))],
  [names.GLOBS, alias.globList("include_globs")],
  ["exclude", alias.globList("exclude")],
  [names.EXCLUDED_GLOBS, alias.globList("exclude_globs")],
  ["type t", typesAs("extensions", "")], // Claude Code, ripgrep
  ["d max_depth", "depth"], // ripgrep
  ...QUERY_ALIASES,
);

const nameGlob = alias.singleGlob((pattern) => ({ pattern, glob: true }));

/** For list_files, without `offset`: some tools count it from 0, some from 1. */
export const LIST_ALIASES = alias.aliasTable(
  [names.PLACES, "roots"],
  ["glob", alias.textAlias(nameGlob)],
  [`${names.GLOBS} file_mask`, nameGlob], // Serena
  [names.EXCLUDED_GLOBS, alias.globList("exclude")],
  ["d max_depth", "depth"], // ripgrep
  ["recursive", alias.booleanAlias({}, { depth: 1 })], // Serena
  ["sort_by", "sort"], // the reference server
  [names.MAX_RESULTS, "limit"],
  ...WALK_ALIASES,
);

/** For glob_files. */
export const GLOB_ALIASES = alias.aliasTable(
  ["glob file_mask", "pattern"], // Serena
  [names.PLACES, "root"],
  ["case_sensitive", alias.booleanAlias({}, null)], // Gemini
  ...WALK_ALIASES,
);

/** One path, or several to read. */
const pathOrReads: alias.AliasMeaning = (value, resolved) => {
  const paths = typeof value === "string" ? parseStringList(value) ?? [value] : value;
  const isSeveral = Array.isArray(paths) && paths.length > 1;
  return alias.mergeFields(resolved, isSeveral ? { reads: paths } : { path: Array.isArray(paths) ? paths[0] : paths });
};

/** Places to read: a list, its JSON, or one alone. */
const places: alias.AliasMeaning = (value, resolved) =>
  alias.mergeFields(resolved, { reads: typeof value === "string" ? parseJsonList(value) ?? [value] : [value].flat() });

/** What to read of a file. */
const PLACE_ALIASES = [
  [names.FIRST_LINE, "start_line"],
  [names.LINES, "max_lines"],
  [names.LAST_LINE, alias.lastLine(LIMITS.readLines.cap)],
  ["head", alias.lineCount((count) => ({ start_line: 1, max_lines: count }))], // the reference server
  ["tail", alias.lineCount((count) => ({ start_line: -count, max_lines: count }))],
] as const;

/** For an entry of read_file's `reads`. */
export const READ_ENTRY_ALIASES = alias.aliasTable([names.FILE, "path"], ...PLACE_ALIASES);

/** For read_file. */
export const READ_ALIASES = alias.aliasTable(
  [`${names.FILE} paths`, pathOrReads],
  ["reads", places],
  ...PLACE_ALIASES,
  [names.LINE_NUMBERS, "line_numbers"],
  ["mode", alias.wordAlias({ slice: {} })], // Codex
);

/** For consult_files. */
export const CONSULT_ALIASES = alias.aliasTable([`${names.FILE} paths`, "files"]);
