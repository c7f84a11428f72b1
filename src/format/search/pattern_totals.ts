/**
 * The counts of each pattern of a list, beside the other records of an answer or as its only ones.
 * @module
 */
import type { SearchReport } from "../../model/search_report.ts";
import type { CurrentCall } from "../current_call.ts";
import type { AnswerBody, PageContext, RecordPage } from "../render_page.ts";
import { quoteIfUnclear } from "../safe_text.ts";
import { answerTokens } from "../token_estimate.ts";
import { WITHOUT_FORM } from "./without_form.ts";

/** A pattern, and its matching lines (in multiline mode, its matches). */
export interface PatternTotal {
  readonly query: string;
  readonly total: number;
}

/** The counts of a report; none if nothing was found, or if they were not asked for. */
export function patternTotalsOf({ total, patternTotals }: SearchReport, patterns: readonly string[]): PatternTotal[] {
  if (patternTotals === undefined || total === 0) return [];
  return patterns.map((query, i) => ({ query, total: patternTotals[i] }));
}

/** The form total_only for a list: records are its patterns. */
export function patternTotalsPage({ total }: SearchReport, totals: readonly PatternTotal[]): RecordPage {
  return {
    unit: "patterns",
    skip: 0,
    size: totals.length,
    total: totals.length,
    isPaged: false,
    renderFirst(count) {
      const body = bodyOf(totals.slice(0, count));
      return { ...body, lines: [String(total), ...body.lines] };
    },
  };
}

/** The share of the budget that the patterns may take beside other records. */
const BUDGET_SHARE = 1 / 2;

/** Puts the counts before the page's records, as many as fit half of the budget. */
export function withPatternTotals(
  page: RecordPage,
  totals: readonly PatternTotal[],
  { budget, currentCall }: PageContext,
): RecordPage {
  if (totals.length === 0) return page;
  const shown = totals.slice(0, countWithin(totals, budget * BUDGET_SHARE, currentCall)), before = bodyOf(shown);
  const call = () => currentCall.render({ ...WITHOUT_FORM, total_only: true, skip: undefined });
  const hints = shown.length === totals.length
    ? []
    : [`${shown.length} of ${totals.length} queries listed (token_budget); more: ${call()}`];
  return {
    ...page,
    renderFirst(count) {
      const body = page.renderFirst(count);
      return {
        ...body,
        fields: { ...before.fields, ...body.fields },
        lines: [...before.lines, ...(body.lines.length > 0 ? ["", ...body.lines] : [])],
        hints: [...body.hints ?? [], ...hints],
      };
    },
  };
}

function bodyOf(totals: readonly PatternTotal[]): AnswerBody {
  return {
    fields: { queries: totals },
    lines: totals.map(({ query, total }) => `${total} ${quoteIfUnclear(query)}`),
    hits: [],
  };
}

/** The number of first counts that take at most `tokens`; all if there is no budget. */
function countWithin(totals: readonly PatternTotal[], tokens: number, { sentAs }: CurrentCall): number {
  if (tokens === 0) return totals.length;
  let left = tokens;
  const first = totals.findIndex((one) => {
    const { fields, lines } = bodyOf([one]);
    return (left -= answerTokens(lines[0], fields, sentAs)) < 0;
  });
  return first < 0 ? totals.length : first;
}
