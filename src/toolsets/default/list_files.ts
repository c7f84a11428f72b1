/**
 * list_files: fd's listing, with paging.
 * @module
 */
import * as z from "zod";
import { listAnswer } from "../../format/listing.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ListRequest } from "../../model/request.ts";
import { defineTool } from "../define_tool.ts";
import { nearEntries } from "../near_entries.ts";
import { timed } from "../timed.ts";
import { BUDGET_FIELDS, COMPLETENESS, FIND_FIELDS, flag, PAGE_FIELDS, RECORDS, texts, WALK_FIELDS } from "./fields.ts";
import { LIST_NAMES } from "./other_names.ts";
import { timeoutOf } from "./time_limit.ts";
import { RULE_SWITCHES, scopeOf, testsOf } from "./walk_scope.ts";

const input = z.strictObject({
  roots: texts('default ["."]'),
  ...FIND_FIELDS,
  ...WALK_FIELDS,
  metadata: flag("add size_bytes, mtime (UNIX seconds), ext"),
  ...PAGE_FIELDS,
  ...BUDGET_FIELDS,
});

/** The tool. */
export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description: "Entries below roots, filtered by name, type, extension, size and date; ignore rules respected.\n" +
    "💡 ~10 tokens an entry, ~30 with metadata: narrow with extensions, depth or pattern first. A cut answer says " +
    "total and next_skip.\n🎯 To search in the files found: find_and_grep.",
  input,
  output: z.looseObject({ ...COMPLETENESS, entries: RECORDS }),
  example: { roots: ["."], extensions: ["ts"], limit: 100 },
  otherNames: LIST_NAMES,

  async answer(args, call) {
    const { context, caps } = call;
    const request: ListRequest = {
      op: "list",
      scope: await scopeOf(args.roots ?? [], args, call),
      tests: testsOf(args, call),
      metadata: args.metadata ?? false,
      skip: args.skip ?? 0,
      limit: caps.number("limit", args.limit, LIMITS.list),
      timeoutMs: timeoutOf(args.timeout_ms, call),
    };
    const [report, leftMs] = await timed(request.timeoutMs, () => context.run(request));
    const hints = await nearEntries(request, report, call, leftMs, { rules: RULE_SWITCHES });
    return listAnswer(report, {
      ...call.frame,
      ...(args.token_budget !== undefined && { budget: args.token_budget }),
      skip: request.skip,
      metadata: request.metadata,
      ...(args.absolute && { absoluteFrom: context.projectRoot }),
      hints,
    });
  },
});
