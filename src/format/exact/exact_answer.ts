/**
 * Answers of an exact shape: the fields that a profile's document names, and further fields only if the answer was cut,
 * nothing was found, or there are remarks.
 * @module
 */
import type { CutBy } from "../../model/completeness.ts";
import type { Answer } from "../answer.ts";
import type { CurrentCall } from "../current_call.ts";
import { fit } from "../fit_budget.ts";
import { frame } from "../frame.ts";
import { type Form, searchedPhrases, type SearchedReport } from "../page.ts";
import {
  beyondEndHint,
  countPhrase,
  CUT_AT_DEADLINE,
  hardLineHints,
  moreHint,
  narrowerMessage,
  noRowHint,
  TREE_CHANGED,
  type Unit,
} from "../phrases.ts";

/** How to render an exact answer. */
export interface ExactOptions {
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  /** Values that were lowered to their caps. */
  readonly notes: readonly string[];
  /** Sentences about how the query was read, and about calls that would find more. */
  readonly remarks?: readonly string[];
  readonly currentCall: CurrentCall;
}

/** A page of rows, of which as many are shown as fit. */
export interface ExactPage<Row> {
  readonly rows: readonly Row[];
  readonly form: Form<Row>;
  /** Rows of all pages. */
  readonly total: number;
  readonly unit: Unit;
  readonly searchedUnit: Unit;
}

/** What stands after the rows. */
interface ExactEnd {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Phrases about the number of rows. */
  readonly counts: readonly string[];
  readonly hints: readonly string[];
  /** The hints of the text, if they differ. */
  readonly sentences?: readonly string[];
}

/** Describes the end of a page that shows `count` rows. */
type EndOf = (count: number, cutBy: CutBy | undefined) => ExactEnd;

/** Answers with as many rows as the budget holds. The limit that the caller gave is no cut. */
function exactAnswer<Row>(report: SearchedReport, page: ExactPage<Row>, options: ExactOptions, endOf: EndOf): Answer {
  const { rows, form, searchedUnit } = page, { budget, notes, remarks = [], currentCall } = options;
  const looked = searchedPhrases(report, searchedUnit), said = searchedPhrases(report, searchedUnit, true).join("; ");
  return fit(rows.length, budget, (count) => {
    const shown = rows.slice(0, count), cutBy = report.cutBy ?? (count < rows.length ? "token_budget" : undefined);
    const { fields, counts, hints, sentences = hints } = endOf(count, cutBy);
    return frame({
      fields: { ...form.fields(shown), ...fields, ...(cutBy && { truncated_by: cutBy }) },
      content: form.lines(shown).join("\n"),
      status: [...counts, ...looked],
      notes,
      hints: [...(said === "" ? [] : [said]), ...remarks, ...hints],
      sentences: [...remarks, ...sentences],
      found: report.total > 0,
      isExact: true,
    }, currentCall.sentAs);
  }).answer;
}

/** How to render a page that the caller counts with its own `skip`. */
export interface ExactPageOptions extends ExactOptions {
  readonly skip: number;
  /** Rows that the caller asked for and counts with, possibly more than a page can have. */
  readonly asked: number;
}

/** Answers with a page and `has_more`. Where the page ends early, `next_skip` says where the next one begins. */
export function pagedAnswer<Row>(report: SearchedReport, page: ExactPage<Row>, options: ExactPageOptions): Answer {
  const { skip, asked, currentCall } = options, { rows, total, unit } = page;
  return exactAnswer(report, page, options, (count, cutBy) => {
    const next = skip + count, rest = next < total, isShort = rest && count < asked;
    const cause = count < rows.length ? "token_budget" : cutBy ?? "limit", call = currentCall.render({ skip: next });
    const more = count === 0 ? nothingFits(options) : moreHint({ shown: count, total, unit, cause, call });
    const others = [...(report.treeChanged ? [TREE_CHANGED] : []), ...lateHints(report)];
    return {
      fields: {
        has_more: rest || report.cutBy !== undefined,
        ...(isShort && count > 0 && { next_skip: next }),
        ...(report.treeChanged && { tree_changed: true }),
      },
      counts: report.total === 0 ? [countPhrase(unit, 0)] : [],
      hints: [...(isShort ? [more] : []), ...others],
      sentences: [...(rest ? [more] : skip >= total && total > 0 ? [beyondEndHint(skip, total)] : []), ...others],
    };
  });
}

/**
 * Answers without pages: for more, the caller narrows its pattern.
 * @param counted all rows in words
 * @param fieldsOf the fields that depend on the count of rows shown
 */
export function singleAnswer<Row>(
  report: SearchedReport,
  page: ExactPage<Row>,
  options: ExactOptions,
  counted: string,
  fieldsOf: (count: number, cutBy: CutBy | undefined) => Record<string, unknown>,
): Answer {
  const { rows, total } = page, words = report.cutBy ? `at least ${counted}` : counted;
  return exactAnswer(report, page, options, (count, cutBy) => ({
    fields: fieldsOf(count, cutBy),
    counts: count < total ? [words, `${count} shown`] : [words],
    hints: [
      ...(count === rows.length ? [] : [count === 0 ? nothingFits(options) : narrowerMessage(count, total)]),
      ...lateHints(report),
    ],
  }));
}

/** Why a search ended early. */
function lateHints({ cutBy, timedOutLines = 0 }: SearchedReport): string[] {
  return cutBy === "timeout" && timedOutLines === 0 ? [CUT_AT_DEADLINE] : hardLineHints(timedOutLines);
}

/** Arguments that add something to each row. */
const EXTRAS_PER_ROW = ["context_lines", "contextBefore", "contextAfter", "include_metadata"];

/** The hint if not even one row fits: to ask for less with each row, if the call asked for more than the row. */
function nothingFits({ budget, currentCall }: ExactOptions): string {
  const asked = EXTRAS_PER_ROW.filter((field) => currentCall.args[field]);
  if (asked.length === 0) return `${noRowHint(budget)}: start the server with a higher --token-budget.`;
  const changes = currentCall.render(Object.fromEntries(asked.map((field) => [field, undefined])));
  return `${noRowHint(budget)}. Without context or metadata: ${changes}`;
}
