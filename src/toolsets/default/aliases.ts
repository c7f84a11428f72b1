/**
 * Other tools' names for the arguments of the default profile.
 * @module
 */
import {
  type AliasMeaning,
  aliasTable,
  asField,
  booleanAlias,
  firstMeaning,
  ignoreValue,
  mergeFields,
  textAlias,
  wordAlias,
} from "../arguments/aliases.ts";
import { parseJsonList, parseStringList } from "../arguments/parse_arguments.ts";
import * as values from "../arguments/alias_values.ts";
import * as words from "../arguments/shared_aliases.ts";

/** Arguments about ignore rules and links. */
const WALK_ALIASES = [
  [words.HIDDEN_FILES, "hidden"],
  [words.INCLUDE_IGNORED, "no_ignore"],
  [words.RESPECT_IGNORE_RULES, values.negated("no_ignore")],
  [words.FOLLOW_LINKS, "follow_symlinks"],
] as const;

/** Arguments about the size of an answer. */
const PAGE_ALIASES = [
  [words.MAX_RESULTS, "limit"],
] as const;

/** Arguments of fd. */
const FIND_ALIASES = [
  ["types", values.entryTypes],
  [words.TYPE, values.entryOrFileType],
  [words.EXTENSION, "extensions"],
  [words.DEPTH, "depth"],
  [words.SORT, values.entrySort],
  ["recursive", booleanAlias({}, { depth: 1 })],
] as const;

/** A switch for letter case. Switched off, it means nothing beside `case`. */
function caseSwitch(on: "insensitive" | "sensitive", off: "insensitive" | "sensitive"): AliasMeaning {
  return (value, resolved) =>
    booleanAlias({ case: on }, resolved.case === undefined ? { case: off } : {})(value, resolved);
}

const LINES = { group_by_file: true }, COUNTS = { count_only_matches: true };

/** Arguments of ripgrep. */
const QUERY_ALIASES = [
  [words.QUERIES, values.queryList],
  ["regex", textAlias((text, resolved) => resolved.query === undefined ? { query: text } : undefined)],
  ["m max_matches_per_file", "max_count"],
  [words.IGNORE_CASE, caseSwitch("insensitive", "sensitive")],
  [words.CASE_SENSITIVE, caseSwitch("sensitive", "insensitive")],
  [words.AFTER, "context_after"],
  [words.BEFORE, "context_before"],
  [words.CONTEXT, values.beforeAndAfter("context_before", "context_after")],
  ["U", "multiline"],
  [words.PLAIN_TEXT, "fixed_strings"],
  [words.EXPRESSION, "regex"],
  ["w word_regexp", "word"],
  [`${words.NAMES_ONLY} c`, booleanAlias(COUNTS)],
  ["count", firstMeaning(booleanAlias(COUNTS), asField("limit"))],
  ["output_mode", wordAlias({ files_with_matches: COUNTS, count: COUNTS, content: LINES })],
  ["offset", "skip"],
  [words.WITHOUT_EFFECT, ignoreValue],
] as const;

/** For search_content. */
export const SEARCH_ALIASES = aliasTable(
  [words.PLACES, "roots"],
  [words.FILE, "roots"],
  [`${words.QUERY} pattern`, "query"],
  ["patterns", values.queryList],
  [`${words.GLOBS} glob`, values.globList("include_globs")],
  [words.EXCLUDED_GLOBS, values.globList("exclude_globs")],
  [`${words.TYPE} ${words.EXTENSION}`, values.typesAsGlobs("include_globs")],
  ["recursive", values.alwaysOn],
  ...QUERY_ALIASES,
  ...WALK_ALIASES,
  ...PAGE_ALIASES,
);

/** For find_and_grep, which has `pattern`, `glob` and `exclude` itself. */
export const FIND_AND_GREP_ALIASES = aliasTable(
  [words.PLACES, "roots"],
  [words.FILE, "roots"],
  [words.QUERY, "query"],
  ["glob", textAlias(values.globList("include_globs"))],
  [words.GLOBS, values.globList("include_globs")],
  ["exclude", values.globList("exclude")],
  [words.EXCLUDED_GLOBS, values.globList("exclude_globs")],
  ...FIND_ALIASES,
  ...QUERY_ALIASES,
  ...WALK_ALIASES,
  ...PAGE_ALIASES,
);

/** A name to look for: one glob, or several in one brace. */
const nameGlob: AliasMeaning = (value, resolved) => {
  const globs = Array.isArray(value) ? value : [value];
  if (resolved.pattern !== undefined || !globs.every((glob) => typeof glob === "string")) return undefined;
  return mergeFields(resolved, { pattern: globs.length === 1 ? globs[0] : `{${globs.join(",")}}`, glob: true });
};

/** For list_files, without `offset`: some tools count it from 0, some from 1. */
export const LIST_ALIASES = aliasTable(
  [words.PLACES, "roots"],
  ["glob", textAlias(nameGlob)],
  [words.GLOBS, nameGlob],
  ["query name", "pattern"],
  [words.EXCLUDED_GLOBS, values.globList("exclude")],
  [words.METADATA, "metadata"],
  ...FIND_ALIASES,
  ...WALK_ALIASES,
  ...PAGE_ALIASES,
);

/** For glob_files. */
export const GLOB_ALIASES = aliasTable(
  [`glob query ${words.GLOBS}`, "pattern"],
  [words.PLACES, "root"],
  ["type", wordAlias({ file: { mode: "files" }, directory: { mode: "directories" } })],
  ["case_sensitive recursive", values.alwaysOn],
  ...WALK_ALIASES,
);

/** One path, or several to read. */
const pathOrReads: AliasMeaning = (value, resolved) => {
  const paths = typeof value === "string" ? parseStringList(value) ?? [value] : value;
  const isSeveral = Array.isArray(paths) && paths.length > 1;
  return mergeFields(resolved, isSeveral ? { reads: paths } : { path: Array.isArray(paths) ? paths[0] : paths });
};

/** Places to read: a list, its JSON, or one alone. */
const places: AliasMeaning = (value, resolved) =>
  mergeFields(resolved, { reads: typeof value === "string" ? parseJsonList(value) ?? [value] : [value].flat() });

/** What to read of a file. */
const PLACE_ALIASES = [
  ["name_path", "symbol"],
  [words.FIRST_LINE, "start_line"],
  [words.LINES, "max_lines"],
  [words.LAST_LINE, values.lastLine],
  [words.RANGE, values.lineRange],
  ["head", values.firstLines],
  ["tail", values.lastLines],
] as const;

/** For an entry of read_file's `reads`. */
export const READ_ENTRY_ALIASES = aliasTable([words.FILE, "path"], ...PLACE_ALIASES);

/** For read_file. */
export const READ_ALIASES = aliasTable(
  [`${words.FILE} paths files`, pathOrReads],
  ["reads", places],
  ...PLACE_ALIASES,
  ["n", "line_numbers"],
  ["mode", wordAlias({ slice: {} })],
  ["should_read_entire_file", ignoreValue],
);

/** For consult_files. */
export const CONSULT_ALIASES = aliasTable(
  ["paths path file_path", "files"],
  ["question prompt", "query"],
  ["max_tokens", "max_output_tokens"],
);
