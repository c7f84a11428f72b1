/**
 * The answer to glob_files: a plain array where it is whole, as seed 000 has it.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import { LIMITS } from "../model/limits.ts";
import type { CutBy, GlobReport } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import { footer, lookedAt } from "./exact/exact.ts";
import { shortened } from "./fit.ts";
import type { OwnCall } from "./own_call.ts";
import { say } from "./phrases.ts";
import { textJson, textPath } from "./safe_text.ts";
import { occurred, timeoutHint } from "./seal.ts";
import { estimateTokens } from "./token_estimate.ts";

/** How the paths want to be answered. */
export interface GlobWish {
  readonly mode: "files" | "directories";
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly lang: Lang;
  readonly own: OwnCall;
}

/** As many of the paths as the budget holds. */
export function globAnswer(report: GlobReport, wish: GlobWish): Answer {
  return shortened(report.paths.length, wish.budget, (count) => sealPaths(report, wish, count)).answer;
}

function sealPaths(report: GlobReport, wish: GlobWish, count: number): { answer: Answer; tokens: number } {
  const fields = globFields(report, wish, count);
  const tokens = estimateTokens(textJson(fields));
  const said = tokens > LIMITS.tokensWorthSaying ? { ...fields, estimated_tokens: tokens } : fields;
  const apart = {
    result: report.paths.slice(0, count).map(textPath).join("\n"),
    account: accountOf(report, said, wish),
  };
  const answer = { text: globText(said, wish.mode), structured: said, isError: false, found: report.total > 0, apart };
  return { answer, tokens };
}

/** What a shell shows beside the paths: why there are none, that they are not all, notes and hints. */
function accountOf(report: GlobReport, { message, notes = [], hints = [] }: Said, { mode, lang }: GlobWish): string {
  const looked = report.total === 0 ? lookedAt(report, mode, lang) : [];
  return footer(looked, [...(message === undefined ? [] : [message]), ...notes, ...hints]).join("\n");
}

/** The sentences among the fields. */
interface Said extends Record<string, unknown> {
  readonly message?: string;
  readonly notes?: readonly string[];
  readonly hints?: readonly string[];
}

function globFields(report: GlobReport, wish: GlobWish, count: number): Said {
  const { lang, mode, notes } = wish;
  const { total } = report;
  const cutBy = causeOfCut(report, count);
  const skipped = occurred(report.skipped, total === 0);
  const hints = report.cutBy === "timeout" ? [...wish.hints, timeoutHint(wish.own)] : wish.hints;
  return {
    mode,
    [mode]: report.paths.slice(0, count),
    ...((mode === "files" || cutBy) && { truncated: cutBy !== undefined }),
    total,
    ...(count < total && { message: say(lang, "narrower", { shown: count, total }) }),
    ...(cutBy && { truncated_by: cutBy }),
    ...(report.cutBy && { total_is_exact: false }),
    ...(total === 0 && { searched: report.searched }),
    ...(Object.keys(skipped).length > 0 && { skipped }),
    ...(notes.length > 0 && { notes }),
    ...(hints.length > 0 && { hints }),
  };
}

function causeOfCut(report: GlobReport, count: number): CutBy | undefined {
  if (report.cutBy) return report.cutBy;
  if (count < report.paths.length) return "token_budget";
  return count < report.total ? "limit" : undefined;
}

/** Fields that the plain array needs nobody to say. */
const PLAIN = new Set(["mode", "truncated", "total", "estimated_tokens"]);

/** The array alone, or (cut, empty, or with something to say) the object without its mode. */
function globText(fields: Record<string, unknown>, mode: "files" | "directories"): string {
  const alone = Object.keys(fields).every((key) => key === mode || PLAIN.has(key));
  if (alone) return textJson(fields[mode]);
  const { mode: _, ...rest } = fields;
  return textJson(rest);
}
