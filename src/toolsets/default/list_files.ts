/**
 * list_files: fd's listing, with paging.
 * @module
 */
import * as z from "zod";
import { listAnswer } from "../../format/list_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ListRequest } from "../../model/request.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import { changeableBy, DEFAULT_CHANGES, zeroHints } from "../hints.ts";
import { timeoutOf } from "../call_time.ts";
import { flag, RECORDS, texts } from "../arguments/schema_fields.ts";
import { BUDGET_FIELDS, COMPLETENESS, FIND_FIELDS, PAGE_FIELDS, WALK_FIELDS } from "./fields.ts";
import { LIST_ALIASES } from "./aliases.ts";
import { entryTestsOf, scopeOf } from "./walk_scope.ts";

const input = z.strictObject({
  roots: texts('default ["."]'),
  ...FIND_FIELDS,
  ...WALK_FIELDS,
  metadata: flag("sizes and dates too"),
  sort: z.enum(["path", "name", "size", "mtime"]).optional().describe("largest, newest first"),
  tree: flag("directories, with counts"),
  ...PAGE_FIELDS,
  ...BUDGET_FIELDS,
});

type Arguments = z.output<typeof input>;

export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description:
    "Entries below roots by name, type, extension, size and date; ignore rules respected.\n🎯 Unknown tree: " +
    "tree=true; a list over the token budget comes as a tree by itself. Largest or newest: sort.\n💡 ~10 tokens an entry, " +
    "~30 with metadata. To search in the files found: find_and_grep.",
  input,
  output: z.looseObject({
    ...COMPLETENESS,
    entries: RECORDS,
    directories: RECORDS,
    format: z.string().optional(),
  }),
  example: { roots: ["."], extensions: ["ts"], limit: 100 },
  aliases: LIST_ALIASES,

  async handle(args, call) {
    const { context } = call, { sort = "path", tree: asTree = false } = args;
    const budget = args.token_budget ?? call.pageContext.budget, request = requestOf(args, budget, call);
    const report = await context.run(request), hints = zeroHints(report, "entries", call, DEFAULT_CHANGES);
    return listAnswer(report, {
      ...call.pageContext,
      budget,
      skip: request.skip,
      metadata: request.metadata,
      sort,
      asTree,
      ...(args.absolute && { absoluteFrom: context.projectRoot }),
      hints,
    });
  },
});

function requestOf(args: Arguments, budget: number, call: ToolCall): ListRequest {
  const { depth, tree, roots = [], ...others } = args;
  const common = {
    op: "list",
    // A tree counts entries at any depth.
    scope: scopeOf(roots, tree ? others : args),
    tests: entryTestsOf(args, call),
    timeoutMs: timeoutOf(args.timeout_ms, call),
    explain: changeableBy(DEFAULT_CHANGES),
  } as const;
  if (tree) {
    noteUnused(args, call);
    const directories = { ...(depth !== undefined && { depth }), limit: mostDirectories(budget) };
    return { ...common, tree: directories, metadata: false, skip: 0, limit: 0 };
  }
  const isWhole = Object.keys(partFields(args)).length === 0;
  return {
    ...common,
    ...(args.sort && { sort: args.sort }),
    metadata: args.metadata ?? false,
    ...(budget > 0 && isWhole && { tree: { limit: mostDirectories(Math.min(budget, LIMITS.unaskedTreeTokens)) } }),
    skip: args.skip ?? 0,
    limit: call.notes.capNumber("limit", args.limit, LIMITS.list),
  };
}

/** The least tokens of a directory in a tree. */
const LEAST_DIRECTORY_TOKENS = 4;

/** As many directories as may fit. */
function mostDirectories(budget: number): number {
  return budget === 0 ? LIMITS.list.cap : Math.min(LIMITS.list.cap, Math.ceil(budget / LEAST_DIRECTORY_TOKENS));
}

/** The arguments that ask for the first entries or for a page, without defaults, which some hosts fill in. */
function partFields({ limit, skip, sort }: Arguments): Partial<Arguments> {
  return {
    ...(limit !== undefined && limit !== LIMITS.list.default && { limit }),
    ...(skip && { skip }),
    ...(sort && sort !== "path" && { sort }),
  };
}

function noteUnused(args: Arguments, { notes: { sentences } }: ToolCall): void {
  const unused = Object.keys({ ...partFields(args), ...(args.metadata && { metadata: true }) });
  if (unused.length > 0) sentences.push(`tree ignores ${unused.join(", ")}.`);
}
