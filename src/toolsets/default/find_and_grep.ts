/**
 * find_and_grep: the filters of list_files choose the files that the query of search_content searches.
 * @module
 */
import * as z from "zod";
import { LIMITS } from "../../model/limits.ts";
import { defineTool } from "../define_tool.ts";
import { RECORD } from "../answer_fields.ts";
import { also, boundsText, field, list, type Meaning, merged } from "../arguments/fields.ts";
import { choice, integer, TEXTS } from "../arguments/kinds.ts";
import {
  BUDGET_FIELDS,
  entryTestsOf,
  FIND_FIELDS,
  PLACES,
  scopeOf,
  SEARCH_FIELDS,
  SEARCH_PAGE_FIELDS,
  WALK_FIELDS,
} from "./fields.ts";
import { SEARCH_OUTPUT } from "./search_content.ts";
import { answerSearch } from "./answer_search.ts";

const { findFiles } = LIMITS;

/** As a text, `glob` is ripgrep's, not fd's. */
const includedGlob: Meaning = (value, others) =>
  typeof value === "string" ? merged(others, { include_globs: value }) : undefined;

const fields = {
  roots: list(TEXTS, 'default ["."]', PLACES),
  ...FIND_FIELDS,
  glob: also(FIND_FIELDS.glob, ["glob", includedGlob]),
  ...WALK_FIELDS,
  file_limit: field(integer(1, findFiles.cap), findFiles.default, `files searched; ${boundsText(findFiles)}`),
  sort: field(choice("path", "mtime", "size"), "path", "default path; newest or largest first"),
  ...SEARCH_FIELDS,
  ...SEARCH_PAGE_FIELDS,
  ...BUDGET_FIELDS,
};

export const findAndGrep = defineTool({
  name: "find_and_grep",
  title: "Find files, then search in them",
  description:
    "list_files' filters and search_content's query and forms in one call, for files chosen by date, size, type or name.",
  fields,
  output: z.looseObject({ ...SEARCH_OUTPUT, meta: RECORD.optional() }),
  example: { roots: ["."], extensions: ["ts"], changed_within: "7d", query: "TODO", count_only_matches: true },

  async handle(args, call) {
    const find = { tests: entryTestsOf(args), fileLimit: args.file_limit, sort: args.sort };
    return await answerSearch(args, scopeOf(args.roots, args, args.depth), find, call);
  },
});
