/**
 * The end of a page that the caller counts with its own `skip`: whether it ends early, and where the next one begins.
 * @module
 */
import type { Completeness, CutBy } from "../../model/completeness.ts";
import { beyondEndHint, CUT_AT_DEADLINE, moreHint, TREE_CHANGED, type Unit } from "../phrases.ts";
import { causeOfCut, type ExactAnswerOptions, noRecordHint } from "./exact_answer.ts";

/** How to render a page. */
export interface ExactPageOptions extends ExactAnswerOptions {
  readonly skip: number;
  /** Records that the caller asked for and counts with, possibly more than a page can have. */
  readonly asked: number;
}

/** How a page of an answer ends. */
interface PageEnd {
  readonly hasMore: boolean;
  /** The cause if the page has fewer records than it could have. The next page then begins earlier than expected. */
  readonly cutBy: CutBy | undefined;
  /** `next_skip` if the caller can't compute it, and `tree_changed`. */
  readonly cursor: Record<string, unknown>;
  /** Hints for structured content, as far as its fields don't state them. */
  readonly hints: readonly string[];
  /** Sentences for text. */
  readonly sentences: readonly string[];
}

/** Describes the end of a page that shows `count` of its `size` records, with `total` records on all pages. */
export function pageEnd(
  report: Completeness,
  count: number,
  size: number,
  total: number,
  unit: Unit,
  { skip, asked, budget, currentCall }: ExactPageOptions,
): PageEnd {
  const cutBy = causeOfCut(report, count, size);
  const next = skip + count, rest = next < total, short = rest && count < asked;
  const cause = count < size ? "token_budget" : cutBy ?? "limit";
  const values = {
    shown: count,
    total,
    unit,
    cause,
    call: currentCall.render({ skip: next }),
  };
  const more = count === 0 ? noRecordHint(budget, currentCall) : moreHint(values);
  const changed = report.treeChanged ? [TREE_CHANGED] : [];
  const late = report.cutBy === "timeout" ? [CUT_AT_DEADLINE] : [];
  const beyond = skip >= total && total > 0 ? [beyondEndHint(skip, total)] : [];
  return {
    hasMore: rest || report.cutBy !== undefined,
    cutBy,
    cursor: { ...(short && count > 0 && { next_skip: next }), ...(report.treeChanged && { tree_changed: true }) },
    hints: [...(short ? [more] : []), ...changed, ...late],
    sentences: [...(rest ? [more] : beyond), ...changed, ...late],
  };
}
