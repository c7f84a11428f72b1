/**
 * list_files of seed 004.
 * @module
 */
import * as z from "zod";
import { entriesAnswer } from "../../format/exact/entries.ts";
import { foundWords, say } from "../../format/phrases.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ListReport } from "../../model/report.ts";
import type { EntryType, ListRequest } from "../../model/request.ts";
import { type Call, defineTool } from "../define_tool.ts";
import { flag, RECORDS, SAID, whole } from "../field_types.ts";
import { globArguments } from "../glob_of.ts";
import { LEAST_MS, LOOKS_MS } from "../near_misses.ts";
import { totalOf } from "../total_of.ts";
import { type ListSwitches, nearEntries } from "../near_entries.ts";
import { timed } from "../timed.ts";
import { HINTS } from "./hints.ts";
import { SCOPE_FIELDS, scopeOf } from "./scope.ts";
import { LIST_NAMES } from "./other_names.ts";

const RESULTS = { default: 500, cap: LIMITS.list.cap };

const input = z.strictObject({
  root: SCOPE_FIELDS.root,
  recursive: flag("default true"),
  include_globs: SCOPE_FIELDS.include_globs,
  exclude_globs: SCOPE_FIELDS.exclude_globs,
  max_results: whole(1, `default ${RESULTS.default}`),
  include_dirs: flag("default false: files only"),
  include_metadata: flag("add size (bytes) and modified (UNIX seconds)"),
  skip: whole(0, "entries of the pages before; default 0"),
});

/** The tool. */
export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description: "Files below root, in path order; what .gitignore and .ignore name is left out.\n" +
    "🎯 Unknown tree: recursive=false with include_dirs=true first (~15 tokens an entry, ~30 with metadata), then " +
    "include_globs.\n💡 has_more=true: the next page is skip + max_results, or next_skip where the answer was cut.",
  input,
  output: z.looseObject({ entries: RECORDS.unwrap(), has_more: z.boolean(), ...SAID }),
  example: { root: ".", include_globs: ["**/*.ts"], max_results: 100 },
  otherNames: LIST_NAMES,
  hints: HINTS,

  async answer(args, call) {
    const { context, caps } = call;
    const request = requestOf(args, call);
    const { skip, metadata } = request, asked = args.max_results ?? RESULTS.default;
    const [report, leftMs] = await timed(request.timeoutMs, () => context.run(request));
    const remarks = report.total > 0 ? [] : await remarksOnNothing(request, report, leftMs, call);
    const wish = {
      skip,
      asked,
      metadata,
      budget: context.tokenBudget,
      remarks,
      notes: caps.notes,
      lang: context.lang,
      own: call.own,
    };
    return entriesAnswer(report, wish);
  },
});

/** What would list something, and what directories there are, which a listing of files leaves out. */
async function remarksOnNothing(
  request: ListRequest,
  report: ListReport,
  leftMs: number,
  call: Call,
): Promise<string[]> {
  const [hints, restMs] = await timed(leftMs, () => nearEntries(request, report, call, leftMs, SWITCHES));
  const isOneLevel = request.scope.depth !== undefined;
  return hints.length > 0 && !isOneLevel ? hints : [...await directoriesLeftOut(request, restMs, call), ...hints];
}

async function directoriesLeftOut(request: ListRequest, leftMs: number, { context: { run, lang }, own }: Call) {
  const { tests, scope } = request, timeoutMs = Math.floor(Math.min(LOOKS_MS, leftMs));
  if (timeoutMs < LEAST_MS || tests.types.includes("d")) return [];
  const asking = {
    ...request,
    tests: { ...tests, types: ["d"] as const },
    scope: { ...scope, globbedDirs: true },
    limit: 1,
  };
  const total = await totalOf(() => run({ ...asking, timeoutMs }));
  if (total.total === 0) return [];
  const turn = own.turned({ include_dirs: true });
  return [say(lang, "directories_left_out", { found: foundWords(lang, "directories", total), turn })];
}

const SWITCHES: ListSwitches = { rules: {}, globs: globArguments, linked: (root) => ({ root }) };

function requestOf(args: z.output<typeof input>, call: Call): ListRequest {
  const { context, caps } = call;
  const types: EntryType[] = args.include_dirs ? ["f", "l", "d"] : ["f", "l"];
  return {
    op: "list",
    scope: {
      ...scopeOf(args, call),
      ...(args.recursive === false && { depth: 1 }),
      ...(args.include_dirs && args.include_globs?.length && { globbedDirs: true }),
    },
    tests: { types, extensions: [], exclude: [], sizes: [] },
    metadata: args.include_metadata ?? false,
    skip: args.skip ?? 0,
    limit: caps.number("max_results", args.max_results, RESULTS),
    timeoutMs: context.timeoutMs,
  };
}
