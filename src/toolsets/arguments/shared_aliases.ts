/**
 * Names of arguments in other tools. They are from the built-in tools of Claude Code, Codex, Cursor, Gemini CLI and
 * opencode, the reference filesystem server, servers that wrap ripgrep, and the options of ripgrep and fd.
 * @module
 */

/** Where to look. */
export const PLACES = "path paths root roots dir dirs directory directories dir_path folder folders cwd base_path " +
  "base_dir root_dir search_path search_dir search_directory target_directory target_directories " +
  "relative_workspace_path relative_path uri";

/** The file to read. */
export const FILE = "path file file_path file_name target_file absolute_path relative_path uri";

/** The query. */
export const QUERY = "query regexp search text keyword keywords term search_term search_query search_text " +
  "search_string search_pattern substring_pattern query_string needle e";

/** Several queries. */
export const QUERIES = "queries search_terms search_queries search_patterns";

/** Globs of the files to include. */
export const GLOBS = "globs g include includes include_glob include_globs include_pattern include_patterns " +
  "include_files file_pattern file_patterns file_glob glob_pattern file_mask file_filter";

/** Globs of the files to exclude. */
export const EXCLUDED_GLOBS =
  "exclude_glob exclude_globs exclude excludes exclude_pattern exclude_patterns exclude_files " +
  "ignore ignore_glob ignore_globs ignore_patterns";

/** The type of files. */
export const TYPE = "type t file_type file_types";
export const EXTENSION = "extensions extension ext file_extension file_extensions";

/** The largest number of results. */
export const MAX_RESULTS = "limit max_results head_limit max_matches total_max_matches num_results page_size";

/** Whether letter case is ignored, and whether it counts. */
export const IGNORE_CASE = "i ignore_case case_insensitive";
export const CASE_SENSITIVE = "case_sensitive match_case";

/** Lines around a match. */
export const CONTEXT = "context context_lines C surrounding_lines lines_of_context";
export const AFTER = "A after after_context context_after lines_after";
export const BEFORE = "B before before_context context_before lines_before";

/** Whether the query is plain text, and whether it is an expression. */
export const PLAIN_TEXT = "fixed_strings fixed_string literal is_literal F";
export const EXPRESSION = "is_regex is_regexp use_regex";

/** Whether only file names are answered. */
export const NAMES_ONLY = "files_only files_with_matches names_only show_filenames_only filenames_only l";

/** Whether dot files are included. */
export const HIDDEN_FILES = "hidden include_hidden show_hidden";

/** Whether ignored files are included, and whether they are not. */
export const INCLUDE_IGNORED = "no_ignore include_ignored";
export const RESPECT_IGNORE_RULES = "respect_gitignore respect_git_ignore use_gitignore";

/** Whether links are followed. */
export const FOLLOW_LINKS = "follow_symlinks follow follow_links L";

/** The depth of a walk. */
export const DEPTH = "depth max_depth";

/** The order of results. */
export const SORT = "sort sort_by order_by";

/** Whether sizes and dates are answered. */
export const METADATA = "metadata include_metadata with_metadata";

/** Arguments without effect here: every answer has what they ask for, or needs none of it. */
export const WITHOUT_EFFECT = "n line_numbers show_line_numbers use_colors";

/** The first line, the last line, and how many lines. */
export const FIRST_LINE = "start_line offset start line from_line start_line_one_indexed";
export const LAST_LINE = "end_line end to_line last_line end_line_one_indexed_inclusive";
export const LINES = "max_lines limit num_lines line_count length number_of_lines";
export const RANGE = "view_range line_range range";
