/**
 * A page of rows as an answer: what was cut, where the next page begins, what was skipped.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { Completeness, CutBy, Skipped } from "../model/completeness.ts";
import type { Hit, SearchReport } from "../model/search_report.ts";
import type { CurrentCall } from "./current_call.ts";
import { fit, tryWhole } from "./fit_budget.ts";
import { frame, type Rendered } from "./frame.ts";
import {
  beyondEndHint,
  countInFiles,
  CUT_AT_DEADLINE,
  moreHint,
  noRowHint,
  totalPhrase,
  TREE_CHANGED,
  type Unit,
  unitWord,
} from "./phrases.ts";

/** How rows look: the only place that knows it. */
export interface Form<Row> {
  /** The rows in structured content, with what belongs to them. */
  fields(rows: readonly Row[]): Record<string, unknown>;
  lines(rows: readonly Row[]): readonly string[];
  readonly hits?: (rows: readonly Row[]) => readonly Hit[];
  readonly hints?: (rows: readonly Row[]) => readonly string[];
}

/** Rows as they look. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  readonly hits?: readonly Hit[];
  readonly hints?: readonly string[];
}

/** The place of a page among all rows. */
interface PagePlace {
  readonly unit: Unit;
  /** Rows before this page. */
  readonly skip: number;
  /** Rows of all pages. */
  readonly total: number;
  /** Whether the call with a greater `skip` gives the next page. */
  readonly isPaged: boolean;
  /** The total as the status states it beside that of the report: `3 values`. */
  readonly statedTotal?: string;
  /** The last row is cut to fit. */
  readonly isLastCut?: boolean;
  /** Whether the last page has `has_more: false`, which clients of older forms expect. Others leave it out. */
  readonly statesLastPage?: boolean;
  /** The hint on how to get more than the `shown` rows that fit; default: with a higher budget. */
  restHint?(shown: number): string;
}

/** One page of rows, which can be cut after any of them. */
export interface Page extends PagePlace {
  /** Rows on this page. */
  readonly size: number;
  /** The first `count` rows. */
  show(count: number): Body;
}

/** A page of `rows` in a form. */
export function pageOf<Row>(rows: readonly Row[], form: Form<Row>, place: PagePlace): Page {
  const show = (count: number) => {
    const shown = rows.slice(0, count), hits = form.hits?.(shown), hints = form.hints?.(shown);
    return { fields: form.fields(shown), lines: form.lines(shown), ...(hits && { hits }), ...(hints && { hints }) };
  };
  return { ...place, size: rows.length, show };
}

/** The parts of a report that a page states. */
export type SearchedReport =
  & Completeness
  & { readonly total: number; readonly searched: number }
  & Partial<Pick<SearchReport, "timedOutLines">>;

/** What an answer states about its whole result, however many rows it shows. */
export interface Facts {
  readonly currentCall: CurrentCall;
  /** Tokens that may be used; 0 = no budget. */
  readonly budget: number;
  readonly report: SearchedReport;
  /** The unit of `report.total`. */
  readonly totalUnit: Unit;
  /** The unit of `report.searched`. */
  readonly searchedUnit: Unit;
  /** The number of files with matches, if the rows are matches. */
  readonly files?: number;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  /** Lines above and below the rows. */
  readonly head?: readonly string[];
  readonly tail?: readonly string[];
  /** Further fields, and further phrases of the status. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly status?: readonly string[];
  /** The form is not the one asked for. */
  readonly isDegraded?: boolean;
  /** The total is the whole text: no status repeats it. */
  readonly isBareTotal?: boolean;
}

/** The whole page if it fits, and its cost. */
export function tryPage(page: Page, facts: Facts): { readonly tokens: number; readonly whole?: Rendered } {
  return tryWhole(page.size, facts.budget, (count) => showPage(page, count, facts));
}

/** The whole page if it fits, else as many of its first rows as fit. */
export function fitPage(page: Page, facts: Facts): Rendered {
  return fit(page.size, facts.budget, (count) => showPage(page, count, facts));
}

/** The answer with the first `count` rows. */
export function showPage(page: Page, count: number, facts: Facts): Rendered {
  const { report, notes, currentCall, head = [], tail = [], status = [] } = facts;
  const body = page.show(count), end = endOf(page, count, facts), { cutBy, next } = end;
  const skipped = relevantSkips(report);
  return frame({
    fields: {
      total: report.total,
      ...body.fields,
      ...facts.fields,
      truncated: cutBy !== undefined,
      ...(cutBy && { truncated_by: cutBy }),
      ...(report.cutBy && { total_is_exact: false }),
      ...(next !== undefined ? { has_more: true, next_skip: next } : page.statesLastPage && { has_more: false }),
      ...(report.treeChanged && { tree_changed: true }),
      ...(report.total === 0 && { searched: report.searched }),
      ...(skipped && { skipped }),
    },
    content: [...head, ...body.lines, ...tail].join("\n"),
    status: [
      ...(facts.isBareTotal ? [] : totalPhrases(page, end, facts)),
      ...searchedPhrases(report, facts.searchedUnit),
      ...status,
      ...(end.isAsLimited ? [`more: ${currentCall.spelling.switches(currentCall.tool, { skip: next })}`] : []),
    ],
    notes,
    hints: [...facts.hints, ...body.hints ?? [], ...hintsOf(page, end, facts)],
    found: report.total > 0,
    ...(body.hits && { hits: body.hits }),
  }, currentCall.sentAs);
}

/** How a page ends. */
interface PageEnd {
  /** The rows up to its end. */
  readonly shown: number;
  readonly cutBy: CutBy | undefined;
  /** The `skip` of the page after it, if there is one. */
  readonly next?: number;
  /** The page has as many rows as the caller asked for. The status says so, and how to go on. */
  readonly isAsLimited: boolean;
}

