/**
 * search_content: ripgrep's search in as few tokens as the question needs.
 * @module
 */
import * as z from "zod";
import { defineTool } from "../define_tool.ts";
import { RECORDS, texts } from "../arguments/schema_fields.ts";
import { BUDGET_FIELDS, COMPLETENESS, PAGE_FIELDS, SEARCH_FIELDS, WALK_FIELDS } from "./fields.ts";
import { SEARCH_ALIASES } from "./aliases.ts";
import { answerSearch } from "./answer_search.ts";
import { scopeOf } from "./walk_scope.ts";

const input = z.strictObject({
  roots: texts('directories or files; default ["."]'),
  files: texts("files to search"),
  ...SEARCH_FIELDS,
  ...WALK_FIELDS,
  ...PAGE_FIELDS,
  ...BUDGET_FIELDS,
});

/** The structured content of a search's answer. */
export const SEARCH_OUTPUT = {
  ...COMPLETENESS,
  matches: RECORDS,
  files: RECORDS,
  top_files: RECORDS,
  counts: z.record(z.string(), z.int()).optional(),
  counts_by: z.string().optional(),
  depth: z.int().optional(),
  queries: RECORDS,
  distinct: z.int().optional(),
  values: RECORDS,
  definitions: RECORDS,
  format: z.string().optional(),
};

export const searchContent = defineTool({
  name: "search_content",
  title: "Search in files",
  description: "Lines that match a query, like ripgrep.\n🎯 CHEAPEST FIRST (tokens):\n" +
    "1. total_only=true: how many? ~10\n2. count_only_matches=true: in which files? 50-200\n" +
    "3. summary_only=true: samples of the top files, 500-2000\n4. group_by_file=true: all lines, 2000-10000\n" +
    "5. none of these: full with submatches, 2000-50000+\n6. read_file with start_line around a match\n" +
    "⚠️ The four forms exclude one another. With none, an answer over the token budget comes in the richest form that " +
    "fits.\n💡 optimize_paths=true saves 5-40 % below a directory. Narrow with include_globs. Page with skip=next_skip.",
  input,
  output: z.looseObject(SEARCH_OUTPUT),
  example: { roots: ["."], query: "TODO", count_only_matches: true },
  aliases: SEARCH_ALIASES,

  async handle(args, call) {
    return await answerSearch(args, await scopeOf(rootsOf(args), args, call), undefined, call);
  },
});

/** Beside the default root, `files` alone are searched. An empty path means the root, but not as a file. */
function rootsOf({ roots = [], files = [] }: Pick<z.output<typeof input>, "roots" | "files">): readonly string[] {
  const named = files.filter((file) => file !== ""), isDefault = roots.every((root) => root === "." || root === "");
  return named.length > 0 && isDefault ? named : [...roots, ...named];
}
