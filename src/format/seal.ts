/**
 * Finishes an answer that is a list of records: completeness, cursors, notes and hints beside them, alike in text and in
 * structured content.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import { LIMITS } from "../model/limits.ts";
import type { Completeness, CutBy, Hit, SkipKind, Skipped } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import type { OwnCall } from "./own_call.ts";
import type { Paths } from "./paths.ts";
import { foundWords, say, type Unit, unitWord } from "./phrases.ts";
import { answerTokens } from "./token_estimate.ts";

/** What records make, or what stands beside an error: fields of the structured content, lines of the text. */
export interface Body {
  readonly fields: Record<string, unknown>;
  readonly lines: readonly string[];
  /** The matches in the lines, to be coloured. */
  readonly hits?: readonly Hit[];
  /** What is said of them. */
  readonly hints?: readonly string[];
}

/** One page of records, which can be cut behind any of them. */
export interface Sheet {
  /** What its records are. */
  readonly unit: Unit;
  /** Records before this page. */
  readonly skip: number;
  /** Records on this page. */
  readonly size: number;
  /** Records of all pages. */
  readonly total: number;
  /** The last record shown is cut to fit. */
  readonly isPartial?: boolean;
  /** Whether the call with a greater `skip` gives the next page. */
  readonly paged: boolean;
  /** The page with its first `count` records. */
  take(count: number): Body;
}

/** Which records of a search a sheet is to hold, and how their paths are written. */
export interface View {
  readonly paths: Paths;
  readonly skip: number;
  readonly limit: number;
  readonly lang: Lang;
  /** The encoding that was forced on the files. */
  readonly encoding?: string;
}

/** What is said of the whole, however many records are shown. */
export interface Frame {
  readonly lang: Lang;
  readonly own: OwnCall;
  /** Tokens that may be used; 0 = no budget. */
  readonly budget: number;
  readonly report: Completeness & { readonly total: number; readonly searched: number; readonly hardLines?: number };
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
  readonly degraded?: boolean;
  /** The total is the whole text: no status line repeats it. */
  readonly bare?: boolean;
}

/** An answer and what it costs. */
export interface Sealed {
  readonly answer: Answer;
  /** Estimated tokens of its text or its structured content, whichever is more. */
  readonly tokens: number;
}

/** Tokens that `estimated_tokens` and the word for it in the text take themselves. */
const SAYING_SO = 8;

/** The answer with the first `count` records of `sheet`. */
export function seal(sheet: Sheet, count: number, frame: Frame): Sealed {
  const body = sheet.take(count);
  const plain = compose(sheet, count, body, frame), isFound = frame.report.total > 0;
  const tokens = answerTokens(plain.lines.join("\n"), plain.fields);
  if (tokens <= LIMITS.tokensWorthSaying) return { answer: answerOf(plain, isFound), tokens };
  const said = tokens + SAYING_SO;
  return { answer: answerOf(compose(sheet, count, body, frame, said), isFound), tokens: said };
}

function answerOf({ fields, lines, hits }: Body, found: boolean): Answer {
  return { structured: fields, text: lines.join("\n"), isError: false, found, ...(hits && { hits }) };
}

