/**
 * The answers to microagent's grep: `{matches, totalMatches, truncated}`, or `{files, totalFiles}`.
 * @module
 */
import type { SearchReport } from "../../model/search_report.ts";
import type { Answer } from "../answer.ts";
import { grepLines, type LocatedHit, locatedHits } from "../hit_lines.ts";
import { countInFiles, countPhrase, CUT_AT_DEADLINE, hardLineHints, narrowerMessage } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import {
  causeOfCut,
  countPhrases,
  exactAnswer,
  type ExactAnswerOptions,
  exactBody,
  linesByFile,
  noRecordHint,
} from "./exact_answer.ts";

/** Answers with the matching lines of the report. */
export function grepMatchesAnswer(report: SearchReport, options: ExactAnswerOptions): Answer {
  const all = locatedHits(report.files), { total } = report;
  const renderFirst = (count: number): AnswerBody => {
    const shown = all.slice(0, count), cutBy = causeOfCut(report, count, all.length);
    return exactBody(report, {
      fields: {
        matches: shown.map(matchFields),
        totalMatches: total,
        truncated: cutBy !== undefined || count < total,
      },
      lines: linesByFile(shown, grepLines),
      unit: "files",
      counts: countsOf(report, matchPhrase(report), count, total),
      cutBy,
      hints: hintsOf(report, { count, size: all.length, total }, options),
    }, options);
  };
  return exactAnswer({ size: all.length, found: total > 0, renderFirst }, options);
}

/** Answers with at most `limit` of the files that have a match. */
export function grepFilesAnswer(report: SearchReport, limit: number, options: ExactAnswerOptions): Answer {
  const paths = report.files.slice(0, limit).map(({ path }) => path);
  const total = report.filesMatched;
  const renderFirst = (count: number): AnswerBody => {
    const files = paths.slice(0, count);
    return exactBody(report, {
      fields: { files, totalFiles: total },
      lines: files.map(textPath),
      unit: "files",
      counts: countsOf(report, countPhrase("files", total), count, total),
      cutBy: causeOfCut(report, count, paths.length),
      hints: hintsOf(report, { count, size: paths.length, total }, options),
    }, options);
  };
  return exactAnswer({ size: paths.length, found: total > 0, renderFirst }, options);
}

/** A match: the line together with its context lines. */
function matchFields({ file, hit }: LocatedHit): Record<string, unknown> {
  return {
    file: file.path,
    line: hit.lineNumber,
    content: [...hit.before, hit.line, ...hit.after].join("\n"),
  };
}

function matchPhrase({ total, filesMatched }: SearchReport): string {
  if (total === 0) return countPhrase("matches", 0);
  return countInFiles("matches", total, filesMatched);
}

function countsOf(report: SearchReport, words: string, shown: number, total: number): string[] {
  const count = report.cutBy ? `at least ${words}` : words;
  return countPhrases(count, shown, total);
}

/** The number of records shown, on the page, and in all. */
interface Extent {
  readonly count: number;
  readonly size: number;
  readonly total: number;
}

function hintsOf(
  report: SearchReport,
  { count, size, total }: Extent,
  { budget, currentCall }: ExactAnswerOptions,
): string[] {
  const cut = count === 0 ? noRecordHint(budget, currentCall) : narrowerMessage(count, total);
  return [
    ...(count < size ? [cut] : []),
    ...hardLineHints(report.timedOutLines),
    ...(report.cutBy === "timeout" && report.timedOutLines === 0 ? [CUT_AT_DEADLINE] : []),
  ];
}
