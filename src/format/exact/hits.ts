/**
 * The answer to fs.search_text: `{hits, has_more}`.
 * @module
 */
import type { Hit, SearchReport } from "../../model/search_report.ts";
import type { Answer } from "../answer.ts";
import { type LocatedHit, locatedHits, numberedLines } from "../hit_lines.ts";
import { countPhrase, hardLineHints } from "../phrases.ts";
import type { AnswerBody } from "../render_page.ts";
import { textLine } from "../safe_text.ts";
import { exactAnswer, exactBody, linesByFile } from "./exact_answer.ts";
import { type ExactPageOptions, pageEnd } from "./page_end.ts";

/** Answers with a page of hits. */
export function hitsAnswer(report: SearchReport, options: ExactPageOptions): Answer {
  const all = locatedHits(report.files), hard = hardLineHints(report.timedOutLines);
  const renderFirst = (count: number): AnswerBody => {
    const shown = all.slice(0, count);
    const end = pageEnd(report, count, all.length, report.records, "matches", options);
    return exactBody(report, {
      fields: { hits: shown.map(hitFields), has_more: end.hasMore, ...end.cursor },
      lines: linesByFile(shown, linesOf),
      unit: "files",
      counts: report.total === 0 ? [countPhrase("matches", 0)] : [],
      cutBy: end.cutBy,
      hints: [...end.hints, ...hard],
      sentences: [...end.sentences, ...hard],
    }, options);
  };
  return exactAnswer({ size: all.length, found: report.total > 0, renderFirst }, options);
}

function hitFields({ file, hit }: LocatedHit): Record<string, unknown> {
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
    return `${entry.number}${column}${textLine(entry.line)}`;
  });
}
