/**
 * The answer to fs.search_text: `{hits, has_more}`.
 * @module
 */
import type { SearchReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { type Located, located } from "../hit_fields.ts";
import { numberedLines } from "../numbered_lines.ts";
import { counted, say } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import { besides, exactAnswer, footer, lookedAt } from "./exact.ts";
import { cutOfPage, type PageWish } from "./page.ts";

/** How a page of hits is wanted. */
export interface HitsWish extends PageWish {
  /** Sentences for text alone: how the query was read. */
  readonly remarks: readonly string[];
}

/** The page of hits. */
export function hitsAnswer(report: SearchReport, wish: HitsWish): Answer {
  const all = located(report.files), { lang } = wish;
  const hard = report.hardLines > 0 ? [say(lang, "hard_lines", { n: report.hardLines })] : [];
  const take = (count: number) => {
    const shown = all.slice(0, count);
    const cut = cutOfPage(report, count, all.length, report.records, "matches", wish);
    const words = report.total === 0 ? [counted(lang, "matches", 0)] : [];
    return {
      fields: {
        hits: shown.map(hitFields),
        has_more: cut.hasMore,
        ...cut.cursor,
        ...besides(cut.by, [...cut.hints, ...hard], wish),
      },
      lines: [
        ...textLines(shown),
        ...footer(
          [...words, ...lookedAt(report, "files", lang)],
          [...wish.remarks, ...wish.notes, ...cut.sentences, ...hard],
        ),
      ],
    };
  };
  return exactAnswer({ size: all.length, found: report.total > 0, take }, wish.budget);
}

function hitFields({ file, hit }: Located): Record<string, unknown> {
  return {
    path: file.path,
    line: hit.lineNumber,
    column: hit.column,
    line_text: hit.line,
    context_before: hit.before,
    context_after: hit.after,
  };
}

/** Each path once; under it `39:17:line` for hits, `38-line` for context, `--` for gaps. */
function textLines(shown: readonly Located[]): string[] {
  return [...Map.groupBy(shown, (at) => at.file)].flatMap(([file, group], i) => {
    const hits = group.map((at) => at.hit);
    const columns = new Map(hits.map((hit) => [hit.lineNumber, hit.column]));
    const lines = numberedLines(hits).map((entry) => {
      if (entry === "gap") return "--";
      const column = entry.match ? `:${columns.get(entry.number) ?? 1}:` : "-";
      return `${entry.number}${column}${entry.line}`;
    });
    return [...(i > 0 ? [""] : []), textPath(file.path), ...lines];
  });
}
