/**
 * Answers of an exact shape: the fields that a profile's document names, and further fields only if the answer was cut,
 * nothing was found, or there are remarks.
 * @module
 */
import type { Completeness, CutBy } from "../../model/completeness.ts";
import type { Hit } from "../../model/search_report.ts";
import type { Answer } from "../answer.ts";
import { fitBySearch } from "../fit_budget.ts";
import { groupByFile, type LocatedHit } from "../hit_lines.ts";
import type { CurrentCall } from "../current_call.ts";
import { type Unit, unitWord } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import { type AnswerBody, relevantSkips, searchedPhrase, skippedPhrase } from "../render_page.ts";
import { answerTokens } from "../token_estimate.ts";

/** How to render an exact answer. */
export interface ExactAnswerOptions {
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  /** Values that were lowered to their caps. */
  readonly notes: readonly string[];
  /** Sentences about how the query was read, and about calls that would find more. */
  readonly remarks?: readonly string[];
  readonly currentCall: CurrentCall;
}

/** A page of records, of which as many are rendered as fit. */
interface ExactPage {
  readonly size: number;
  readonly found: boolean;
  /** Renders the first `count` records. */
  renderFirst(count: number): AnswerBody;
}

/** Answers with as many records as the budget holds. */
export function exactAnswer(
  { size, found, renderFirst }: ExactPage,
  { budget, currentCall: { sentAs } }: Pick<ExactAnswerOptions, "budget" | "currentCall">,
): Answer {
  return fitBySearch(size, budget, (count) => {
    const { fields, lines } = renderFirst(count), text = lines.join("\n");
    return { answer: { text, structured: fields, isError: false, found }, tokens: answerTokens(text, fields, sentAs) };
  }).answer;
}

/** The cause that cut an answer; undefined if it was not cut, or only by the limit that the caller gave. */
export function causeOfCut(report: Completeness, count: number, size: number): CutBy | undefined {
  return report.cutBy ?? (count < size ? "token_budget" : undefined);
}

/** Arguments that add something to each record. */
const EXTRAS_PER_RECORD = ["context_lines", "contextBefore", "contextAfter", "include_metadata"];

/** The hint if not even one record fits: to ask for less with each record, if the call asked for more than the record. */
export function noRecordHint(budget: number, currentCall: CurrentCall): string {
  const unit = unitWord("tokens", budget),
    asked = EXTRAS_PER_RECORD.filter((field) => currentCall.args[field]);
  if (asked.length === 0) {
    return `Not even one record fits into ${budget} ${unit}: start the server with a higher --token-budget.`;
  }
  const changes = Object.fromEntries(asked.map((field) => [field, undefined]));
  return `Not even one record fits into ${budget} ${unit}. Without context or metadata: ${currentCall.render(changes)}`;
}

/** The fields added to the document's own ones; none if the answer is complete and has no remarks. */
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

/** The lines in brackets after the records: one for the status, then one for each sentence. */
export function bracketedLines(status: readonly string[], sentences: readonly string[]): string[] {
  const lines = status.length > 0 ? [status.join("; "), ...sentences] : sentences;
  return lines.map((line) => `[${line}]`);
}

/** A report that states how much was searched. */
export type SearchedReport = Completeness & { readonly total: number; readonly searched: number };

/** The fields added to a search or a listing. The status that the text shows is the first of its `hints`. */
export function searchRemarkFields(
  report: SearchedReport,
  unit: Unit,
  cutBy: CutBy | undefined,
  hints: readonly string[],
  options: ExactAnswerOptions,
): Record<string, unknown> {
  const looked = searchedPhrases(report, unit).join("; ");
  return remarkFields(cutBy, [...(looked === "" ? [] : [looked]), ...options.remarks ?? [], ...hints], options);
}

/** Rendered records, and the remarks about them. */
interface RemarkedRecords extends Pick<AnswerBody, "fields" | "lines"> {
  readonly unit: Unit;
  /** Phrases about the number of records. */
  readonly counts: readonly string[];
  readonly cutBy: CutBy | undefined;
  readonly hints: readonly string[];
  /** The hints of the text, if they differ. */
  readonly sentences?: readonly string[];
}

/** Adds the remarks about a search or a listing to its records. */
export function exactBody(
  report: SearchedReport,
  { fields, lines, unit, counts, cutBy, hints, sentences = hints }: RemarkedRecords,
  options: ExactAnswerOptions,
): AnswerBody {
  const status = [...counts, ...searchedPhrases(report, unit)];
  return {
    fields: { ...fields, ...searchRemarkFields(report, unit, cutBy, hints, options) },
    lines: [...lines, ...bracketedLines(status, [...options.remarks ?? [], ...options.notes, ...sentences])],
  };
}

/** Phrases for what was searched, if nothing was found, and for files that were skipped. */
export function searchedPhrases(report: SearchedReport, unit: Unit): string[] {
  const skipped = relevantSkips(report.skipped, report.total === 0);
  return [
    ...(report.total === 0 ? [searchedPhrase(report.searched, unit)] : []),
    ...(Object.keys(skipped).length > 0 ? [skippedPhrase(skipped)] : []),
  ];
}

/** `250 matches`, and how many of them are shown if some are missing. */
export function countPhrases(words: string, shown: number, total: number): string[] {
  return shown < total ? [words, `${shown} shown`] : [words];
}

/** The lines of hits, after a line with their path for each file. */
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
