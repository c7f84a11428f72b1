/**
 * The answer to fs.search_text: `{hits, has_more}`.
 * @module
 */
import type { Hit, SearchReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { type Located, located } from "../hit_fields.ts";
import { numberedLines } from "../numbered_lines.ts";
import { counted, hardLineHints } from "../phrases.ts";
import type { Body } from "../seal.ts";
import { besidesFound, exactAnswer, footer, lookedAt, underPaths } from "./exact.ts";
import { cutOfPage, type PageWish } from "./page.ts";

/** The page of hits. */
export function hitsAnswer(report: SearchReport, wish: PageWish): Answer {
  const all = located(report.files), { lang } = wish;
  const hard = hardLineHints(lang, report.hardLines);
  const take = (count: number): Body => {
    const shown = all.slice(0, count);
    const cut = cutOfPage(report, count, all.length, report.records, "matches", wish);
    const words = report.total === 0 ? [counted(lang, "matches", 0)] : [];
    const hits = shown.map(hitFields);
    return {
      fields: {
        hits,
        has_more: cut.hasMore,
        ...cut.cursor,
        ...besidesFound(report, "files", cut.by, [...cut.hints, ...hard], wish),
      },
      lines: [
        ...underPaths(shown, linesOf),
        ...footer(
          [...words, ...lookedAt(report, "files", lang)],
          [...wish.remarks ?? [], ...wish.notes, ...cut.sentences, ...hard],
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

/** `39:17:line` for hits, `38-line` for context, `--` for gaps. */
function linesOf(hits: readonly Hit[]): string[] {
  const columns = new Map(hits.map((hit) => [hit.lineNumber, hit.column]));
  return numberedLines(hits).map((entry) => {
    if (entry === "gap") return "--";
    const column = entry.match ? `:${columns.get(entry.number) ?? 1}:` : "-";
    return `${entry.number}${column}${entry.line}`;
  });
}
