/**
 * list_files of the "FS MCP Server Tools Guide", which profile fs follows exactly.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { entriesAnswer } from "../../format/exact/columns.ts";
import { LIMITS } from "../../model/limits.ts";
import type { EntryType, ListRequest } from "../../model/request.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import { HINTS_FIELD, RECORDS } from "../answer_fields.ts";
import { also, clear, field, flag, list, type Values } from "../arguments/fields.ts";
import { FLAG, GLOBS, integer, TEXT } from "../arguments/kinds.ts";
import { globArguments } from "../arguments/globs.ts";
import { changeableBy, type ChangeArguments, zeroHints } from "../hints.ts";
import * as shared from "../default/fields.ts";
import { scopeOf } from "../default/walk_scope.ts";

const RESULTS = 500;

/** How excluded files are reached: no argument lifts a rule, but a named path is listed and searched. */
export const EXCLUDED_BY_NAME = {
  ignored: "name one of them, or its directory, as root",
  hidden: "name one of them, or its directory, as root",
  links: "name the link as root",
};

/** Arguments that select files. */
export const SCOPE_FIELDS = {
  root: field(TEXT, ".", "directory to start from; default .", shared.PLACES),
  include_globs: list(GLOBS, 'only paths matching one of these: ["**/*.rs"]', shared.GLOBS),
  exclude_globs: clear(list(GLOBS, "not these", shared.EXCLUDED_GLOBS)),
};

const fields = {
  root: SCOPE_FIELDS.root,
  recursive: field(FLAG, true, "default true"),
  include_globs: also(SCOPE_FIELDS.include_globs, "pattern file_mask"), // Gemini and the reference server, Serena
  exclude_globs: SCOPE_FIELDS.exclude_globs,
  max_results: field(integer(1), RESULTS, `default ${RESULTS}`, shared.MAX_RESULTS),
  include_dirs: flag("default false: files only"),
  include_metadata: flag("add size (bytes) and modified (UNIX seconds)"),
  skip: field(integer(0), 0, "entries of the pages before; default 0"),
};

export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description: "Files below root, in path order; .gitignore and .ignore apply.\n" +
    "🎯 Unknown tree: recursive=false with include_dirs=true first (~15 tokens an entry, ~30 with metadata), then " +
    "include_globs.\n💡 has_more=true: the next page is skip + max_results, or next_skip where the answer was cut.",
  fields,
  output: z.looseObject({ entries: RECORDS.unwrap(), has_more: z.boolean(), ...HINTS_FIELD }),
  example: { root: ".", include_globs: ["**/*.ts"], max_results: 100 },
  changes: LONGER_TIMEOUT,

  async handle(args, call) {
    const { context, pageContext } = call, request = requestOf(args, call);
    const { skip, metadata } = request, asked = args.max_results;
    const report = await context.run(request), hints = zeroHints(report, "entries", call, CHANGES);
    return entriesAnswer(report, metadata, { ...pageContext, skip, asked, hints });
  },
});

const CHANGES: ChangeArguments = { rules: EXCLUDED_BY_NAME, globs: globArguments };

function requestOf(args: Values<typeof fields>, { context, notes }: ToolCall): ListRequest {
  const types: EntryType[] = args.include_dirs ? ["f", "l", "d"] : ["f", "l"];
  return {
    op: "list",
    scope: {
      ...scopeOf([args.root], args, args.recursive ? undefined : 1),
      ...(args.include_dirs && args.include_globs.length > 0 && { dirsMustMatch: true }),
    },
    tests: { types, extensions: [], exclude: [], sizes: [] },
    metadata: args.include_metadata,
    skip: args.skip,
    limit: notes.lowered("max_results", args.max_results, LIMITS.list.cap),
    timeoutMs: context.timeoutMs,
    explain: changeableBy(CHANGES),
  };
}
