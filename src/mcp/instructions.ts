/**
 * The instructions for a model about the server as a whole.
 * @module
 */
import type { Tool } from "../toolsets/tool.ts";

const SEARCH_FIRST =
  "Search first, read last. search_content with group_by_file=true shows every line that matches; too long an answer comes " +
  "in a cheaper form by itself. When only counts are asked: total_only, count_only_matches, value_counts. Then read_file of " +
  "just the lines you need, or of one symbol. An unknown tree: list_files with tree=true.";

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
