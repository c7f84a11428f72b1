/**
 * Names of arguments in other tools, each with whose it is. A name stands here because a host's own tools, a widely used
 * server or the option of a program has it, and models send what they know from there.
 *
 * The built-in tools are those of Claude Code, Codex, Cursor, Gemini CLI and opencode; the servers are the reference
 * filesystem server and Serena; the programs are ripgrep (rg) and fd.
 * @module
 */

/** Where to look. */
export const PLACES = [
  "path", // Claude Code, Codex, Gemini CLI, opencode, the reference server
  "paths", // rg and fd
  "root roots", // fossick's own fs and default profiles
  "dir_path", // Codex and Gemini CLI
  "directory", // Cursor; fd --base-directory
  "search_directory", // Cursor
  "base_directory search_path", // fd
  "target_directory target_directories relative_workspace_path", // Cursor
  "relative_path", // Serena
  "cwd", // Codex's shell
].join(" ");

/** The file to read. */
export const FILE = [
  "path", // the reference server
  "file_path", // Claude Code, Codex, Gemini CLI, opencode
  "absolute_path", // Gemini CLI
  "target_file", // Cursor
  "relative_path", // Serena
  "file uri", // MCP's resources
].join(" ");

/** The query. */
export const QUERY = [
  "query", // Cursor
  "regexp e", // rg --regexp
  "substring_pattern", // Serena
  "search text", // fossick's fs profile and VS Code
].join(" ");

/** Several queries. */
export const QUERIES = "queries"; // VS Code and Cursor

/** Globs of the files to include. */
export const GLOBS = [
  "globs g", // rg --glob
  "include", // Codex, Gemini CLI, opencode
  "include_pattern", // Cursor and Gemini CLI
  "include_glob include_globs", // fossick's own
  "paths_include_glob file_mask", // Serena
  "file_pattern", // fossick's microagent profile
  "glob_pattern", // Cursor
].join(" ");

/** Globs of the files to exclude. */
export const EXCLUDED_GLOBS = [
  "exclude", // fd and Gemini CLI
  "exclude_pattern", // Cursor and Gemini CLI
  "exclude_patterns", // the reference server
  "exclude_glob exclude_globs", // fossick's own
  "paths_exclude_glob", // Serena
  "ignore_globs", // Cursor
  "ignore", // Claude Code, Gemini CLI, opencode
].join(" ");

/** The type of files. */
export const TYPE = "type t file_type"; // Claude Code, rg --type, fd --type; Cursor
export const EXTENSION = "extension extensions ext"; // fd --extension

/** The largest number of results. */
export const MAX_RESULTS = [
  "limit", // Codex
  "head_limit", // Claude Code and Cursor
  "max_results", // fd --max-results, VS Code
  "total_max_matches", // Gemini CLI
].join(" ");

/** Whether letter case is ignored, and whether it counts. */
export const IGNORE_CASE = "i ignore_case case_insensitive"; // Claude Code and rg; Cursor
export const CASE_SENSITIVE = "case_sensitive"; // Cursor, Gemini CLI, rg --case-sensitive

/** Lines around a match. */
export const CONTEXT = "C context context_lines"; // Claude Code, rg and Gemini CLI
export const AFTER = "A after after_context context_after context_lines_after"; // Claude Code, Gemini CLI, rg; Serena
export const BEFORE = "B before before_context context_before context_lines_before"; // the same

/** Whether the query is plain text, and whether it is an expression. */
export const PLAIN_TEXT = "F fixed_strings literal"; // rg and Gemini CLI
export const EXPRESSION = "is_regex is_regexp"; // fossick's fs profile and VS Code

/** Whether only file names are answered. */
export const NAMES_ONLY = "l files_with_matches names_only files_only"; // rg; Gemini CLI; fossick's microagent profile

/** Whether dot files are included. */
export const HIDDEN_FILES = "hidden include_hidden"; // rg and fd; fossick's fs profile

/** Whether ignored files are included, and whether they are not. */
export const INCLUDE_IGNORED = "no_ignore include_ignored"; // rg, fd and Gemini CLI; VS Code
export const RESPECT_IGNORE_RULES = "respect_git_ignore respect_gitignore"; // Gemini CLI

/** Whether links are followed. */
export const FOLLOW_LINKS = "L follow follow_symlinks"; // rg and fd

/** The depth of a walk. */
export const DEPTH = "depth max_depth"; // Codex; rg and fd

/** The order of results. */
export const SORT = "sort sort_by"; // rg; the reference server

/** Whether sizes and dates are answered. */
export const METADATA = "metadata include_metadata"; // fossick's own

/** Arguments without effect here: every answer has what they ask for, or needs none of it. */
export const WITHOUT_EFFECT = "n line_numbers"; // Claude Code and rg

/** The first line, the last line, and how many lines. */
export const FIRST_LINE = [
  "start_line", // Gemini CLI and Serena
  "offset", // Claude Code, Codex, Gemini CLI, opencode
  "start_line_one_indexed", // Cursor
].join(" ");
export const LAST_LINE = [
  "end_line", // Gemini CLI and Serena
  "end_line_one_indexed_inclusive", // Cursor
].join(" ");
export const LINES = "limit max_lines"; // Claude Code, Codex, Gemini CLI, opencode; fossick's fs profile
export const RANGE = "view_range"; // Claude's text editor
