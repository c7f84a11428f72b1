/**
 * The questions that the skill answers, with the calls that cost least. A test makes every call.
 * @module
 */

/** A question, and the call that answers it. */
export interface SkillStep {
  readonly asks: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The tokens of an answer that may be long. */
  readonly budget?: number;
}

/** Questions of one kind, the cheapest answers first. */
export interface SkillSection {
  readonly heading: string;
  readonly steps: readonly SkillStep[];
}

/** All questions. */
export const SKILL_STEPS: readonly SkillSection[] = [
  {
    heading: "What is there",
    steps: [
      {
        asks: "an unknown tree: directories, with the files and directories below each",
        tool: "list_files",
        args: { tree: true, depth: 2 },
        budget: 2000,
      },
      {
        asks: "how many files of a kind, and where",
        tool: "list_files",
        args: { tree: true, extensions: ["ts", "py"] },
        budget: 2000,
      },
      {
        asks: "the largest; newest: --sort mtime",
        tool: "list_files",
        args: { types: ["f"], sort: "size", limit: 10 },
      },
      { asks: "changed lately", tool: "list_files", args: { roots: ["src"], changed_within: "7d" }, budget: 2000 },
      { asks: "which directories hold tests", tool: "glob_files", args: { pattern: "**/*test*" } },
    ],
  },
  {
    heading: "How many: counts, not lines",
    steps: [
      { asks: "one number", tool: "search_content", args: { query: "TODO", total_only: true } },
      {
        asks: "by file; --counts-by directory or extension sums them",
        tool: "search_content",
        args: { query: "TODO", count_only_matches: true, counts_by: "directory" },
      },
      {
        asks: "a tally of what group 1 matched, for rg -o | sort | uniq -c",
        tool: "search_content",
        args: { query: "TODO\\((\\w+)\\)", value_counts: true },
      },
      {
        asks: "several words in one call, each counted",
        tool: "search_content",
        args: { query: ["TODO", "FIXME"], roots: ["src"], count_only_matches: true },
      },
      {
        asks: "only in files chosen by name, size or date",
        tool: "find_and_grep",
        args: { query: "TODO", extensions: ["ts"], changed_within: "7d", count_only_matches: true },
      },
    ],
  },
  {
    heading: "Which lines",
    steps: [
      {
        asks: "where it is defined; the text comes along",
        tool: "search_content",
        args: { query: "createServer", definitions: true },
        budget: 2000,
      },
      {
        asks: "who calls it: the definition that each line is in",
        tool: "search_content",
        args: { query: "createServer\\(", enclosing: true },
        budget: 2000,
      },
      {
        asks: "samples of the files with most matches",
        tool: "search_content",
        args: { query: "listen", summary_only: true },
      },
      {
        asks: "all lines, each path once",
        tool: "search_content",
        args: { query: "listen", roots: ["src"], group_by_file: true },
        budget: 4000,
      },
    ],
  },
  {
    heading: "Read less than the file",
    steps: [
      { asks: "what it defines, with line numbers", tool: "read_file", args: { path: "src/server.ts", outline: true } },
      {
        asks: "one definition whole, with its comment",
        tool: "read_file",
        args: { path: "src/server.ts", symbol: "Server.start" },
      },
      {
        asks: "some lines, of several files in one call",
        tool: "read_file",
        args: { path: "src/server.ts:1-8", reads: ["src/client.ts:1-4"] },
      },
    ],
  },
];
