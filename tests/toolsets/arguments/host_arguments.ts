/**
 * Arguments as hosts and their models send them: in the names of their built-in tools, with every optional field filled
 * in, and with additions of hosts. Each comes with the same call in this program's names.
 * @module
 */

type Arguments = Record<string, unknown>;

/** A call as it was sent, and its meaning. */
export interface HostCall {
  readonly host: string;
  readonly tool: string;
  readonly sent: unknown;
  readonly meant: Arguments;
}

function calls(host: string, ...rows: [tool: string, sent: unknown, meant: Arguments][]): HostCall[] {
  return rows.map(([tool, sent, meant]) => ({ host, tool, sent, meant }));
}

const NO_FORM = { total_only: false, count_only_matches: false, summary_only: false, group_by_file: false };

/** All optional fields of search_content with fillers. */
const SEARCH_FILLED = {
  ...NO_FORM,
  roots: ["."],
  files: [],
  regex: true,
  fixed_strings: false,
  word: false,
  case: "smart",
  multiline: false,
  include_globs: [],
  exclude_globs: [],
  follow_symlinks: false,
  hidden: false,
  no_ignore: false,
  max_filesize: "10M",
  context_before: 0,
  context_after: 0,
  encoding: "",
  max_count: null,
  optimize_paths: false,
  absolute: false,
  limit: 2000,
  skip: 0,
  timeout_ms: 4000,
  token_budget: 8000,
};

const FIND_FILLED = {
  pattern: "",
  glob: false,
  full_path_match: false,
  types: [],
  extensions: [],
  exclude: [],
  depth: null,
  size: [],
  changed_within: "",
  changed_before: null,
};

