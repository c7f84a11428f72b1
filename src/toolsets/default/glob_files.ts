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
import { timeoutOf } from "../call_time.ts";
import { flag, PATHS, text } from "../arguments/schema_fields.ts";
import { BUDGET_FIELDS, COMPLETENESS } from "./fields.ts";
import { GLOB_ALIASES } from "./aliases.ts";

const input = z.strictObject({
  pattern: z.string().describe('"**/*.ts"; "src/*/" = directories by name'),
  mode: z.enum(["directories", "files"]).optional().describe("default directories"),
  root: text("where to start; default ."),
  hidden: flag("include dot files"),
  no_ignore: flag("include ignored files"),
  timeout_ms: BUDGET_FIELDS.timeout_ms,
});

export const globFiles = defineTool({
  name: "glob_files",
  title: "Find files by glob",
  description:
    "Paths matching a glob: * (within a name), ** (any depth), ?, [a-z], {a,b}.\n🎯 mode=directories: which " +
    "directories hold matches. mode=files: at most 200 files.\n💡 For sizes, dates or paging: list_files.",
  input,
  output: z.looseObject({ ...COMPLETENESS, directories: PATHS, files: PATHS, message: z.string().optional() }),
  example: { pattern: "**/*.ts", mode: "files" },
  aliases: GLOB_ALIASES,

  async handle(args, call) {
    const { context } = call;
    const request: GlobRequest = {
      op: "glob",
      root: args.root ?? ".",
      pattern: args.pattern,
      mode: args.mode ?? "directories",
      hidden: args.hidden ?? false,
      noIgnore: args.no_ignore ?? false,
      limit: args.mode === "files" ? LIMITS.globFiles : Number.MAX_SAFE_INTEGER,
      timeoutMs: timeoutOf(args.timeout_ms, call),
      explain: changeableBy(CHANGES),
    };
    const report = await context.run(request), hints = zeroHints(report, request.mode, call, CHANGES, request.root);
    return globAnswer(report, { ...call.pageContext, mode: request.mode, hints });
  },
});

const CHANGES: ChangeArguments = { rules: DEFAULT_CHANGES.rules, globs: ([pattern]) => ({ pattern }) };
