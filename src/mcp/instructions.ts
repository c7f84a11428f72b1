/**
 * The instructions for a model about the server as a whole.
 * @module
 */
import type { Tool } from "../toolsets/tool.ts";

const SEARCH_FIRST =
  "Search first, read last. For the fewest tokens go step by step: count (search_content total_only), distribution " +
  "(count_only_matches), summary (summary_only), the matches themselves (group_by_file) with narrow globs, then " +
  "read_file of just the lines you need. An unknown tree: glob_files for its directories first.";

/** Advice, and the tools that it is for. */
const ADVICE_BY_TOOLS: readonly (readonly [tools: readonly string[], advice: string])[] = [
  [["search_content", "read_file", "glob_files"], SEARCH_FIRST],
  [
    ["glob", "grep", "read_file_lines"],
    "Search first, read last: glob or grep filesOnly=true to see where, grep for the lines, then read_file_lines of just " +
    "the lines around a match.",
  ],
  [
    ["list_files", "search_text", "read_file"],
    "Search first, read last: list_files one level at a time, search_text with a small max_results, then read_file by " +
    "start_line and max_lines around a hit.",
  ],
];

const READ_ONLY = "Read-only access to the files below this server's roots; paths are relative to the first root.";

/** The instructions for the offered tools. */
export function instructions(tools: readonly Tool[]): string {
  const offered = new Set(tools.map(({ name }) => name));
  const [, advice] = ADVICE_BY_TOOLS.find(([needed]) => needed.every((name) => offered.has(name))) ?? [];
  return advice === undefined ? READ_ONLY : `${READ_ONLY} ${advice}`;
}
