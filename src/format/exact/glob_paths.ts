/**
 * The answer to microagent's glob: `{files}`.
 * @module
 */
import type { GlobReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { counted, say } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import type { Body } from "../seal.ts";
import { besidesFound, causeOfCut, countWords, exactAnswer, type ExactWish, footer, lookedAt } from "./exact.ts";

/** The paths; where they were cut, also how many there are. */
export function globPathsAnswer(report: GlobReport, wish: ExactWish): Answer {
  const { paths, total } = report;
  const { lang } = wish;
  const take = (count: number): Body => {
    const files = paths.slice(0, count);
    const cutBy = causeOfCut(report, count, total);
    const hints = cutBy === undefined
      ? []
      : [cutBy === "timeout" ? say(lang, "cut_narrow") : say(lang, "narrower", { shown: count, total })];
    const words = total === 0 || cutBy ? countWords(counted(lang, "files", total), count, total, lang) : [];
    return {
      fields: { files, ...(cutBy && { total }), ...besidesFound(report, "entries", cutBy, hints, wish) },
      lines: [
        ...files.map(textPath),
        ...footer([...words, ...lookedAt(report, "entries", lang)], [...wish.notes, ...(wish.remarks ?? []), ...hints]),
      ],
    };
  };
  return exactAnswer({ size: paths.length, found: total > 0, take }, wish.budget);
}
