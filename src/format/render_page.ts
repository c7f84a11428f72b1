/**
 * Finishes an answer that is a list of records: completeness, cursors, notes and hints beside them, alike in text and in
 * structured content.
 * @module
 */
import type { Lang } from "../model/messages/lang.ts";
import { LIMITS } from "../model/limits.ts";
import type { Completeness, CutBy, Hit, SkipKind, Skipped } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import type { CurrentCall } from "./current_call.ts";
import type { DisplayedPaths } from "./path_display.ts";
import { say, totalPhrase, type Unit, unitWord } from "./phrases.ts";
import { answerTokens } from "./token_estimate.ts";

/** What records make, or what stands beside an error: fields of the structured content, lines of the text. */
export interface AnswerBody {
  readonly fields: Record<string, unknown>;
  readonly lines: readonly string[];
  /** The matches in the lines, to be coloured. */
  readonly hits?: readonly Hit[];
  /** What is said of them. */
  readonly hints?: readonly string[];
}

/** One page of records, which can be cut behind any of them. */
export interface RecordPage {
  /** What its records are. */
  readonly unit: Unit;
  /** Records before this page. */
  readonly skip: number;
  /** Records on this page. */
  readonly size: number;
  /** Records of all pages. */
  readonly total: number;
  /** The last record shown is cut to fit. */
  readonly isLastCut?: boolean;
  /** Whether the call with a greater `skip` gives the next page. */
  readonly isPaged: boolean;
  /** The page with its first `count` records. */
  renderFirst(count: number): AnswerBody;
}

/** Which records of a search a sheet is to hold, and how their paths are written. */
export interface PageSelection {
  readonly paths: DisplayedPaths;
  readonly skip: number;
  readonly limit: number;
  readonly lang: Lang;
  /** The encoding that was forced on the files. */
  readonly encoding?: string;
}

/** What is said of the whole, however many records are shown. */
export interface PageContext {
  readonly lang: Lang;
  readonly currentCall: CurrentCall;
  /** Tokens that may be used; 0 = no budget. */
  readonly budget: number;
  readonly report: Completeness & {
    readonly total: number;
    readonly searched: number;
    readonly timedOutLines?: number;
  };
  /** What `report.total` counts. */
  readonly totalUnit: Unit;
  /** What `report.searched` counts. */
  readonly searchedUnit: Unit;
  /** Files with matches, where files and matches are two things. */
  readonly files?: number;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  /** Lines above the records. */
  readonly head?: readonly string[];
  /** Further fields of structured content, and what the status line says of them. */
  readonly extra?: { readonly fields: Record<string, unknown>; readonly status: readonly string[] };
  /** The form is not the one asked for. */
  readonly isDegraded?: boolean;
  /** The total is the whole text: no status line repeats it. */
  readonly isBareTotal?: boolean;
}

/** An answer and what it costs. */
export interface RenderedPage {
  readonly answer: Answer;
  /** Estimated tokens of its text or its structured content, whichever is more. */
  readonly tokens: number;
}

/** Tokens that `estimated_tokens` and the word for it in the text take themselves. */
const ESTIMATE_TOKENS = 8;

/** The answer with the first `count` records of `sheet`. */
export function renderPage(sheet: RecordPage, count: number, frame: PageContext): RenderedPage {
  const body = sheet.renderFirst(count);
  const plain = compose(sheet, count, body, frame), isFound = frame.report.total > 0;
  const tokens = answerTokens(plain.lines.join("\n"), plain.fields);
  if (tokens <= LIMITS.tokensWorthSaying) return { answer: answerOf(plain, isFound), tokens };
  const said = tokens + ESTIMATE_TOKENS;
  return { answer: answerOf(compose(sheet, count, body, frame, said), isFound), tokens: said };
}

function answerOf({ fields, lines, hits }: AnswerBody, found: boolean): Answer {
  return { structured: fields, text: lines.join("\n"), isError: false, found, ...(hits && { hits }) };
}

/** All that the answer says, in order. */
function compose(sheet: RecordPage, count: number, body: AnswerBody, frame: PageContext, tokens?: number): AnswerBody {
  const { report, extra } = frame;
  const end = sheet.skip + count;
  const hasMore = sheet.isPaged && count > 0 && end < sheet.total;
  const cutBy = causeOfCut(sheet, count, frame);
  const hints = [...frame.hints, ...body.hints ?? [], ...hintsOf(sheet, count, frame, cutBy, hasMore)];
  const { notes } = frame;
  const about = zeroResultFields(frame);
  return {
    fields: {
      total: report.total,
      ...body.fields,
      ...extra?.fields,
      truncated: cutBy !== undefined,
      ...(cutBy && { truncated_by: cutBy }),
      total_is_exact: report.cutBy === undefined,
      ...(sheet.isPaged && { has_more: hasMore }),
      ...(hasMore && { next_skip: end }),
      ...(report.treeChanged && { tree_changed: true }),
      ...about,
      ...(notes.length > 0 && { notes }),
      ...(hints.length > 0 && { hints }),
      ...(tokens !== undefined && { estimated_tokens: tokens }),
    },
    ...(body.hits && { hits: body.hits }),
    lines: [
      ...frame.head ?? [],
      ...body.lines,
      ...statusLine(frame, about, tokens),
      ...[...notes, ...hints].map((sentence) => `[${sentence}]`),
    ],
  };
}