/** All that the answer says, in order. */
function compose(sheet: Sheet, count: number, body: Body, frame: Frame, tokens?: number): Body {
  const { report, extra } = frame;
  const end = sheet.skip + count;
  const hasMore = sheet.paged && count > 0 && end < sheet.total;
  const cutBy = causeOfCut(sheet, count, frame);
  const hints = [...frame.hints, ...body.hints ?? [], ...hintsOf(sheet, count, frame, cutBy, hasMore)];
  const { notes } = frame;
  const about = emptiness(frame);
  return {
    fields: {
      total: report.total,
      ...body.fields,
      ...extra?.fields,
      truncated: cutBy !== undefined,
      ...(cutBy && { truncated_by: cutBy }),
      total_is_exact: report.cutBy === undefined,
      ...(sheet.paged && { has_more: hasMore }),
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
function causeOfCut(sheet: Sheet, count: number, frame: Frame): CutBy | undefined {
  if (frame.report.cutBy) return frame.report.cutBy;
  if (count < sheet.size || sheet.isPartial || frame.degraded && !sheet.paged) return "token_budget";
  return sheet.skip + sheet.size < sheet.total ? "limit" : undefined;
}

function hintsOf(sheet: Sheet, count: number, frame: Frame, cutBy: CutBy | undefined, hasMore: boolean): string[] {
  const { lang, report, own } = frame;
  const again = () => own.mended({ skip: undefined });
  const hints: string[] = [];
  if (hasMore) {
    const unit = unitWord(lang, sheet.unit, sheet.total);
    const cause = count < sheet.size ? "token_budget" : cutBy ?? "limit";
    const call = own.mended({ skip: sheet.skip + count });
    hints.push(say(lang, "more", { shown: count, total: sheet.total, unit, cause, call }));
  } else if (count < sheet.size) {
    hints.push(shortened(sheet, count, frame));
  } else if (sheet.paged && sheet.skip > 0 && sheet.skip >= sheet.total && sheet.total > 0) {
    hints.push(say(lang, "beyond_end", { skip: sheet.skip, total: sheet.total, call: again() }));
  }
  if (report.treeChanged) hints.push(say(lang, "tree_changed", { call: again() }));
  // What was given up on single lines would be so in any time.
  if (report.cutBy === "timeout" && !report.hardLines) hints.push(timeoutHint(own));
  if (report.cutBy === "file_limit") hints.push(fileLimitHint(own));
  return hints;
}

function shortened({ total }: Sheet, count: number, { lang, own, budget }: Frame): string {
  const call = own.mended({ token_budget: GREATER * budget });
  return count === 0
    ? say(lang, "no_room", { budget, unit: unitWord(lang, "tokens", budget), call })
    : say(lang, "list_shortened_more", { shown: count, total, call });
}

/** Times of a budget that was too small. */
const GREATER = 4;

/** What is advised where the time was too short: more of it, as far as there is more. */
export function timeoutHint(own: OwnCall): string {
  const { cap } = LIMITS.timeoutMs;
  if (Number(own.args.timeout_ms) >= cap) return say(own.lang, "cut_narrow");
  return say(own.lang, "cut_timeout", { call: own.mended({ timeout_ms: cap }) });
}

function fileLimitHint(own: OwnCall): string {
  const { default: usual, cap } = LIMITS.findFiles, limit = Number(own.args.file_limit ?? usual);
  if (limit >= cap) return say(own.lang, "cut_file_limit_cap");
  return say(own.lang, "cut_file_limit", { call: own.mended({ file_limit: cap }) });
}

/** `searched` where nothing was found, `skipped` where files that should have counted did not. */
function emptiness({ report }: Frame): { searched?: number; skipped?: Skipped } {
  const empty = report.total === 0;
  const skipped = occurred(report.skipped, empty);
  return {
    ...(empty && { searched: report.searched }),
    ...(Object.keys(skipped).length > 0 && { skipped }),
  };
}

/** The kinds above 0; files that the rules leave out only matter to an empty answer. */
export function occurred(skipped: Skipped, all: boolean): Skipped {
  const byRule = (kind: string) => kind === "ignored" || kind === "hidden";
  return Object.fromEntries(Object.entries(skipped).filter(([kind, n]) => n > 0 && (all || !byRule(kind))));
}

function statusLine(frame: Frame, about: { searched?: number; skipped?: Skipped }, tokens?: number): string[] {
  const { lang } = frame;
  const parts = [
    ...(frame.bare ? [] : [totalWords(frame)]),
    ...(about.searched === undefined ? [] : [searchedWords(lang, about.searched, frame.searchedUnit)]),
    ...(about.skipped ? [skippedWords(lang, about.skipped)] : []),
    ...frame.extra?.status ?? [],
    ...(tokens === undefined ? [] : [say(lang, "about_tokens", { n: tokens, unit: unitWord(lang, "tokens", tokens) })]),
  ];
  return parts.length > 0 ? [`[${parts.join("; ")}]`] : [];
}

function totalWords({ lang, report, totalUnit, files }: Frame): string {
  if (files === undefined || report.total === 0) return foundWords(lang, totalUnit, report);
  const unit = unitWord(lang, totalUnit, report.total), file = unitWord(lang, "files", files);
  const count = say(lang, "count_in_files", { n: report.total, unit, files, file });
  return report.cutBy ? say(lang, "at_least", { count }) : count;
}

/** `searched 12 files`. */
export function searchedWords(lang: Lang, n: number, unit: Unit): string {
  return say(lang, "searched", { n, unit: unitWord(lang, unit, n) });
}

/** `skipped: binary 3, unreadable 1`. */
export function skippedWords(lang: Lang, skipped: Partial<Record<SkipKind, number>>): string {
  return say(lang, "skipped", { list: Object.entries(skipped).map(([kind, n]) => `${kind} ${n}`).join(", ") });
}
