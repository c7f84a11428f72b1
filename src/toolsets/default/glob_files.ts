/**
 * glob_files: what is where, directories first.
 * @module
 */
import * as z from "zod";
import { globAnswer } from "../../format/globbing.ts";
import { foundWords, say } from "../../format/phrases.ts";
import { LIMITS } from "../../model/limits.ts";
import type { GlobReport } from "../../model/report.ts";
import type { GlobRequest } from "../../model/request.ts";
import { type Call, defineTool } from "../define_tool.ts";
import { totalOf } from "../total_of.ts";
import { type GlobSwitches, nearPatterns } from "../near_patterns.ts";
import { timed } from "../timed.ts";
import { BUDGET_FIELDS, COMPLETENESS, flag, PATHS, text } from "./fields.ts";
import { timeoutOf } from "./time_limit.ts";
import { GLOB_NAMES } from "./other_names.ts";

/** Milliseconds of a second look, and the least that is worth it. */
const LOOK_MS = 1000, LEAST_MS = 50;

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
  output: z.looseObject({ ...COMPLETENESS, directories: PATHS, files: PATHS, message: z.string().optional() }),
  example: { pattern: "**/*.ts", mode: "files" },
  otherNames: GLOB_NAMES,

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
    const hints = await hintsFor(request, report, leftMs, call);
    return globAnswer(report, {
      mode: request.mode,
      budget: context.tokenBudget,
      notes: caps.notes,
      hints,
      lang: context.lang,
      own: call.own,
    });
  },
});

const SWITCHES: GlobSwitches = { argsOf: ({ pattern, mode }) => ({ pattern, mode }), hasRules: true };

async function hintsFor(request: GlobRequest, report: GlobReport, leftMs: number, call: Call): Promise<string[]> {
  if (report.total > 0) return [];
  const directories = await directoriesInstead(request, leftMs, call);
  return [...directories, ...await nearPatterns(request, report, leftMs, call, SWITCHES, directories.length > 0)];
}

/** A pattern that names directories, but asks for files. */
async function directoriesInstead(request: GlobRequest, leftMs: number, { context, own }: Call): Promise<string[]> {
  const timeoutMs = Math.floor(Math.min(LOOK_MS, leftMs));
  const pattern = request.pattern.replace(/(?<!\/)\/*$/, "/");
  if (timeoutMs < LEAST_MS || request.mode === "directories" && request.pattern === pattern) return [];
  const asking = { ...request, pattern, mode: "directories", timeoutMs } as const;
  const total = await totalOf(() => context.run(asking)), call = own.mended(SWITCHES.argsOf(asking));
  if (total.total === 0) return [];
  return [say(context.lang, "near_pattern", { found: foundWords(context.lang, "directories", total), call })];
}
