/**
 * Names of arguments in the tools that models know: those of Claude Code, Codex, Gemini CLI and opencode, of the
 * reference filesystem server and of Serena, and the flags of ripgrep. Spelling (`filePath`, `--max-count`) is no matter.
 * @module
 */

/** `path`: all; `paths`: Gemini, the reference server; `dir_path`: Codex, Gemini; `relative_path`: Serena. */
export const PLACES = "path paths dir_path relative_path";

/** `file_path`: Claude Code, Codex, Gemini; `filePath`: opencode; `absolute_path`: Gemini; `relative_path`: Serena. */
export const FILE = "path file_path absolute_path relative_path";

/** `pattern`: all; `regexp`, `-e`: ripgrep; `substring_pattern`: Serena. */
export const QUERY = "query pattern regexp e substring_pattern";

/** `glob`, `-g`: Claude Code, ripgrep; `include(_pattern)`: Codex, opencode, Gemini; `paths_include_glob`: Serena. */
export const GLOBS = "glob g include include_pattern paths_include_glob";

/** `ignore`: Claude Code, opencode; `excludePatterns`: the reference server; the others Gemini and Serena. */
export const EXCLUDED_GLOBS = "exclude exclude_pattern exclude_patterns ignore paths_exclude_glob";

/** `head_limit`: Claude Code; `limit`: Codex; `total_max_matches`: Gemini; `max_results`: models of many hosts. */
export const MAX_RESULTS = "limit head_limit max_results total_max_matches";

/** Claude Code and ripgrep; `case_sensitive` is Gemini's. */
export const IGNORE_CASE = "i ignore_case";

/** Claude Code and ripgrep; `after`, `before`: Gemini; `context_lines_…`: Serena. */
export const CONTEXT = "C context", AFTER = "A after after_context context_lines_after";
export const BEFORE = "B before before_context context_lines_before";

/** ripgrep; `names_only`: Gemini. */
export const NAMES_ONLY = "l files_with_matches names_only";

/** Claude Code and ripgrep: every answer has line numbers. */
export const LINE_NUMBERS = "n line_number";

/** `start_line`, `end_line`: Gemini, Serena; `offset`, `limit`: Claude Code, Codex, Gemini, opencode. */
export const FIRST_LINE = "start_line offset", LAST_LINE = "end_line", LINES = "max_lines limit";
