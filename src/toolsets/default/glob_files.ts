/**
 * glob_files: paths by glob, directories first.
 * @module
 */
import * as z from "zod";
import { globAnswer } from "../../format/glob_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import type { GlobRequest } from "../../model/request.ts";
import { defineTool } from "../define_tool.ts";
import { changeableBy, type ChangeArguments, DEFAULT_CHANGES, zeroHints } from "../hints.ts";
import { COMPLETENESS, PATHS } from "../answer_fields.ts";
import { field, required } from "../arguments/fields.ts";
import { choice, TEXT } from "../arguments/kinds.ts";
import { BUDGET_FIELDS, PLACES, WALK_FIELDS } from "./fields.ts";

const fields = {
  pattern: required(TEXT, '"**/*.ts"; "src/*/" = directories by name', "glob file_mask"), // Serena
  mode: field(choice("directories", "files"), "directories", "default directories"),
  root: field(TEXT, ".", "where to start; default .", PLACES),
  hidden: WALK_FIELDS.hidden,
  no_ignore: WALK_FIELDS.no_ignore,
  timeout_ms: BUDGET_FIELDS.timeout_ms,
};

export const globFiles = defineTool({
  name: "glob_files",
  title: "Find files by glob",
  description:
    "Paths matching a glob: * (within a name), ** (any depth), ?, [a-z], {a,b}.\n🎯 mode=directories: which " +
    "directories hold matches. mode=files: at most 200 files.\n💡 For sizes, dates or paging: list_files.",
  fields,
  output: z.looseObject({ ...COMPLETENESS, directories: PATHS, files: PATHS, message: z.string().optional() }),
  example: { pattern: "**/*.ts", mode: "files" },

  async handle(args, call) {
    const { context } = call;
    const request: GlobRequest = {
      op: "glob",
      root: args.root,
      pattern: args.pattern,
      mode: args.mode,
      hidden: args.hidden,
      noIgnore: args.no_ignore,
      limit: args.mode === "files" ? LIMITS.globFiles : Number.MAX_SAFE_INTEGER,
      timeoutMs: args.timeout_ms ?? context.timeoutMs,
      explain: changeableBy(CHANGES),
    };
    const report = await context.run(request), hints = zeroHints(report, request.mode, call, CHANGES, request.root);
    return globAnswer(report, { ...call.pageContext, mode: request.mode, hints });
  },
});

const CHANGES: ChangeArguments = { rules: DEFAULT_CHANGES.rules, globs: ([pattern]) => ({ pattern }) };
