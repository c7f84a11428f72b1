/**
 * Pages that the caller counts by its own `skip`: what says that one ends early, and where the next begins.
 * @module
 */
import type { Completeness, CutBy } from "../../model/report.ts";
import { say, type Unit, unitWord } from "../phrases.ts";
import { causeOfCut, type ExactAnswerOptions, noRecordHint } from "./exact_answer.ts";

/** How a page is wanted. */
export interface ExactPageOptions extends ExactAnswerOptions {
  readonly skip: number;
  /** Records that the caller asked for, and counts with: maybe more than a page can have. */
  readonly asked: number;
}

/** How a page of an answer ends. */
export interface PageEnd {
  readonly hasMore: boolean;
  /** Cut below what was asked for: then the next page begins elsewhere than the caller counted. */
  readonly cutBy: CutBy | undefined;
  /** `next_skip`, where only the server knows it; `tree_changed`. */
  readonly cursor: Record<string, unknown>;
  /** For structured content: only what its own fields don't say. */
  readonly hints: readonly string[];
  /** For text. */
  readonly sentences: readonly string[];
}

/** How the page with `count` of its `size` records ends, when there are `total` on all pages. */
export function pageEnd(
  report: Completeness,
  count: number,
  size: number,
  total: number,
  unit: Unit,
  { skip, asked, lang, budget, currentCall }: ExactPageOptions,
): PageEnd {
  const by = causeOfCut(report, count, size);
  const next = skip + count, rest = next < total, short = rest && count < asked;
  const cause = count < size ? "token_budget" : by ?? "limit";
  const values = {
    shown: count,
    total,
    unit: unitWord(lang, unit, total),
    cause,
    call: currentCall.render({ skip: next }),
  };
  const more = count === 0 ? noRecordHint(budget, currentCall) : say(lang, "more", values);
  const call = currentCall.render({ skip: undefined });
  const changed = report.treeChanged ? [say(lang, "tree_changed", { call })] : [];
  const late = report.cutBy === "timeout" ? [say(lang, "cut_narrow")] : [];
  const beyond = skip >= total && total > 0 ? [say(lang, "beyond_end", { skip, total, call })] : [];
  return {
    hasMore: rest || report.cutBy !== undefined,
    cutBy: by,
    cursor: { ...(short && count > 0 && { next_skip: next }), ...(report.treeChanged && { tree_changed: true }) },
    hints: [...(short ? [more] : []), ...changed, ...late],
    sentences: [...(rest ? [more] : beyond), ...changed, ...late],
  };
}
