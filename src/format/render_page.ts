/**
 * Renders a page of records as an answer: adds completeness, cursors, notes and hints to its text and to its structured
 * content.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { Completeness, CutBy, SkipKind, Skipped } from "../model/completeness.ts";
import type { Hit, SearchReport } from "../model/search_report.ts";
import type { Answer } from "./answer.ts";
import type { CurrentCall } from "./current_call.ts";
import type { DisplayedPaths } from "./path_display.ts";
import {
  beyondEndHint,
  countInFiles,
  countPhrase,
  CUT_AT_DEADLINE,
  moreHint,
  totalPhrase,
  TREE_CHANGED,
  type Unit,
  unitWord,
} from "./phrases.ts";
import { answerTokens } from "./token_estimate.ts";

/** The part of an answer that its records or its error details take: structured fields, and lines of text. */
export interface AnswerBody {
  readonly fields: Record<string, unknown>;
  readonly lines: readonly string[];
  /** The matches in the lines, to be coloured. */
  readonly hits?: readonly Hit[];
  /** Hints about the records. */
  readonly hints?: readonly string[];
}

/** One page of records, which can be cut after any of them. */
export interface RecordPage {
  /** The kind of its records. */
  readonly unit: Unit;
  /** Records before this page. */
  readonly skip: number;
  /** Records on this page. */
  readonly size: number;
  /** Records of all pages. */
  readonly total: number;
  /** The total as the status line states it beside that of the report: `3 values`. */
  readonly statedTotal?: string;
  /** The last record shown is cut to fit. */
  readonly isLastCut?: boolean;
  /** Whether the call with a greater `skip` gives the next page. */
  readonly isPaged: boolean;
  /** Whether the last page has `has_more: false`, which clients of older forms expect. Others leave it out. */
  readonly statesLastPage?: boolean;
  /** The hint on how to get more than the `shown` records that fit; default: with a higher budget. */
  restHint?(shown: number): string;
  /** Renders the first `count` records of the page. */
  renderFirst(count: number): AnswerBody;
}

/** Selects the records of a search that a page holds, and how their paths are displayed. */
export interface PageSelection {
  readonly paths: DisplayedPaths;
  readonly skip: number;
  readonly limit: number;
  readonly currentCall: CurrentCall;
  /** The encoding that the caller forced on the files. */
  readonly encoding?: string;
  /** Whether group_by_file gives the bytes of each match. */
  readonly showsSpans?: boolean;
  /** Whether the text of the form full leaves out the line of a hit, since the text of a definition has it. */
  isShownElsewhere?(path: string, hit: Hit): boolean;
}

/** The parts of a report that a page states. */
type PagedReport =
  & Completeness
  & { readonly total: number; readonly searched: number }
  & Partial<Pick<SearchReport, "timedOutLines">>;

/** The facts that an answer states about its whole result, however many records it shows. */
export interface PageContext {
  readonly currentCall: CurrentCall;
  /** Tokens that may be used; 0 = no budget. */
  readonly budget: number;
  readonly report: PagedReport;
  /** The unit of `report.total`. */
  readonly totalUnit: Unit;
  /** The unit of `report.searched`. */
  readonly searchedUnit: Unit;
  /** The number of files with matches, if the records are matches. */
  readonly files?: number;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  /** Lines above the records. */
  readonly head?: readonly string[];
  /** Further fields of structured content, and their parts of the status line. */
  readonly extra?: { readonly fields: Record<string, unknown>; readonly status: readonly string[] };
  /** Lines below the records. */
  readonly tail?: readonly string[];
  /** The form is not the one asked for. */
  readonly isDegraded?: boolean;
  /** The total is the whole text: no status line repeats it. */
  readonly isBareTotal?: boolean;
}

/** An answer and its cost. */
export interface RenderedPage {
  readonly answer: Answer;
  /** Estimated tokens of what is sent: of its text and its structured content, whichever is more. */
  readonly tokens: number;
}

/** Tokens that the field `estimated_tokens` and its words in the text add to an answer. */
const ESTIMATE_TOKENS = 8;

