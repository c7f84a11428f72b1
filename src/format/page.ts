/**
 * A page of rows as an answer: what was cut, where the next page begins, what was skipped.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { Completeness, CutBy, Skipped } from "../model/completeness.ts";
import type { Hit, SearchReport } from "../model/search_report.ts";
import { type AnswerContext, frame, type Rendered } from "./answer.ts";
import { fit, tryWhole, worstCaseTokens } from "./fit_budget.ts";
import { countPhrase, totalPhrase, type Unit } from "./phrases.ts";

/** Rows as they look, in structured content and in text. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  readonly hits?: readonly Hit[];
  readonly hints?: readonly string[];
}

/** How rows look: the only place that knows it. */
export type Form<Row> = (rows: readonly Row[]) => Body;

/** The form of rows that look the same wherever they stand. @param key the field that lists them */
export function rowForm<Row>(key: string, fieldOf: (row: Row) => unknown, lineOf: (row: Row) => string): Form<Row> {
  return (rows) => ({ fields: { [key]: rows.map(fieldOf) }, lines: rows.map(lineOf) });
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
  /** Rows that the caller asked for; default: its argument `limit`. */
  readonly asked?: number;
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
  return { ...place, size: rows.length, show: (count) => form(rows.slice(0, count)) };
}

/** The parts of a report that a page states. */
export type SearchedReport =
  & Completeness
  & { readonly total: number; readonly searched: number }
  & Partial<Pick<SearchReport, "timedOutLines">>;

/** What an answer states about its whole result, however many rows it shows. */
export interface Facts extends AnswerContext {
  readonly report: SearchedReport;
  /** The unit of `report.total`. */
  readonly totalUnit: Unit;
  /** The unit of `report.searched`. */
  readonly searchedUnit: Unit;
  /** The number of files with matches, if the rows are these files. */
  readonly files?: number;
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
  /** The fields beside the rows, if a profile's document names all that an answer has. */
  readonly exact?: (end: PageEnd) => Record<string, unknown>;
}

/** Facts about rows in a cheaper form than asked for. */
export function degraded(facts: Facts, note: string, fields: Facts["fields"], hints: readonly string[] = []): Facts {
  return {
    ...facts,
    isDegraded: true,
    notes: [...facts.notes, note],
    hints: [...facts.hints, ...hints],
    fields: { ...facts.fields, ...fields },
  };
}

/** Why an answer has another form. @param tokens those of the form `from` */
export function degradedNote(from: string, form: string, tokens: number, budget: number): string {
  return `${from} would take ~${worstCaseTokens(tokens)} tokens, over the budget of ${budget}, so this is ${form}.`;
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
  const { report, searchedUnit, notes, currentCall, head = [], tail = [], status = [], exact } = facts;
  const body = page.show(count), end = endOf(page, count, facts), { next, isAsLimited } = end;
  const hints = [...facts.hints, ...body.hints ?? [], ...hintsOf(page, end, facts)];
  const looked = exact ? searchedPhrases(report, searchedUnit, true).join("; ") : "";
  return frame({
    fields: exact ? { ...body.fields, ...exact(end) } : fieldsOf(body, page, end, facts),
    content: [...head, ...body.lines, ...tail].join("\n"),
    status: [
      ...(facts.isBareTotal ? [] : totalPhrases(page, end, facts)),
      ...searchedPhrases(report, searchedUnit),
      ...status,
      ...(isAsLimited && next !== undefined ? [`more: ${currentCall.render({ skip: next })}`] : []),
    ],
    notes,
    hints: looked === "" ? hints : [looked, ...hints],
    sentences: hints,
    found: report.total > 0,
    ...(body.hits && { hits: body.hits }),
    ...(exact && { isExact: true }),
  }, currentCall.sentAs);
}

function fieldsOf({ fields }: Body, { statesLastPage }: Page, { cutBy, next }: PageEnd, facts: Facts) {
  const { report } = facts, skipped = relevantSkips(report);
  return {
    total: report.total,
    ...fields,
    ...facts.fields,
    truncated: cutBy !== undefined,
    ...(cutBy && { truncated_by: cutBy }),
    ...(report.cutBy && { total_is_exact: false }),
    ...(next !== undefined ? { has_more: true, next_skip: next } : statesLastPage && { has_more: false }),
    ...(report.treeChanged && { tree_changed: true }),
    ...(report.total === 0 && { searched: report.searched }),
    ...(skipped && { skipped }),
  };
}

/** How a page ends. */
export interface PageEnd {
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
  const asked = page.asked ?? (page.isPaged ? currentCall.limit : undefined);
  const isAsLimited = cutBy === "limit" && report.cutBy === undefined && shown === asked;
  return { shown, cutBy, ...(hasMore && { next }), isAsLimited };
}

