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
import { COMPLETENESS, RECORDS } from "../answer_fields.ts";
import { also, field, flag, list, type Meaning, merged, type Values } from "../arguments/fields.ts";
import { choice, TEXTS } from "../arguments/kinds.ts";
import * as shared from "./fields.ts";

const { entryTestsOf, FIND_FIELDS, scopeOf } = shared;

/** A glob in place of the pattern. */
const nameGlob: Meaning = (value, others) =>
  typeof value === "string" ? merged(others, { pattern: value, glob: true }) : undefined;

const fields = {
  roots: list(TEXTS, 'default ["."]', shared.PLACES),
  ...FIND_FIELDS,
  glob: also(FIND_FIELDS.glob, [`${shared.GLOBS} file_mask`, nameGlob]), // Serena
  exclude: also(FIND_FIELDS.exclude, shared.EXCLUDED_GLOBS),
  ...shared.WALK_FIELDS,
  metadata: flag("sizes and dates too"),
  sort: field(choice("path", "name", "size", "mtime"), "path", "largest (with sizes), newest first", "sort_by"), // the reference server
  tree: flag("directories, with counts"),
  ...shared.PAGE_FIELDS,
  ...shared.BUDGET_FIELDS,
};

type Arguments = Values<typeof fields>;

export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description:
    "Entries below roots by name, type, extension, size and date; ignore rules respected.\n🎯 Unknown tree: " +
    "tree=true; a list over the token budget comes as a tree by itself. Largest or newest: sort.\n💡 ~10 tokens an entry, " +
    "~30 with metadata. To search in the files found: find_and_grep.",
  fields,
  output: z.looseObject({
    ...COMPLETENESS,
    entries: RECORDS,
    directories: RECORDS,
    format: z.string().optional(),
  }),
  example: { roots: ["."], extensions: ["ts"], limit: 100 },

  async handle(args, call) {
    const { context } = call, { sort, tree: asTree } = args;
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
  const { depth, tree, roots, sort, metadata, skip, limit } = args;
  const common = {
    op: "list",
    // A tree counts entries at any depth.
    scope: scopeOf(roots, args, tree ? undefined : depth),
    tests: entryTestsOf(args),
    timeoutMs: args.timeout_ms ?? call.context.timeoutMs,
    explain: changeableBy(DEFAULT_CHANGES),
  } as const;
  const part = partFields(args), unused = Object.keys({ ...part, ...(metadata && { metadata }) });
  if (tree) {
    if (unused.length > 0) call.notes.sentences.push(`tree ignores ${unused.join(", ")}.`);
    return { ...common, tree: { depth, limit: mostDirectories(budget) }, metadata: false, skip: 0, limit: 0 };
  }
  // A list that does not fit the budget comes as a tree, unless only a part of it is asked for.
  const mayBeTree = budget > 0 && Object.keys(part).length === 0;
  const directories = mayBeTree ? { limit: mostDirectories(Math.min(budget, LIMITS.unaskedTreeTokens)) } : undefined;
  return { ...common, sort: sort === "path" ? undefined : sort, metadata, tree: directories, skip, limit };
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
    ...(limit !== LIMITS.list.default && { limit }),
    ...(skip > 0 && { skip }),
    ...(sort !== "path" && { sort }),
  };
}
