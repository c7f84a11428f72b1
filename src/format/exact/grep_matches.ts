/**
 * The answers to microagent's grep: `{matches, totalMatches, truncated}`, or `{files, totalFiles}`.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";
import type { SearchReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { type LocatedHit, locatedHits } from "../hit_fields.ts";
import { grepLines } from "../numbered_lines.ts";
import { countPhrase, hardLineHints, say, unitWord } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import {
  bracketedLines,
  causeOfCut,
  countPhrases,
  exactAnswer,
  type ExactAnswerOptions,
  linesByFile,
  noRecordHint,
  searchedPhrases,
  searchRemarkFields,
} from "./exact_answer.ts";

/** Answers with the matching lines of the report. */
export function grepMatchesAnswer(report: SearchReport, options: ExactAnswerOptions): Answer {
  const all = locatedHits(report.files), { total } = report;
  const take = (count: number): AnswerBody => {
    const shown = all.slice(0, count);
    const cutBy = causeOfCut(report, count, all.length);
    const truncated = cutBy !== undefined || count < total;
    const hints = hintsOf(report, { count, size: all.length, total }, options);
    const matches = shown.map(matchFields);
    return {
      fields: {
        matches,
        totalMatches: total,
        truncated,
        ...searchRemarkFields(report, "files", cutBy, hints, options),
      },
      lines: [
        ...linesByFile(shown, grepLines),
        ...bracketedLines(status(report, matchPhrase(report, options.lang), count, total, options.lang), [
          ...options.remarks ?? [],
          ...options.notes,
          ...hints,
        ]),
      ],
    };
  };
  return exactAnswer({ size: all.length, found: total > 0, renderFirst: take }, options.budget);
}

/** Answers with at most `limit` of the files that have a match. */
export function grepFilesAnswer(report: SearchReport, limit: number, options: ExactAnswerOptions): Answer {
  const paths = report.files.slice(0, limit).map(({ path }) => path);
  const total = report.filesMatched;
  const take = (count: number): AnswerBody => {
    const files = paths.slice(0, count);
    const cutBy = causeOfCut(report, count, paths.length);
    const hints = hintsOf(report, { count, size: paths.length, total }, options);
    const words = countPhrase(options.lang, "files", total);
    return {
      fields: { files, totalFiles: total, ...searchRemarkFields(report, "files", cutBy, hints, options) },
      lines: [
        ...files.map(textPath),
        ...bracketedLines(status(report, words, count, total, options.lang), [
          ...options.remarks ?? [],
          ...options.notes,
          ...hints,
        ]),
      ],
    };
  };
  return exactAnswer({ size: paths.length, found: total > 0, renderFirst: take }, options.budget);
}

/** A match: the line together with its context lines. */
function matchFields({ file, hit }: LocatedHit): Record<string, unknown> {
  return {
    file: file.path,
    line: hit.lineNumber,
    content: [...hit.before, hit.line, ...hit.after].join("\n"),
  };
}

function matchPhrase({ total, filesMatched }: SearchReport, lang: Lang): string {
  if (total === 0) return countPhrase(lang, "matches", 0);
  return say(lang, "count_in_files", {
    n: total,
    unit: unitWord(lang, "matches", total),
    files: filesMatched,
    file: unitWord(lang, "files", filesMatched),
  });
}

function status(report: SearchReport, words: string, shown: number, total: number, lang: Lang): string[] {
  const count = report.cutBy ? say(lang, "at_least", { count: words }) : words;
  return [...countPhrases(count, shown, total, lang), ...searchedPhrases(report, "files", lang)];
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
  { lang, budget, currentCall }: ExactAnswerOptions,
): string[] {
  const cut = count === 0 ? noRecordHint(budget, currentCall) : say(lang, "narrower", { shown: count, total });
  return [
    ...(count < size ? [cut] : []),
    ...hardLineHints(lang, report.timedOutLines),
    ...(report.cutBy === "timeout" && report.timedOutLines === 0 ? [say(lang, "cut_narrow")] : []),
  ];
}
