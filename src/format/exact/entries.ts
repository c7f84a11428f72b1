/**
 * The answer to fs.list_files: `{entries, has_more}`.
 * @module
 */
import type { ListedEntry, ListReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { displayedName } from "../list_answer.ts";
import { countPhrase } from "../phrases.ts";
import type { AnswerBody } from "../render_page.ts";
import { exactAnswer, exactBody } from "./exact_answer.ts";
import { type ExactPageOptions, pageEnd } from "./page_end.ts";

/** How to render a page of entries. */
export interface EntriesAnswerOptions extends ExactPageOptions {
  readonly metadata: boolean;
}

/** Answers with a page of entries. */
export function entriesAnswer(report: ListReport, options: EntriesAnswerOptions): Answer {
  const { entries, total } = report;
  const renderFirst = (count: number): AnswerBody => {
    const shown = entries.slice(0, count);
    const { hasMore, cursor, ...end } = pageEnd(report, count, entries.length, total, "entries", options);
    return exactBody(report, {
      fields: { entries: shown.map((entry) => entryFields(entry, options)), has_more: hasMore, ...cursor },
      lines: shown.map((entry) => entryLine(entry, options)),
      unit: "entries",
      counts: total === 0 ? [countPhrase("entries", 0)] : [],
      ...end,
    }, options);
  };
  return exactAnswer({ size: entries.length, found: total > 0, renderFirst }, options);
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

/** The path; with metadata, its size in bytes and UNIX seconds follow after tabs. */
function entryLine(entry: ListedEntry, { metadata }: EntriesAnswerOptions): string {
  const text = displayedName(entry, entry.path);
  return metadata ? `${text}\t${entry.size ?? ""}\t${entry.mtime ?? ""}` : text;
}
