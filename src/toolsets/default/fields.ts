/**
 * Arguments that several tools share, and as parts of a request to the engine. Beside each alias stands who sends it; its spelling (`filePath`, `--max-count`) is no
 * matter.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { COUNT_KEYS } from "../../model/output_form.ts";
import type { EntryTests, Scope } from "../../model/request.ts";
import {
  also,
  beforeAndAfter,
  boundsText,
  clear,
  field,
  flag,
  list,
  meanings,
  optional,
  required,
  type Values,
} from "../arguments/fields.ts";
import { normalizeGlobs } from "../arguments/globs.ts";
import * as kind from "../arguments/kinds.ts";
import { megabytes } from "../arguments/sizes_and_times.ts";

/** `path`: all; `paths`: Gemini, the reference server; `dir_path`: Codex, Gemini; `relative_path`: Serena. */
export const PLACES = "path paths dir_path relative_path";

/** `glob`, `-g`: Claude Code, ripgrep; `include(_pattern)`: Codex, opencode, Gemini; `paths_include_glob`: Serena. */
export const GLOBS = "glob g include include_pattern paths_include_glob";

/** `ignore`: Claude Code, opencode; `excludePatterns`: the reference server; the others Gemini and Serena. */
export const EXCLUDED_GLOBS = "exclude exclude_pattern exclude_patterns ignore paths_exclude_glob";

/** `head_limit`: Claude Code; `limit`: Codex; `total_max_matches`: Gemini; `max_results`: models of many hosts. */
export const MAX_RESULTS = "limit head_limit max_results total_max_matches";

/** `pattern`: all; `regexp`, `-e`: ripgrep; `substring_pattern`: Serena. */
export const QUERY = "query pattern regexp e substring_pattern";

/** Claude Code and ripgrep; `case_sensitive` is Gemini's. */
export const IGNORE_CASE = "i ignore_case";

/** Claude Code and ripgrep; `after`, `before`: Gemini; `context_lines_…`: Serena. */
export const CONTEXT = "C context", AFTER = "A after after_context context_lines_after";
export const BEFORE = "B before before_context context_lines_before";

/** ripgrep; `names_only`: Gemini. */
export const NAMES_ONLY = "l files_with_matches names_only";

/** Which entries a walk visits. */
export const WALK_FIELDS = {
  follow_symlinks: clear(flag("follow links inside the root", "L follow")), // ripgrep
  hidden: flag("include dot files"),
  no_ignore: flag("include ignored files"),
};

/** The filters of fd. */
export const FIND_FIELDS = {
  pattern: field(kind.TEXT, "", "regex on the name"),
  glob: flag("pattern is a glob"),
  full_path_match: clear(flag("match pattern on the whole path")),
  types: list(kind.choices("f", "d", "l", "x", "e"), "f file, d dir, l link, x executable, e empty"),
  extensions: list(kind.EXTENSIONS, '["ts","md"]'),
  exclude: list(kind.GLOBS, "globs"),
  depth: optional({ ...kind.integer(1), zeroIsDefault: false }, "1 = the root's entries", "d max_depth"), // ripgrep
  size: list(kind.SIZES, '"+10M" at least, "-1k" at most; all must hold'),
  changed_within: optional(kind.TIME, '"2d" or an ISO date'),
  changed_before: clear(optional(kind.TIME, '"2w" or an ISO date')),
};

const SENSITIVE = { case: "sensitive" }, INSENSITIVE = { case: "insensitive" };

const COUNTS = { count_only_matches: true };

