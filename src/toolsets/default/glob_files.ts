/**
 * glob_files: what is where, directories first.
 * @module
 */
import * as z from "zod";
import { globAnswer } from "../../format/globbing.ts";
import { foundWords, say } from "../../format/phrases.ts";
import { textJson } from "../../format/safe_text.ts";
import { LIMITS } from "../../model/limits.ts";
import type { GlobRequest } from "../../model/request.ts";
import { type Call, defineTool } from "../define_tool.ts";
import { totalOf } from "../near_misses.ts";
import { nearPatterns } from "../near_patterns.ts";
import { timed } from "../timed.ts";
import { BUDGET_FIELDS, COMPLETENESS, flag, RECORDS, text } from "./fields.ts";
import { hintsForNothing, LEAST_MS, LOOK_MS } from "./nothing_found.ts";
import { timeoutOf } from "./time_limit.ts";

const input = z.strictObject({
  pattern: z.string().describe('"**/*.ts"; "src/*/" = directories by name'),
  mode: z.enum(["directories", "files"]).optional().describe("default directories"),
  root: text("where to start; default ."),
  hidden: flag("include dot files"),
  no_ignore: flag("include ignored files"),
  timeout_ms: BUDGET_FIELDS.timeout_ms,
});

/** The tool. */
export const globFiles = defineTool({
  name: "glob_files",
  title: "Find files by glob",
  description: "Paths matching a glob: * (within a name), ** (any depth), ?, [a-z], {a,b}.\n" +
    "🎯 Unknown tree: mode=directories first (the directories that hold matches), then mode=files with a narrow " +
    "pattern.\n⚠️ mode=files shows at most 200.\n💡 For sizes, dates or paging: list_files.",
  input,
  output: z.looseObject({ ...COMPLETENESS, directories: RECORDS, files: RECORDS, message: z.string().optional() }),
  example: { pattern: "**/*.ts", mode: "files" },

  async answer(args, call) {
    const { context, caps } = call;
    const request: GlobRequest = {
      op: "glob",
      root: args.root ?? ".",
      pattern: args.pattern,
      mode: args.mode ?? "directories",
      hidden: args.hidden ?? false,
      noIgnore: args.no_ignore ?? false,
      limit: args.mode === "files" ? LIMITS.globFiles : Number.MAX_SAFE_INTEGER,
      timeoutMs: timeoutOf(args.timeout_ms, call),
    };
    const [report, leftMs] = await timed(request.timeoutMs, () => context.run(request));
    const hints = await hintsFor(request, { ...report, leftMs }, call);
    return globAnswer(report, {
      mode: request.mode,
      budget: context.tokenBudget,
      notes: caps.notes,
      hints,
      lang: context.lang,
    });
  },
});

type Found = Pick<Parameters<typeof hintsForNothing>[0], "total" | "skipped" | "leftMs">;

async function hintsFor(request: GlobRequest, found: Found, call: Call): Promise<string[]> {
  const wider = await hintsForNothing(
    { ...found, unit: request.mode },
    call,
    ({ wider }, timeoutMs) => call.context.run({ ...request, ...wider, limit: 1, timeoutMs }),
  );
  if (found.total > 0) return wider;
  const directories = await directoriesInstead(request, found, call);
  const meant = directories.length > 0 ? [] : await nearPatterns(request, found.leftMs, call.context, argsOf);
  return [...directories, ...meant, ...wider];
}

/** The arguments of a call that asks this. */
function argsOf({ pattern, mode, root, hidden, noIgnore }: GlobRequest): Record<string, unknown> {
  return {
    pattern,
    mode,
    ...(root !== "." && { root }),
    ...(hidden && { hidden }),
    ...(noIgnore && { no_ignore: true }),
  };
}

/** A pattern that names directories, but asks for files. */
async function directoriesInstead(request: GlobRequest, { leftMs }: Found, { context }: Call): Promise<string[]> {
  const timeoutMs = Math.floor(Math.min(LOOK_MS, leftMs));
  const pattern = request.pattern.replace(/(?<!\/)\/*$/, "/");
  if (timeoutMs < LEAST_MS || request.mode === "directories" && request.pattern === pattern) return [];
  const asking = { ...request, pattern, mode: "directories", timeoutMs } as const;
  const total = await totalOf(() => context.run(asking)), call = textJson(argsOf(asking));
  if (total.total === 0) return [];
  return [say(context.lang, "near_pattern", { found: foundWords(context.lang, "directories", total), call })];
}
