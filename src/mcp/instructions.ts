/**
 * What a model is told of the server as a whole, beside the tools' own descriptions.
 * @module
 */
import type { Tool } from "../toolsets/tool.ts";

const SEARCH_FIRST =
  "Search first, read last. For the fewest tokens go step by step: count (search_content total_only), distribution " +
  "(count_only_matches), summary (summary_only), the matches themselves (group_by_file) with narrow globs, then " +
  "read_file of just the lines you need. An unknown tree: glob_files for its directories first.";

const READ_ONLY = "Read-only access to the files below this server's roots; paths are relative to the first root.";

/** The instructions that fit the tools on offer. */
export function instructions(tools: readonly Tool[]): string {
  return tools.some(({ name }) => name === "search_content") ? `${READ_ONLY} ${SEARCH_FIRST}` : READ_ONLY;
}
