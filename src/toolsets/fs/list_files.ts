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
import { flag, HINTS_FIELD, integer, RECORDS, text, texts } from "../arguments/schema_fields.ts";
import { globArguments } from "../arguments/globs.ts";
import { changeableBy, type ChangeArguments, zeroHints } from "../hints.ts";
import { scopeOf } from "../default/walk_scope.ts";
import { LIST_ALIASES } from "./aliases.ts";

const RESULTS = { default: 500, cap: LIMITS.list.cap };

/** How excluded files are reached: no argument lifts a rule, but a named path is listed and searched. */
export const EXCLUDED_BY_NAME = {
  ignored: "name one of them, or its directory, as root",
  hidden: "name one of them, or its directory, as root",
  links: "name the link as root",
};

/** Arguments that select files. */
export const SCOPE_FIELDS = {
  root: text("directory to start from; default ."),
  include_globs: texts('only paths matching one of these: ["**/*.rs"]'),
  exclude_globs: texts("not these"),
};

const input = z.strictObject({
  root: SCOPE_FIELDS.root,
  recursive: flag("default true"),
  include_globs: SCOPE_FIELDS.include_globs,
  exclude_globs: SCOPE_FIELDS.exclude_globs,
  max_results: integer(1, `default ${RESULTS.default}`),
  include_dirs: flag("default false: files only"),
  include_metadata: flag("add size (bytes) and modified (UNIX seconds)"),
  skip: integer(0, "entries of the pages before; default 0"),
});

export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description: "Files below root, in path order; .gitignore and .ignore apply.\n" +
    "🎯 Unknown tree: recursive=false with include_dirs=true first (~15 tokens an entry, ~30 with metadata), then " +
    "include_globs.\n💡 has_more=true: the next page is skip + max_results, or next_skip where the answer was cut.",
  input,
  output: z.looseObject({ entries: RECORDS.unwrap(), has_more: z.boolean(), ...HINTS_FIELD }),
  example: { root: ".", include_globs: ["**/*.ts"], max_results: 100 },
  aliases: LIST_ALIASES,
  changes: LONGER_TIMEOUT,

  async handle(args, call) {
    const { context, pageContext } = call, request = requestOf(args, call);
    const { skip, metadata } = request, asked = args.max_results ?? RESULTS.default;
    const report = await context.run(request), remarks = zeroHints(report, "entries", call, CHANGES);
    return entriesAnswer(report, metadata, { ...pageContext, skip, asked, remarks });
  },
});

const CHANGES: ChangeArguments = { rules: EXCLUDED_BY_NAME, globs: globArguments };

function requestOf(args: z.output<typeof input>, call: ToolCall): ListRequest {
  const { context, notes } = call;
  const types: EntryType[] = args.include_dirs ? ["f", "l", "d"] : ["f", "l"];
  return {
    op: "list",
    scope: {
      ...scopeOf([args.root ?? "."], args),
      ...(args.recursive === false && { depth: 1 }),
      ...(args.include_dirs && args.include_globs?.length && { dirsMustMatch: true }),
    },
    tests: { types, extensions: [], exclude: [], sizes: [] },
    metadata: args.include_metadata ?? false,
    skip: args.skip ?? 0,
    limit: notes.capNumber("max_results", args.max_results, RESULTS),
    timeoutMs: context.timeoutMs,
    explain: changeableBy(CHANGES),
  };
}