/** Calls of the default profile. */
export const DEFAULT_CALLS: readonly HostCall[] = [
  ...calls(
    "Claude Code",
    ["search_content", { pattern: "gold", path: "src", output_mode: "files_with_matches" }, {
      query: "gold",
      roots: ["src"],
      count_only_matches: true,
    }],
    ["search_content", {
      pattern: "GOLD",
      path: "src",
      glob: "*.{ts,md}",
      output_mode: "content",
      "-i": true,
      "-n": true,
      "-B": 1,
      "-A": 2,
      multiline: false,
      head_limit: 20,
      offset: 0,
    }, {
      query: "GOLD",
      roots: ["src"],
      include_globs: ["*.{ts,md}"],
      group_by_file: true,
      case: "insensitive",
      context_before: 1,
      context_after: 2,
      limit: 20,
    }],
    ["search_content", { pattern: "gold", output_mode: "count" }, {
      query: "gold",
      count_only_matches: true,
    }],
    ["search_content", { pattern: "Gold", "-i": false, "-C": 1, "-A": 2 }, {
      query: "Gold",
      case: "sensitive",
      context_before: 1,
      context_after: 2,
    }],
    ["glob_files", { pattern: "*.ts", path: "src" }, { pattern: "*.ts", root: "src" }],
    ["read_file", { file_path: "src/a.ts", offset: 2, limit: 3 }, { path: "src/a.ts", start_line: 2, max_lines: 3 }],
    ["list_files", { path: "src", ignore: ["*.md"] }, { roots: ["src"], exclude: ["*.md"] }],
  ),
  ...calls(
    "Gemini CLI",
    ["search_content", { query: "gold", wait_for_previous: false }, { query: "gold" }],
    ["search_content", {
      pattern: "gold",
      dir_path: "src",
      include_pattern: "*.ts",
      exclude_pattern: "*.md",
      names_only: true,
      max_matches_per_file: 1,
      total_max_matches: 5,
      wait_for_previous: true,
    }, {
      query: "gold",
      roots: ["src"],
      include_globs: ["*.ts"],
      exclude_globs: ["*.md"],
      count_only_matches: true,
      max_count: 1,
      limit: 5,
    }],
    ["search_content", {
      pattern: "gold",
      case_sensitive: false,
      fixed_strings: true,
      before: 1,
      after: 1,
      no_ignore: false,
    }, {
      query: "gold",
      case: "insensitive",
      fixed_strings: true,
      context_before: 1,
      context_after: 1,
    }],
    ["read_file", { file_path: "src/a.ts", start_line: 2, end_line: 4 }, {
      path: "src/a.ts",
      start_line: 2,
      max_lines: 3,
    }],
    ["read_file", { absolute_path: "src/a.ts", offset: 0, limit: 2 }, {
      path: "src/a.ts",
      start_line: 0,
      max_lines: 2,
    }],
    ["glob_files", { pattern: "**/*.ts", dir_path: "src" }, {
      pattern: "**/*.ts",
      root: "src",
    }],
    ["list_files", { dir_path: "src", wait_for_previous: false }, { roots: ["src"] }],
  ),
  ...calls(
    "Codex",
    ["search_content", { pattern: "gold", include: "*.ts", path: "src", limit: 100 }, {
      query: "gold",
      include_globs: ["*.ts"],
      roots: ["src"],
      limit: 100,
    }],
    ["read_file", { file_path: "src/a.ts", offset: 1, limit: 2000 }, {
      path: "src/a.ts",
      start_line: 1,
      max_lines: 2000,
    }],
    ["list_files", { dir_path: "src", limit: 25, depth: 2 }, { roots: ["src"], limit: 25, depth: 2 }],
  ),
  ...calls(
    "opencode",
    ["search_content", { pattern: "gold", path: "src", include: "*.{ts,tsx}" }, {
      query: "gold",
      roots: ["src"],
      include_globs: ["*.{ts,tsx}"],
    }],
    ["read_file", { filePath: "src/a.ts", offset: 3, limit: 2 }, { path: "src/a.ts", start_line: 3, max_lines: 2 }],
    ["glob_files", { pattern: "**/*.md", path: "." }, { pattern: "**/*.md" }],
    ["list_files", { path: "src", ignore: [], include: [] }, { roots: ["src"] }],
    ["search_content", { query: "gold", include_globs: "*.ts,*.md" }, {
      query: "gold",
      include_globs: ["*.ts", "*.md"],
    }],
  ),
  ...calls(
    "Inspector",
    ["search_content", { ...SEARCH_FILLED, query: "gold" }, { query: "gold", token_budget: 8000 }],
    ["find_and_grep", {
      ...SEARCH_FILLED,
      ...FIND_FILLED,
      files: null,
      query: "gold",
      file_limit: 2000,
      sort: "path",
    }, { query: "gold", token_budget: 8000 }],
    ["list_files", { ...FIND_FILLED, roots: [], metadata: false, limit: 2000, skip: 0 }, {}],
    ["glob_files", { pattern: "**/*.ts", mode: "directories", root: "", hidden: false, no_ignore: false }, {
      pattern: "**/*.ts",
    }],
    ["read_file", {
      path: "src/a.ts",
      offset_bytes: 0,
      max_bytes: 65536,
      start_line: 2,
      max_lines: 2,
      line_numbers: false,
      encoding: null,
    }, { path: "src/a.ts", start_line: 2, max_lines: 2, line_numbers: false }],
  ),
  ...calls(
    "n8n",
    ["list_files", {
      roots: ["src"],
      sessionId: "1",
      action: "sendMessage",
      chatInput: "?",
      toolCallId: "c",
      tool: "x",
    }, {
      roots: ["src"],
    }],
  ),
  ...calls(
    "the reference filesystem server",
    ["read_file", { paths: ["src/a.ts", "src/b.md"] }, { reads: ["src/a.ts", "src/b.md"] }],
    ["list_files", { path: "src", pattern: "a", excludePatterns: ["*.md"] }, {
      roots: ["src"],
      pattern: "a",
      exclude: ["*.md"],
    }],
  ),
  ...calls(
    "Serena",
    ["search_content", { substring_pattern: "gold", relative_path: "src", paths_include_glob: "*.ts" }, {
      query: "gold",
      roots: ["src"],
      include_globs: ["*.ts"],
    }],
    ["search_content", {
      substring_pattern: "gold",
      paths_exclude_glob: "*.md",
      context_lines_before: 1,
      context_lines_after: 2,
    }, { query: "gold", exclude_globs: ["*.md"], context_before: 1, context_after: 2 }],
    ["read_file", { relative_path: "src/a.ts", start_line: 2, end_line: 4 }, {
      path: "src/a.ts",
      start_line: 2,
      max_lines: 3,
    }],
    ["list_files", { relative_path: "src", file_mask: "*.ts" }, { roots: ["src"], pattern: "*.ts", glob: true }],
  ),
  ...calls(
    "ripgrep by its flags",
    ["search_content", { regexp: "GOLD", "-i": true, "-g": "*.ts,*.md", "-c": true, "-n": true, "-v": false }, {
      query: "GOLD",
      case: "insensitive",
      include_globs: ["*.ts", "*.md"],
      count_only_matches: true,
    }],
    [
      "search_content",
      { e: "gold", path: ["src", "lib"], "-l": true, "-w": true, "-F": true, "-U": true },
      {
        query: "gold",
        roots: ["src", "lib"],
        word: true,
        fixed_strings: true,
        multiline: true,
        count_only_matches: true,
      },
    ],
    ["find_and_grep", { query: "gold", "max-depth": 2, glob: "*.ts", "--max-count": 1, replace: "" }, {
      query: "gold",
      depth: 2,
      include_globs: ["*.ts"],
      max_count: 1,
    }],
    ["list_files", { glob: "*.ts", path: "src", max_results: 5 }, {
      pattern: "*.ts",
      glob: true,
      roots: ["src"],
      limit: 5,
    }],
    ["consult_files", { paths: ["src/a.ts"], query: "?", dry_run: true }, {
      files: ["src/a.ts"],
      query: "?",
      dry_run: true,
    }],
  ),
];

