/**
 * The answer to fs.list_files: `{entries, has_more}`.
 * @module
 */
import type { ListedEntry, ListReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { entryLine } from "../list_answer.ts";
import { countPhrase } from "../phrases.ts";
import type { AnswerBody } from "../render_page.ts";
import { bracketedLines, exactAnswer, searchedPhrases, searchRemarkFields } from "./exact_answer.ts";
import { type ExactPageOptions, pageEnd } from "./page_end.ts";

/** How to render a page of entries. */
export interface EntriesAnswerOptions extends ExactPageOptions {
  readonly metadata: boolean;
}

/** Answers with a page of entries. */
export function entriesAnswer(report: ListReport, options: EntriesAnswerOptions): Answer {
  const { entries, total } = report;
  const take = (count: number): AnswerBody => {
    const shown = entries.slice(0, count);
    const cut = pageEnd(report, count, entries.length, total, "entries", options);
    const words = total === 0 ? [countPhrase(options.lang, "entries", 0)] : [];
    const fields = shown.map((entry) => entryFields(entry, options));
    const lines = shown.map((entry) => entryLine(entry, options.metadata));
    return {
      fields: {
        entries: fields,
        has_more: cut.hasMore,
        ...cut.cursor,
        ...searchRemarkFields(report, "entries", cut.cutBy, cut.hints, options),
      },
      lines: [
        ...lines,
        ...bracketedLines([...words, ...searchedPhrases(report, "entries", options.lang)], [
          ...options.remarks ?? [],
          ...options.notes,
          ...cut.sentences,
        ]),
      ],
    };
  };
  return exactAnswer({ size: entries.length, found: total > 0, renderFirst: take }, options.budget);
}

function entryFields(
  { path, kind, size, mtime }: ListedEntry,
  { metadata }: EntriesAnswerOptions,
): Record<string, unknown> {
  return {
    path,
    is_dir: kind === "dir",
    ...(metadata && size !== undefined && { size }),
    ...(metadata && mtime !== undefined && { modified: mtime }),
  };
}