/** The cause that cut the answer. A cause that hid an unknown number of rows precedes one that hid known rows. */
function causeOfCut(page: Page, shown: number, { report, isDegraded }: Facts): CutBy | undefined {
  if (report.cutBy) return report.cutBy;
  if (shown < page.size || page.isLastCut || isDegraded && !page.isPaged) return "token_budget";
  return page.skip + page.size < page.total ? "limit" : undefined;
}

const TREE_CHANGED =
  "The tree has changed since the first page, so pages may overlap or skip records: start again without skip.";

function hintsOf(page: Page, end: PageEnd, facts: Facts): string[] {
  const { cutBy, treeChanged, timedOutLines = 0 } = facts.report, lines = countPhrase("lines", timedOutLines);
  return [
    ...restHints(page, end, facts),
    ...(treeChanged ? [TREE_CHANGED] : []),
    // More time would not help if the pattern was given up on single lines.
    ...(timedOutLines > 0
      ? [`The pattern took too long on ${lines}, which ${timedOutLines === 1 ? "was" : "were"} skipped: simplify it.`]
      : cutBy === "timeout"
      ? [timeoutHint(facts)]
      : []),
    ...(cutBy === "file_limit" ? [fileLimitHint(facts)] : []),
  ];
}

/** How to get the rows that are not shown. */
function restHints(page: Page, { shown, cutBy, next, isAsLimited }: PageEnd, facts: Facts): string[] {
  const { unit, size, skip, total } = page, { currentCall, budget } = facts;
  if (isAsLimited) return [];
  if (next !== undefined) {
    const cause = shown < size ? "token_budget" : cutBy ?? "limit", call = currentCall.render({ skip: next });
    return [`${shown} of ${countPhrase(unit, total)} shown (${cause}); for the rest: ${call}`];
  }
  if (shown === size) {
    const isBeyond = page.isPaged && skip > 0 && skip >= total && total > 0;
    return isBeyond ? [`skip=${skip} is beyond the last of ${total}: start again without it.`] : [];
  }
  if (page.restHint) return [page.restHint(shown)];
  const least = shown === 0 ? worstCaseTokens(showPage(page, 1, facts).tokens) : 0;
  const call = currentCall.render({ token_budget: Math.max(least, RAISED_BUDGET_FACTOR * budget) });
  if (shown === 0) return [`${noRowHint(budget)}. With a higher budget: ${call}`];
  return [`${shown} of ${total} listed (token_budget); with more: ${call}`];
}

/** Not one row is shown. */
export function noRowHint(budget: number): string {
  return `Not even one record fits into ${countPhrase("tokens", budget)}`;
}

/** The factor by which a hint raises a budget that was too small. */
export const RAISED_BUDGET_FACTOR = 4;

/** The hint after a timeout: to narrow the call, or to give it the longest timeout, if the tool takes one. */
export function timeoutHint({ currentCall, exact }: Pick<Facts, "currentCall" | "exact">): string {
  const { cap } = LIMITS.timeoutMs, { args, timeoutMs } = currentCall;
  const narrow = "Stopped at the deadline, so more may exist: narrow the pattern or the files";
  if (exact || Number(args.timeout_ms ?? timeoutMs) >= cap) return `${narrow}.`;
  return `${narrow}, or give it more time: ${currentCall.render({ timeout_ms: cap })}`;
}

function fileLimitHint({ currentCall }: Facts): string {
  const { default: usual, cap } = LIMITS.findFiles, limit = Number(currentCall.args.file_limit ?? usual);
  const narrow = "More files were found than file_limit allows";
  if (limit >= cap) return `${narrow}, which is at most ${cap}: narrow the filters.`;
  return `${narrow}: narrow the filters, or raise it: ${currentCall.render({ file_limit: cap })}`;
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
    ...(report.total === 0 ? [`searched ${countPhrase(unit, report.searched)}`] : []),
    ...(skipped.length > 0 ? [`skipped: ${skipped.join(", ")}`] : []),
  ];
}

/** `3 matches in 2 files`, then the rows of the page: `1 of 2 files`. Rows that are matches have one count. */
function totalPhrases(page: Page, { shown, isAsLimited }: PageEnd, facts: Facts): string[] {
  const { unit, total, statedTotal } = page, { report, totalUnit, files } = facts;
  const inFiles = files === undefined || report.total === 0 ? "" : ` in ${countPhrase("files", files)}`;
  const all = totalPhrase(totalUnit, report.total, report.cutBy) + inFiles;
  if (!isAsLimited) return statedTotal === undefined ? [all] : [all, statedTotal];
  const partOf = (whole: string) => `${shown} of ${whole}`;
  return unit === totalUnit ? [partOf(all)] : [all, partOf(statedTotal ?? countPhrase(unit, total))];
}
