/**
 * The answer to fs.search_text: `{hits, has_more}`.
 * @module
 */
import type { Hit, SearchReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { type LocatedHit, locatedHits } from "../hit_fields.ts";
import { numberedLines } from "../numbered_lines.ts";
import { countPhrase, hardLineHints } from "../phrases.ts";
import type { AnswerBody } from "../render_page.ts";
import { bracketedLines, exactAnswer, linesByFile, searchedPhrases, searchRemarkFields } from "./exact_answer.ts";
import { type ExactPageOptions, pageEnd } from "./page_end.ts";

/** Answers with a page of hits. */
export function hitsAnswer(report: SearchReport, options: ExactPageOptions): Answer {
  const all = locatedHits(report.files), { lang } = options;
  const hard = hardLineHints(lang, report.timedOutLines);
  const take = (count: number): AnswerBody => {
    const shown = all.slice(0, count);
    const cut = pageEnd(report, count, all.length, report.records, "matches", options);
    const words = report.total === 0 ? [countPhrase(lang, "matches", 0)] : [];
    const hits = shown.map(hitFields);
    return {
      fields: {
        hits,
        has_more: cut.hasMore,
        ...cut.cursor,
        ...searchRemarkFields(report, "files", cut.cutBy, [...cut.hints, ...hard], options),
      },
      lines: [
        ...linesByFile(shown, linesOf),
        ...bracketedLines(
          [...words, ...searchedPhrases(report, "files", lang)],
          [...options.remarks ?? [], ...options.notes, ...cut.sentences, ...hard],
        ),
      ],
    };
  };
  return exactAnswer({ size: all.length, found: report.total > 0, renderFirst: take }, options.budget);
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
    return `${entry.number}${column}${entry.line}`;
  });
}
