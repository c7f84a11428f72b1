/**
 * Answers of an exact shape: the fields that a profile's document names and, only where there is something to say (an
 * answer was cut, or nothing was found), the fewest more that say it.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";
import type { Completeness, CutBy, Hit } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { fitBySearch } from "../fit_budget.ts";
import { groupByFile, type LocatedHit } from "../hit_fields.ts";
import type { CurrentCall } from "../current_call.ts";
import { say, type Unit, unitWord } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import { type AnswerBody, relevantSkips, searchedPhrase, skippedPhrase } from "../render_page.ts";
import { answerTokens } from "../token_estimate.ts";

/** How an exact answer is wanted. */
export interface ExactAnswerOptions {
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  /** Values that were lowered to their caps. */
  readonly notes: readonly string[];
  /** How the query was read, what would have found more. */
  readonly remarks?: readonly string[];
  readonly lang: Lang;
  readonly currentCall: CurrentCall;
}

/** Records before it is decided how many of them fit. */
export interface ExactPage {
  readonly size: number;
  readonly found: boolean;
  /** The answer with its first `count` records. */
  renderFirst(count: number): AnswerBody;
}

/** The answer with as many records as the budget holds. */
export function exactAnswer({ size, found, renderFirst: take }: ExactPage, budget: number): Answer {
  return fitBySearch(size, budget, (count) => {
    const { fields, lines } = take(count), text = lines.join("\n");
    return { answer: { text, structured: fields, isError: false, found }, tokens: answerTokens(text, fields) };
  }).answer;
}

/** What cut an answer short of what was asked for; nothing where its own fields say it all. */
export function causeOfCut(report: Completeness, count: number, size: number): CutBy | undefined {
  return report.cutBy ?? (count < size ? "token_budget" : undefined);
}

/** Arguments that ask for something beside each record. */
const EXTRAS_PER_RECORD = ["context_lines", "contextBefore", "contextAfter", "include_metadata"];

/** What is advised where not even one record fits: less beside it, where it has something there. */
export function noRecordHint(budget: number, currentCall: CurrentCall): string {
  const unit = unitWord(currentCall.lang, "tokens", budget),
    asked = EXTRAS_PER_RECORD.filter((field) => currentCall.args[field]);
  if (asked.length === 0) return say(currentCall.lang, "no_record", { budget, unit });
  const changes = Object.fromEntries(asked.map((field) => [field, undefined]));
  return say(currentCall.lang, "less_beside", { budget, unit, call: currentCall.render(changes) });
}

/** What stands behind the document's own fields: nothing, in an answer that is all that was asked for. */
export function remarkFields(
  cutBy: CutBy | undefined,
  hints: readonly string[],
  { notes }: ExactAnswerOptions,
): Record<string, unknown> {
  return {
    ...(cutBy && { truncated_by: cutBy }),
    ...(notes.length > 0 && { notes }),
    ...(hints.length > 0 && { hints }),
  };
}

/** Lines in brackets under the records: what is known of the whole, then notes and hints, each its own. */
export function bracketedLines(status: readonly string[], sentences: readonly string[]): string[] {
  const lines = status.length > 0 ? [status.join("; "), ...sentences] : sentences;
  return lines.map((line) => `[${line}]`);
}

/** What was looked at for an answer. */
export type SearchedReport = Completeness & { readonly total: number; readonly searched: number };

/** The same of a search or listing: what text says of it stands in `hints`. */
export function searchRemarkFields(
  report: SearchedReport,
  unit: Unit,
  cutBy: CutBy | undefined,
  hints: readonly string[],
  options: ExactAnswerOptions,
): Record<string, unknown> {
  const looked = searchedPhrases(report, unit, options.lang).join("; ");
  return remarkFields(cutBy, [...(looked === "" ? [] : [looked]), ...options.remarks ?? [], ...hints], options);
}

/** An empty answer says what was looked at; any answer, what should have counted and did not. */
export function searchedPhrases(report: SearchedReport, unit: Unit, lang: Lang): string[] {
  const skipped = relevantSkips(report.skipped, report.total === 0);
  return [
    ...(report.total === 0 ? [searchedPhrase(lang, report.searched, unit)] : []),
    ...(Object.keys(skipped).length > 0 ? [skippedPhrase(lang, skipped)] : []),
  ];
}

/** `250 matches`, and how many of them are shown where that is not all. */
export function countPhrases(words: string, shown: number, total: number, lang: Lang): string[] {
  return shown < total ? [words, say(lang, "shown", { n: shown })] : [words];
}

/** Each path once, and under it the lines of its hits. */
export function linesByFile(
  shown: readonly LocatedHit[],
  linesOf: (hits: readonly Hit[]) => string[],
): string[] {
  return groupByFile(shown).flatMap(([{ path }, located], i) => [
    ...(i > 0 ? [""] : []),
    textPath(path),
    ...linesOf(located.map(({ hit }) => hit)),
  ]);
}
