/**
 * Arguments and answer fields that several tools of the default profile share.
 * @module
 */
import * as z from "zod";
import { LIMITS } from "../../model/limits.ts";
import { COUNT_KEYS } from "../../model/output_form.ts";
import { capped, flag, integer, text, textOrTexts, texts } from "../arguments/schema_fields.ts";
import { megabytes } from "../arguments/sizes_and_times.ts";

/** Which entries a walk visits. */
export const WALK_FIELDS = {
  follow_symlinks: flag("follow links inside the root"),
  hidden: flag("include dot files"),
  no_ignore: flag("include ignored files"),
};

/** The filters of fd. */
export const FIND_FIELDS = {
  pattern: text("regex on the name"),
  glob: flag("pattern is a glob"),
  full_path_match: flag("match pattern on the whole path"),
  types: z.array(z.enum(["f", "d", "l", "x", "e"])).optional().describe("file, dir, link, executable, empty"),
  extensions: texts('["ts","md"]'),
  exclude: texts("globs"),
  depth: integer(1, "1 = entries of the root"),
  size: texts('"+10M" at least, "-1k" at most; all must hold'),
  changed_within: text('"2d" or an ISO date'),
  changed_before: text('"2w" or an ISO date'),
};

/** The query, and the form of the answer. */
export const SEARCH_FIELDS = {
  query: textOrTexts("regex (JavaScript), or text with fixed_strings; a list: any of them, each counted"),
  regex: flag("default true; false = plain text"),
  fixed_strings: flag("query is plain text"),
  word: flag("whole words only"),
  case: z.enum(["smart", "insensitive", "sensitive"]).optional().describe("default smart"),
  multiline: flag("match across lines"),
  include_globs: texts('only these files: ["*.ts","src/**"]'),
  exclude_globs: texts("not these files"),
  max_filesize: text(`default ${megabytes(LIMITS.fileSize.default)}, cap ${megabytes(LIMITS.fileSize.cap)}`),
  context_before: integer(0, "lines before a match"),
  context_after: integer(0, "lines after"),
  encoding: text("force a charset"),
  max_count: integer(1, "lines per file"),
  total_only: flag("one number"),
  count_only_matches: flag("per file"),
  counts_by: z.enum(COUNT_KEYS).optional().describe("directory: the one that holds the file"),
  value_counts: flag("matched texts, most frequent first"),
  summary_only: flag("top files, 3 samples each"),
  group_by_file: flag("all lines, each path once"),
  spans: flag("bytes of each match"),
  definitions: flag("only definitions that match; up to 3 with their text, long ones with their members"),
  enclosing: flag("name the definition around each line"),
  optimize_paths: flag("common path prefix once"),
};

/** Paging. */
export const PAGE_FIELDS = {
  absolute: flag("absolute paths"),
  limit: capped(LIMITS.list),
  skip: integer(0, "next_skip"),
};

/** The limits of a call. */
export const BUDGET_FIELDS = {
  timeout_ms: capped(LIMITS.timeoutMs),
  token_budget: integer(0, `default ${LIMITS.tokenBudget} (--token-budget); 0 = no limit`),
};

/** The arguments that both searching tools have. */
export type SearchArguments = z.output<
  z.ZodObject<typeof SEARCH_FIELDS & typeof PAGE_FIELDS & typeof BUDGET_FIELDS>
>;

/** How complete an answer is: the fields by which a program pages. */
export const COMPLETENESS = {
  total: z.int().optional(),
  truncated: z.boolean().optional(),
  next_skip: z.int().optional(),
};
