/**
 * search_content: ripgrep's search in as few tokens as the question needs.
 * @module
 */
import * as z from "zod";
import { defineTool } from "../define_tool.ts";
import { COMPLETENESS, RECORDS } from "../answer_fields.ts";
import { clear, list, type Values } from "../arguments/fields.ts";
import { TEXTS } from "../arguments/kinds.ts";
import { BUDGET_FIELDS, PLACES, scopeOf, SEARCH_FIELDS, SEARCH_PAGE_FIELDS, WALK_FIELDS } from "./fields.ts";
import { answerSearch } from "./answer_search.ts";

const fields = {
  roots: list(TEXTS, 'directories or files; default ["."]', PLACES),
  files: clear(list(TEXTS, "files to search")),
  ...SEARCH_FIELDS,
  ...WALK_FIELDS,
  ...SEARCH_PAGE_FIELDS,
  ...BUDGET_FIELDS,
};

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
  description:
    "Lines that match a query, as ripgrep finds them.\n🎯 Start with group_by_file=true: every line, each path " +
    "once. An answer over the token budget comes in a cheaper form by itself.\nHow many? total_only, " +
    "count_only_matches (most first; counts_by=directory), value_counts (sort | uniq -c, of group 1 if any). " +
    "Too many? summary_only.\nWhere is it defined? definitions=true, with its text, or group_by_file. Who uses it? enclosing=true; how often: with value_counts. " +
    "Over several lines? multiline=true, (?s)a.*?b.\n⚠️ At most one form; context, spans, enclosing join group_by_file. Narrow with include_globs, page with skip.",
  fields,
  output: z.looseObject(SEARCH_OUTPUT),
  example: { roots: ["."], query: "TODO", count_only_matches: true },

  async handle(args, call) {
    return await answerSearch(args, scopeOf(rootsOf(args), args), undefined, call);
  },
});

/** Beside the default root, `files` alone are searched. An empty path means the root, but not as a file. */
function rootsOf({ roots, files }: Pick<Values<typeof fields>, "roots" | "files">): readonly string[] {
  const named = files.filter((file) => file !== ""), isDefault = roots.every((root) => root === "." || root === "");
  return named.length > 0 && isDefault ? named : [...roots, ...named];
}
