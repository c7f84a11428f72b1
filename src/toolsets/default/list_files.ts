/**
 * list_files: fd's listing, with paging.
 * @module
 */
import * as z from "zod";
import { listAnswer } from "../../format/list_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ListRequest } from "../../model/request.ts";
import { defineTool } from "../define_tool.ts";
import { listHints } from "../hints/list_hints.ts";
import { timeoutOf, withTimeLeft } from "../call_time.ts";
import { flag, RECORDS, texts } from "../arguments/schema_fields.ts";
import { BUDGET_FIELDS, COMPLETENESS, FIND_FIELDS, PAGE_FIELDS, WALK_FIELDS } from "./fields.ts";
import { LIST_ALIASES } from "./aliases.ts";
import { entryTestsOf, RULE_SWITCHES, scopeOf } from "./walk_scope.ts";

const input = z.strictObject({
  roots: texts('default ["."]'),
  ...FIND_FIELDS,
  ...WALK_FIELDS,
  metadata: flag("add size_bytes, mtime (UNIX seconds), ext"),
  ...PAGE_FIELDS,
  ...BUDGET_FIELDS,
});

export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description: "Entries below roots, filtered by name, type, extension, size and date; ignore rules respected.\n" +
    "💡 ~10 tokens an entry, ~30 with metadata: narrow with extensions, depth or pattern first. A cut answer says " +
    "total and next_skip.\n🎯 To search in the files found: find_and_grep.",
  input,
  output: z.looseObject({ ...COMPLETENESS, entries: RECORDS }),
  example: { roots: ["."], extensions: ["ts"], limit: 100 },
  aliases: LIST_ALIASES,

  async handle(args, call) {
    const { context, notes } = call;
    const request: ListRequest = {
      op: "list",
      scope: await scopeOf(args.roots ?? [], args, call),
      tests: entryTestsOf(args, call),
      metadata: args.metadata ?? false,
      skip: args.skip ?? 0,
      limit: notes.capNumber("limit", args.limit, LIMITS.list),
      timeoutMs: timeoutOf(args.timeout_ms, call),
    };
    const [report, leftMs] = await withTimeLeft(request.timeoutMs, () => context.run(request));
    const hints = await listHints(request, report, call, leftMs, { rules: RULE_SWITCHES });
    return listAnswer(report, {
      ...call.pageContext,
      ...(args.token_budget !== undefined && { budget: args.token_budget }),
      skip: request.skip,
      metadata: request.metadata,
      ...(args.absolute && { absoluteFrom: context.projectRoot }),
      hints,
    });
  },
});