/** Renders the answer with the first `count` records of `page`. */
export function renderPage(page: RecordPage, count: number, context: PageContext): RenderedPage {
  const body = page.renderFirst(count);
  const plain = compose(page, count, body, context), isFound = context.report.total > 0;
  const tokens = answerTokens(plain.lines.join("\n"), plain.fields, context.currentCall.sentAs);
  if (tokens <= LIMITS.tokensWorthSaying) return { answer: answerOf(plain, isFound), tokens };
  const stated = tokens + ESTIMATE_TOKENS;
  return { answer: answerOf(compose(page, count, body, context, stated), isFound), tokens: stated };
}

function answerOf({ fields, lines, hits }: AnswerBody, found: boolean): Answer {
  return { structured: fields, text: lines.join("\n"), isError: false, found, ...(hits && { hits }) };
}

/** Composes the whole answer, its parts in order. */
function compose(page: RecordPage, count: number, body: AnswerBody, context: PageContext, tokens?: number): AnswerBody {
  const { report, extra } = context;
  const end = endOf(page, count, context), { cutBy, next } = end;
  const hints = [...context.hints, ...body.hints ?? [], ...hintsOf(page, count, context, end)];
  const { notes } = context;
  const about = zeroResultFields(context);
  return {
    fields: {
      total: report.total,
      ...body.fields,
      ...extra?.fields,
      truncated: cutBy !== undefined,
      ...(cutBy && { truncated_by: cutBy }),
      ...(report.cutBy && { total_is_exact: false }),
      ...(next !== undefined ? { has_more: true, next_skip: next } : page.statesLastPage && { has_more: false }),
      ...(report.treeChanged && { tree_changed: true }),
      ...about,
      ...(notes.length > 0 && { notes }),
      ...(hints.length > 0 && { hints }),
      ...(tokens !== undefined && { estimated_tokens: tokens }),
    },
    ...(body.hits && { hits: body.hits }),
    lines: [
      ...context.head ?? [],
      ...body.lines,
      ...context.tail ?? [],
      ...statusLine(page, end, context, about, tokens),
      ...[...notes, ...hints].map((sentence) => `[${sentence}]`),
    ],
  };
}

/** How a page ends. */
interface PageEnd {
  /** The records up to its end. */
  readonly shown: number;
  readonly cutBy: CutBy | undefined;
  /** The `skip` of the page after it, if there is one. */
  readonly next?: number;
  /** The page has as many records as the caller asked for. The status line says so, and how to go on. */
  readonly isAsLimited: boolean;
}

function endOf(page: RecordPage, count: number, context: PageContext): PageEnd {
  const { report, currentCall } = context, cutBy = causeOfCut(page, count, context), next = page.skip + count;
  const hasMore = page.isPaged && count > 0 && next < page.total;
  const isLimit = cutBy === "limit" && report.cutBy === undefined;
  return {
    shown: count,
    cutBy,
    ...(hasMore && { next }),
    isAsLimited: hasMore && isLimit && count === currentCall.limit,
  };
}

/** The cause that cut the answer. A cause that hid an unknown number of records precedes one that hid known records. */
function causeOfCut(page: RecordPage, count: number, context: PageContext): CutBy | undefined {
  if (context.report.cutBy) return context.report.cutBy;
  if (count < page.size || page.isLastCut || context.isDegraded && !page.isPaged) return "token_budget";
  return page.skip + page.size < page.total ? "limit" : undefined;
}

function hintsOf(
  page: RecordPage,
  count: number,
  context: PageContext,
  { cutBy, next, isAsLimited }: PageEnd,
): string[] {
  const { report, currentCall } = context;
  const hints: string[] = [];
  if (next !== undefined && !isAsLimited) {
    const cause = count < page.size ? "token_budget" : cutBy ?? "limit";
    const call = currentCall.render({ skip: next });
    hints.push(moreHint({ shown: count, total: page.total, unit: page.unit, cause, call }));
  } else if (count < page.size) {
    hints.push(shortenedHint(page, count, context));
  } else if (page.isPaged && page.skip > 0 && page.skip >= page.total && page.total > 0) {
    hints.push(beyondEndHint(page.skip, page.total));
  }
  if (report.treeChanged) hints.push(TREE_CHANGED);
  // More time would not help if the pattern was given up on single lines.
  if (report.cutBy === "timeout" && !report.timedOutLines) hints.push(timeoutHint(currentCall));
  if (report.cutBy === "file_limit") hints.push(fileLimitHint(currentCall));
  return hints;
}

