/**
 * Hints for hosts in the `_meta` of listed tools. They are not shown to models, and hosts that do not know them ignore them.
 *
 * Only Claude Code documents such hints (https://code.claude.com/docs/en/mcp). Codex, VS Code and GitHub Copilot CLI defer
 * tools too, but only by settings of their own.
 * @module
 */
import type { Tool } from "../toolsets/tool.ts";

/** The words by which a deferred tool is searched, by the tool's name in any profile. */
const SEARCH_HINTS: Readonly<Record<string, string>> = {
  search_content: "grep, ripgrep: search file contents by regex or text",
  search_text: "grep, ripgrep: search file contents by regex or text",
  grep: "grep, ripgrep: search file contents by regex",
  read_file: "cat, head, sed: read lines of a file",
  read_file_lines: "cat, head, sed: read lines of a file",
  glob_files: "glob: find files or directories by path pattern",
  glob: "glob: find files by path pattern",
  list_files: "ls, find, fd, tree: list files by name, type, size, date",
  find_and_grep: "find and grep: search in files filtered by size, date, type",
  consult_files: "ask a large model about many files",
};

/** Tools that models need at their first step: those that search, and those that read. */
const CORE_TOOLS: ReadonlySet<string> = new Set([
  "search_content",
  "search_text",
  "grep",
  "read_file",
  "read_file_lines",
]);

/** Claude Code's own limit on the characters of a result, and the highest that a tool may ask for. */
const RESULT_CHARS = { default: 50_000, cap: 500_000 } as const;
/** Characters per token. It is more than in answers about source code, which have about four. */
const CHARS_PER_TOKEN = 10;

/**
 * The hints of `tool`.
 * @param tokenBudget the server's; 0 = none
 */
export function hostHints({ name }: Pick<Tool, "name">, tokenBudget: number): Record<string, unknown> {
  return {
    // Claude Code shows models only the names of a server's tools, and loads a tool after a search, unless this is true.
    ...(CORE_TOOLS.has(name) && { "anthropic/alwaysLoad": true }),
    // The words for that search.
    ...(Object.hasOwn(SEARCH_HINTS, name) && { "anthropic/searchHint": SEARCH_HINTS[name] }),
    // Claude Code (2.1.91) writes longer results into a file, and shows the model its name.
    "anthropic/maxResultSizeChars": maxResultChars(tokenBudget),
  };
}

function maxResultChars(tokenBudget: number): number {
  if (tokenBudget === 0) return RESULT_CHARS.cap;
  return Math.min(RESULT_CHARS.cap, Math.max(RESULT_CHARS.default, CHARS_PER_TOKEN * tokenBudget));
}