/** Calls of the profile `microagent`. */
export const MICROAGENT_CALLS: readonly HostCall[] = [
  ...calls(
    "Claude Code",
    [
      "grep",
      { pattern: "GOLD", glob: "src/**/*.ts", "-i": true, "-C": 1, output_mode: "content", head_limit: 9 },
      {
        pattern: "GOLD",
        filePattern: "src/**/*.ts",
        ignoreCase: true,
        contextBefore: 1,
        contextAfter: 1,
        maxResults: 9,
      },
    ],
    ["grep", { pattern: "gold", output_mode: "files_with_matches" }, { pattern: "gold", filesOnly: true }],
    ["read_file_lines", { file_path: "src/a.ts", offset: 4 }, { filePath: "src/a.ts", startLine: 4 }],
  ),
  ...calls(
    "Gemini CLI",
    ["glob", { pattern: "**/*.ts", wait_for_previous: true }, { pattern: "**/*.ts" }],
    ["read_file_lines", { path: "src/a.ts", start_line: 2, end_line: 3 }, {
      filePath: "src/a.ts",
      startLine: 2,
      endLine: 3,
    }],
  ),
];

/** Calls of the profile `fs`. */
export const FS_CALLS: readonly HostCall[] = [
  ...calls(
    "Claude Code",
    ["search_text", { pattern: "gold", path: "src", glob: "*.ts", "-i": true, "-C": 1, head_limit: 9 }, {
      query: "gold",
      root: "src",
      include_globs: ["*.ts"],
      case_sensitive: false,
      context_lines: 1,
      max_results: 9,
    }],
    ["list_files", { path: "src", ignore: ["*.md"] }, { root: "src", exclude_globs: ["*.md"] }],
    ["read_file", { file_path: "src/a.ts", offset: 2, limit: 2 }, { path: "src/a.ts", start_line: 2, max_lines: 2 }],
  ),
  ...calls(
    "Gemini CLI",
    ["list_files", { dir_path: "src", wait_for_previous: false }, { root: "src" }],
    ["read_file", { file_path: "src/a.ts", start_line: 2, end_line: 3 }, {
      path: "src/a.ts",
      start_line: 2,
      max_lines: 2,
    }],
  ),
];