/** The query, and the form of the answer. */
export const SEARCH_FIELDS = {
  query: required(
    kind.TEXT_OR_TEXTS,
    "regex (JavaScript), or text with fixed_strings; a list: any, each counted",
    QUERY,
  ),
  regex: clear(field(kind.FLAG, true, "default true; false = plain text")),
  fixed_strings: clear(flag("query is plain text", "F")), // ripgrep
  word: clear(flag("whole words only", "w word_regexp")), // ripgrep
  case: field(
    kind.choice("smart", "insensitive", "sensitive"),
    "smart",
    "default smart",
    [IGNORE_CASE, meanings({ true: INSENSITIVE, false: SENSITIVE })],
    ["s case_sensitive", meanings({ true: SENSITIVE, false: INSENSITIVE })], // ripgrep, Gemini
  ),
  multiline: clear(flag("match across lines", "U")), // ripgrep
  include_globs: list(kind.GLOBS, 'only these files: ["*.ts","src/**"]', GLOBS),
  exclude_globs: clear(list(kind.GLOBS, "not these files", EXCLUDED_GLOBS)),
  max_filesize: field(
    kind.fileSize(LIMITS.fileSize),
    LIMITS.fileSize.default,
    `default ${megabytes(LIMITS.fileSize.default)}, cap ${megabytes(LIMITS.fileSize.cap)}`,
  ),
  context_before: clear(field(kind.integer(0, LIMITS.contextLines), 0, "lines before a match", BEFORE)),
  context_after: clear(field(kind.integer(0, LIMITS.contextLines), 0, "lines after", AFTER, [
    CONTEXT,
    beforeAndAfter("context_before", "context_after"),
  ])),
  encoding: clear(optional(kind.TEXT, "force a charset")),
  max_count: optional(kind.integer(1), "lines per file", "m max_matches_per_file"), // ripgrep, Gemini
  total_only: clear(flag("one number")),
  count_only_matches: clear(flag(
    "per file",
    [`${NAMES_ONLY} c count`, meanings({ true: COUNTS, false: {} })], // ripgrep
    // Claude Code.
    ["output_mode", meanings({ files_with_matches: COUNTS, count: COUNTS, content: { group_by_file: true } })],
  )),
  counts_by: optional(kind.choice(...COUNT_KEYS), "directory: the file's own"),
  value_counts: clear(flag("matched texts, most frequent first")),
  summary_only: flag("top files, 3 samples each"),
  group_by_file: clear(flag("all lines, each path once")),
  spans: clear(flag("bytes of each match")),
  definitions: clear(
    flag("only definitions, fields too, whose name a match touches; up to 3 with text, long ones with members"),
  ),
  enclosing: clear(flag("name the definition around each line")),
  optimize_paths: flag("path prefix once"),
};

/** Paging. */
export const PAGE_FIELDS = {
  absolute: clear(flag("absolute paths")),
  limit: field(kind.integer(1, LIMITS.list.cap), LIMITS.list.default, boundsText(LIMITS.list), MAX_RESULTS),
  skip: field(kind.integer(0), 0, "next_skip"),
};

/** Paging of a search; some other tools count `offset` from 1. */
export const SEARCH_PAGE_FIELDS = { ...PAGE_FIELDS, skip: also(PAGE_FIELDS.skip, "offset") }; // Claude Code

/** The limits of a call. */
export const BUDGET_FIELDS = {
  timeout_ms: optional(kind.integer(1, LIMITS.timeoutMs.cap), boundsText(LIMITS.timeoutMs)),
  token_budget: optional(
    kind.integer(0),
    `default ${LIMITS.tokenBudget} (--token-budget); 0 = no limit`,
  ),
};

/** The arguments that both searching tools have. */
export type SearchArguments = Values<typeof SEARCH_FIELDS & typeof SEARCH_PAGE_FIELDS & typeof BUDGET_FIELDS>;

/** Arguments of tools that walk; those that a profile lacks are off. */
interface WalkArguments extends Partial<Values<typeof WALK_FIELDS>> {
  readonly include_globs?: readonly string[];
  readonly exclude_globs?: readonly string[];
}

/** The scope of a walk or search: the given roots, or else the project root. */
export function scopeOf(roots: readonly string[], args: WalkArguments, depth?: number): Scope {
  const { include_globs = [], exclude_globs = [], hidden = false, no_ignore = false, follow_symlinks = false } = args;
  return {
    roots: roots.length === 0 ? ["."] : roots,
    globs: [...normalizeGlobs(include_globs), ...normalizeGlobs(exclude_globs).map((glob) => "!" + glob)],
    hidden,
    noIgnore: no_ignore,
    followSymlinks: follow_symlinks,
    ...(depth !== undefined && { depth }),
  };
}

/** The tests that an entry must pass. */
export function entryTestsOf(args: Values<typeof FIND_FIELDS>): EntryTests {
  const { pattern, glob, types, extensions, size: sizes, changed_within, changed_before } = args;
  return {
    ...(pattern !== "" && { name: { pattern, syntax: glob ? "glob" : "regex", fullPath: args.full_path_match } }),
    types,
    extensions,
    exclude: normalizeGlobs(args.exclude),
    sizes,
    ...(changed_within !== undefined && { changedAfter: changed_within }),
    ...(changed_before !== undefined && { changedBefore: changed_before }),
  };
}