/** What cut the answer: first what hid an unknown part, then what hid a known one. */
function causeOfCut(sheet: RecordPage, count: number, frame: PageContext): CutBy | undefined {
  if (frame.report.cutBy) return frame.report.cutBy;
  if (count < sheet.size || sheet.isLastCut || frame.isDegraded && !sheet.isPaged) return "token_budget";
  return sheet.skip + sheet.size < sheet.total ? "limit" : undefined;
}

function hintsOf(
  sheet: RecordPage,
  count: number,
  frame: PageContext,
  cutBy: CutBy | undefined,
  hasMore: boolean,
): string[] {
  const { lang, report, currentCall: own } = frame;
  const again = () => own.render({ skip: undefined });
  const hints: string[] = [];
  if (hasMore) {
    const unit = unitWord(lang, sheet.unit, sheet.total);
    const cause = count < sheet.size ? "token_budget" : cutBy ?? "limit";
    const call = own.render({ skip: sheet.skip + count });
    hints.push(say(lang, "more", { shown: count, total: sheet.total, unit, cause, call }));
  } else if (count < sheet.size) {
    hints.push(shortenedHint(sheet, count, frame));
  } else if (sheet.isPaged && sheet.skip > 0 && sheet.skip >= sheet.total && sheet.total > 0) {
    hints.push(say(lang, "beyond_end", { skip: sheet.skip, total: sheet.total, call: again() }));
  }
  if (report.treeChanged) hints.push(say(lang, "tree_changed", { call: again() }));
  // What was given up on single lines would be so in any time.
  if (report.cutBy === "timeout" && !report.timedOutLines) hints.push(timeoutHint(own));
  if (report.cutBy === "file_limit") hints.push(fileLimitHint(own));
  return hints;
}

function shortenedHint({ total }: RecordPage, count: number, { lang, currentCall: own, budget }: PageContext): string {
  const call = own.render({ token_budget: RAISED_BUDGET_FACTOR * budget });
  return count === 0
    ? say(lang, "no_room", { budget, unit: unitWord(lang, "tokens", budget), call })
    : say(lang, "list_shortened_more", { shown: count, total, call });
}

/** Times of a budget that was too small. */
const RAISED_BUDGET_FACTOR = 4;

/** What is advised where the time was too short: more of it, as far as there is more. */
export function timeoutHint(own: CurrentCall): string {
  const { cap } = LIMITS.timeoutMs;
  if (Number(own.args.timeout_ms) >= cap) return say(own.lang, "cut_narrow");
  return say(own.lang, "cut_timeout", { call: own.render({ timeout_ms: cap }) });
}

function fileLimitHint(own: CurrentCall): string {
  const { default: usual, cap } = LIMITS.findFiles, limit = Number(own.args.file_limit ?? usual);
  if (limit >= cap) return say(own.lang, "cut_file_limit_cap");
  return say(own.lang, "cut_file_limit", { call: own.render({ file_limit: cap }) });
}

/** `searched` where nothing was found, `skipped` where files that should have counted did not. */
function zeroResultFields({ report }: PageContext): { searched?: number; skipped?: Skipped } {
  const empty = report.total === 0;
  const skipped = relevantSkips(report.skipped, empty);
  return {
    ...(empty && { searched: report.searched }),
    ...(Object.keys(skipped).length > 0 && { skipped }),
  };
}

/** The kinds above 0; files that the rules leave out only matter to an empty answer. */
export function relevantSkips(skipped: Skipped, all: boolean): Skipped {
  const byRule = (kind: string) => kind === "ignored" || kind === "hidden";
  return Object.fromEntries(Object.entries(skipped).filter(([kind, n]) => n > 0 && (all || !byRule(kind))));
}

function statusLine(frame: PageContext, about: { searched?: number; skipped?: Skipped }, tokens?: number): string[] {
  const { lang } = frame;
  const parts = [
    ...(frame.isBareTotal ? [] : [totalWithFiles(frame)]),
    ...(about.searched === undefined ? [] : [searchedPhrase(lang, about.searched, frame.searchedUnit)]),
    ...(about.skipped ? [skippedPhrase(lang, about.skipped)] : []),
    ...frame.extra?.status ?? [],
    ...(tokens === undefined ? [] : [say(lang, "about_tokens", { n: tokens, unit: unitWord(lang, "tokens", tokens) })]),
  ];
  return parts.length > 0 ? [`[${parts.join("; ")}]`] : [];
}

function totalWithFiles({ lang, report, totalUnit, files }: PageContext): string {
  if (files === undefined || report.total === 0) return totalPhrase(lang, totalUnit, report);
  const unit = unitWord(lang, totalUnit, report.total), file = unitWord(lang, "files", files);
  const count = say(lang, "count_in_files", { n: report.total, unit, files, file });
  return report.cutBy ? say(lang, "at_least", { count }) : count;
}

/** `searched 12 files`. */
export function searchedPhrase(lang: Lang, n: number, unit: Unit): string {
  return say(lang, "searched", { n, unit: unitWord(lang, unit, n) });
}

/** `skipped: binary 3, unreadable 1`. */
export function skippedPhrase(lang: Lang, skipped: Partial<Record<SkipKind, number>>): string {
  return say(lang, "skipped", { list: Object.entries(skipped).map(([kind, n]) => `${kind} ${n}`).join(", ") });
}
