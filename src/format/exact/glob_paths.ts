/**
 * The answer to microagent's glob: `{files}`.
 * @module
 */
import type { GlobReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { countPhrase, CUT_AT_DEADLINE, narrowerMessage } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import {
  bracketedLines,
  causeOfCut,
  countPhrases,
  exactAnswer,
  type ExactAnswerOptions,
  searchedPhrases,
  searchRemarkFields,
} from "./exact_answer.ts";

/** Answers with paths, and with their total if some are missing. */
export function globPathsAnswer(report: GlobReport, options: ExactAnswerOptions): Answer {
  const { paths, total } = report;
  const renderFirst = (count: number): AnswerBody => {
    const files = paths.slice(0, count);
    const cutBy = causeOfCut(report, count, total);
    const hints = cutBy === undefined ? [] : [cutBy === "timeout" ? CUT_AT_DEADLINE : narrowerMessage(count, total)];
    const words = total === 0 || cutBy ? countPhrases(countPhrase("files", total), count, total) : [];
    return {
      fields: { files, ...(cutBy && { total }), ...searchRemarkFields(report, "entries", cutBy, hints, options) },
      lines: [
        ...files.map(textPath),
        ...bracketedLines([...words, ...searchedPhrases(report, "entries")], [
          ...options.notes,
          ...(options.remarks ?? []),
          ...hints,
        ]),
      ],
    };
  };
  return exactAnswer({ size: paths.length, found: total > 0, renderFirst }, options);
}
