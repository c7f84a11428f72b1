/**
 * find_and_grep: the filters of list_files choose the files that the query of search_content searches.
 * @module
 */
import * as z from "zod";
import { LIMITS } from "../../model/limits.ts";
import { defineTool } from "../define_tool.ts";
import { capped, RECORD, texts } from "../arguments/schema_fields.ts";
import { BUDGET_FIELDS, FIND_FIELDS, PAGE_FIELDS, SEARCH_FIELDS, WALK_FIELDS } from "./fields.ts";
import { SEARCH_OUTPUT } from "./search_content.ts";
import { answerSearch } from "./answer_search.ts";
import { entryTestsOf, scopeOf } from "./walk_scope.ts";
import { FIND_AND_GREP_ALIASES } from "./aliases.ts";

const input = z.strictObject({
  roots: texts('default ["."]'),
  ...FIND_FIELDS,
  ...WALK_FIELDS,
  file_limit: capped(LIMITS.findFiles, "files searched; "),
  sort: z.enum(["path", "mtime", "size"]).optional().describe(
    "default path; newest or largest first",
  ),
  ...SEARCH_FIELDS,
  ...PAGE_FIELDS,
  ...BUDGET_FIELDS,
});

export const findAndGrep = defineTool({
  name: "find_and_grep",
  title: "Find files, then search in them",
  description:
    "list_files' filters and search_content's query and forms in one call, for files chosen by date, size, type or name.",
  input,
  output: z.looseObject({ ...SEARCH_OUTPUT, meta: RECORD.optional() }),
  example: { roots: ["."], extensions: ["ts"], changed_within: "7d", query: "TODO", count_only_matches: true },
  aliases: FIND_AND_GREP_ALIASES,

  async handle(args, call) {
    const fileLimit = call.notes.capNumber("file_limit", args.file_limit, LIMITS.findFiles);
    const find = { tests: entryTestsOf(args, call), fileLimit, sort: args.sort ?? "path" };
    return await answerSearch(args, scopeOf(args.roots ?? [], args), find, call);
  },
});