function shortenedHint(page: RecordPage, count: number, { currentCall, budget }: PageContext): string {
  const call = currentCall.render({ token_budget: RAISED_BUDGET_FACTOR * budget });
  if (count === 0) {
    return `Not even one record fits into ${budget} ${unitWord("tokens", budget)}. With a higher budget: ${call}`;
  }
  return page.restHint?.(count) ?? `${count} of ${page.total} listed (token_budget); with more: ${call}`;
}

/** The factor by which a hint raises a budget that was too small. */
export const RAISED_BUDGET_FACTOR = 4;

/** The hint after a timeout: it suggests the longest timeout, or narrower arguments if that was given already. */
export function timeoutHint(currentCall: CurrentCall): string {
  const { cap } = LIMITS.timeoutMs;
  if (Number(currentCall.args.timeout_ms) >= cap) return CUT_AT_DEADLINE;
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

/** `searched` if nothing was found, and `skipped` if files were skipped that the search should have read. */
function zeroResultFields({ report }: PageContext): { searched?: number; skipped?: Skipped } {
  const empty = report.total === 0;
  const skipped = relevantSkips(report.skipped, empty);
  return {
    ...(empty && { searched: report.searched }),
    ...(Object.keys(skipped).length > 0 && { skipped }),
  };
}

/** The kinds of skipped files with a count above 0. Hidden and ignored files are included only if `all` is true. */
export function relevantSkips(skipped: Skipped, all: boolean): Skipped {
  const byRule = (kind: string) => kind === "ignored" || kind === "hidden";
  return Object.fromEntries(Object.entries(skipped).filter(([kind, n]) => n > 0 && (all || !byRule(kind))));
}

function statusLine(
  page: RecordPage,
  end: PageEnd,
  context: PageContext,
  about: { searched?: number; skipped?: Skipped },
  tokens?: number,
): string[] {
  const parts = [
    ...(context.isBareTotal ? [] : totalPhrases(page, end, context)),
    ...(about.searched === undefined ? [] : [searchedPhrase(about.searched, context.searchedUnit)]),
    ...(about.skipped ? [skippedPhrase(about.skipped)] : []),
    ...context.extra?.status ?? [],
    ...(end.isAsLimited ? [nextPagePhrase(end, context)] : []),
    ...(tokens === undefined ? [] : [`~${countPhrase("tokens", tokens)}`]),
  ];
  return parts.length > 0 ? [`[${parts.join("; ")}]`] : [];
}

/** `3 matches in 2 files`, then the records of the page: `1 of 2 files`. Records that are matches have one count. */
function totalPhrases(page: RecordPage, { shown, isAsLimited }: PageEnd, context: PageContext): string[] {
  const { totalUnit } = context, all = totalWithFiles(context), { unit, total, statedTotal } = page;
  if (!isAsLimited) return statedTotal === undefined ? [all] : [all, statedTotal];
  const partOf = (whole: string) => `${shown} of ${whole}`;
  return unit === totalUnit ? [partOf(all)] : [all, partOf(statedTotal ?? totalPhrase(unit, { total }))];
}

/** `more: skip=5`. */
function nextPagePhrase({ next }: PageEnd, { currentCall: { tool, spelling } }: PageContext): string {
  return `more: ${spelling.switches(tool, { skip: next })}`;
}

function totalWithFiles({ report, totalUnit, files }: PageContext): string {
  if (files === undefined || report.total === 0) return totalPhrase(totalUnit, report);
  const count = countInFiles(totalUnit, report.total, files);
  return report.cutBy ? `at least ${count}` : count;
}

/** `searched 12 files`. */
export function searchedPhrase(n: number, unit: Unit): string {
  return `searched ${n} ${unitWord(unit, n)}`;
}

/** `skipped: binary 3, unreadable 1`. */
export function skippedPhrase(skipped: Partial<Record<SkipKind, number>>): string {
  return `skipped: ${Object.entries(skipped).map(([kind, n]) => `${kind} ${n}`).join(", ")}`;
}