function endOf(page: Page, shown: number, facts: Facts): PageEnd {
  const { report, currentCall } = facts, cutBy = causeOfCut(page, shown, facts), next = page.skip + shown;
  const hasMore = page.isPaged && shown > 0 && next < page.total;
  const isLimit = cutBy === "limit" && report.cutBy === undefined;
  return {
    shown,
    cutBy,
    ...(hasMore && { next }),
    isAsLimited: hasMore && isLimit && shown === currentCall.limit,
  };
}

/** The cause that cut the answer. A cause that hid an unknown number of rows precedes one that hid known rows. */
function causeOfCut(page: Page, shown: number, { report, isDegraded }: Facts): CutBy | undefined {
  if (report.cutBy) return report.cutBy;
  if (shown < page.size || page.isLastCut || isDegraded && !page.isPaged) return "token_budget";
  return page.skip + page.size < page.total ? "limit" : undefined;
}

function hintsOf(page: Page, end: PageEnd, { report, currentCall, budget }: Facts): string[] {
  return [
    ...restHints(page, end, currentCall, budget),
    ...(report.treeChanged ? [TREE_CHANGED] : []),
    // More time would not help if the pattern was given up on single lines.
    ...(report.cutBy === "timeout" && !report.timedOutLines ? [timeoutHint(currentCall)] : []),
    ...(report.cutBy === "file_limit" ? [fileLimitHint(currentCall)] : []),
  ];
}

/** How to get the rows that are not shown. */
function restHints(page: Page, end: PageEnd, currentCall: CurrentCall, budget: number): string[] {
  const { shown, cutBy, next, isAsLimited } = end, { unit, size, skip, total } = page;
  if (isAsLimited) return [];
  if (next !== undefined) {
    const cause = shown < size ? "token_budget" : cutBy ?? "limit";
    return [moreHint({ shown, total, unit, cause, call: currentCall.render({ skip: next }) })];
  }
  if (shown === size) return page.isPaged && skip > 0 && skip >= total && total > 0 ? [beyondEndHint(skip, total)] : [];
  const call = currentCall.render({ token_budget: RAISED_BUDGET_FACTOR * budget });
  if (shown === 0) return [`${noRowHint(budget)}. With a higher budget: ${call}`];
  return [page.restHint?.(shown) ?? `${shown} of ${total} listed (token_budget); with more: ${call}`];
}

/** The factor by which a hint raises a budget that was too small. */
export const RAISED_BUDGET_FACTOR = 4;

/** The hint after a timeout: it suggests the longest timeout, or narrower arguments if that was given already. */
export function timeoutHint(currentCall: CurrentCall): string {
  const { cap } = LIMITS.timeoutMs;
  if (Number(currentCall.args.timeout_ms ?? currentCall.timeoutMs) >= cap) return CUT_AT_DEADLINE;
  return `Stopped at the deadline, so more may exist: narrow the pattern or the files, or give it more time: ${
    currentCall.render({ timeout_ms: cap })
  }`;
}

function fileLimitHint(currentCall: CurrentCall): string {
  const { default: usual, cap } = LIMITS.findFiles, limit = Number(currentCall.args.file_limit ?? usual);
  if (limit >= cap) return "More files were found than file_limit allows, which is at most 10000: narrow the filters.";
  return `More files were found than file_limit allows: narrow the filters, or raise it: ${
    currentCall.render({ file_limit: cap })
  }`;
}

/** Files that should have been looked at, by kind. Hidden and ignored ones count only where nothing was found. */
export function relevantSkips({ skipped, total }: SearchedReport): Skipped | undefined {
  const byRule = (kind: string) => kind === "ignored" || kind === "hidden";
  const kept = Object.entries(skipped).filter(([kind, n]) => n > 0 && (total === 0 || !byRule(kind)));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/**
 * `searched 12 files` if nothing was found, and `skipped: unreadable 1`.
 * @param hasBinary whether binary files are named in any case, as in structured content, not only if nothing was found
 */
export function searchedPhrases(report: SearchedReport, unit: Unit, hasBinary = report.total === 0): string[] {
  const skips = Object.entries(relevantSkips(report) ?? {}).filter(([kind]) => hasBinary || kind !== "binary");
  const skipped = skips.map(([kind, n]) => `${kind} ${n}`);
  return [
    ...(report.total === 0 ? [searchedPhrase(report.searched, unit)] : []),
    ...(skipped.length > 0 ? [`skipped: ${skipped.join(", ")}`] : []),
  ];
}

/** `searched 12 files`. */
export function searchedPhrase(n: number, unit: Unit): string {
  return `searched ${n} ${unitWord(unit, n)}`;
}

/** `3 matches in 2 files`, then the rows of the page: `1 of 2 files`. Rows that are matches have one count. */
function totalPhrases(page: Page, { shown, isAsLimited }: PageEnd, facts: Facts): string[] {
  const { unit, total, statedTotal } = page, all = totalWithFiles(facts);
  if (!isAsLimited) return statedTotal === undefined ? [all] : [all, statedTotal];
  const partOf = (whole: string) => `${shown} of ${whole}`;
  return unit === facts.totalUnit ? [partOf(all)] : [all, partOf(statedTotal ?? totalPhrase(unit, { total }))];
}

function totalWithFiles({ report, totalUnit, files }: Facts): string {
  if (files === undefined || report.total === 0) return totalPhrase(totalUnit, report);
  const count = countInFiles(totalUnit, report.total, files);
  return report.cutBy ? `at least ${count}` : count;
}
