/**
 * The rows of the profiles fs and microagent, with the names that their documents give to the columns.
 * @module
 */
import type { GlobReport, ListedEntry, ListReport } from "../../model/report.ts";
import type { Hit, SearchReport } from "../../model/search_report.ts";
import type { Answer } from "../answer.ts";
import { grepLines, groupByFile, type LocatedHit, locatedHits, numberedLines } from "../hit_lines.ts";
import { displayedName } from "../list_answer.ts";
import type { Form } from "../page.ts";
import { countInFiles, countPhrase } from "../phrases.ts";
import { textLine, textPath } from "../safe_text.ts";
import { type ExactOptions, type ExactPageOptions, pagedAnswer, singleAnswer } from "./exact_answer.ts";

/** fs.list_files: `{entries, has_more}`. */
export function entriesAnswer(report: ListReport, metadata: boolean, options: ExactPageOptions): Answer {
  const form = entryForm(metadata), { entries: rows, total } = report;
  return pagedAnswer(report, { rows, form, total, unit: "entries", searchedUnit: "entries" }, options);
}

/** In text, the size in bytes and UNIX seconds follow the path after tabs. */
function entryForm(metadata: boolean): Form<ListedEntry> {
  return {
    fields: (rows) => ({
      entries: rows.map(({ path, kind, size, mtime }) => ({
        path,
        is_dir: kind === "dir",
        ...(metadata && size !== undefined && { size }),
        ...(metadata && mtime !== undefined && { modified: mtime }),
      })),
    }),
    lines: (rows) =>
      rows.map((entry) => {
        const name = displayedName(entry, entry.path);
        return metadata ? `${name}\t${entry.size ?? ""}\t${entry.mtime ?? ""}` : name;
      }),
  };
}

/** fs.search_text: `{hits, has_more}`. */
export function hitsAnswer(report: SearchReport, options: ExactPageOptions): Answer {
  const page = { rows: locatedHits(report.files), form: HIT_FORM, total: report.records } as const;
  return pagedAnswer(report, { ...page, unit: "matches", searchedUnit: "files" }, options);
}

const HIT_FORM: Form<LocatedHit> = {
  fields: (rows) => ({
    hits: rows.map(({ file, hit }) => ({
      path: file.path,
      line: hit.lineNumber,
      column: hit.column,
      line_text: hit.line,
      context_before: hit.before,
      context_after: hit.after,
    })),
  }),
  lines: (rows) => linesByFile(rows, columnLines),
};

/** `39:17:line` for hits, `38-line` for context, `--` for gaps. */
function columnLines(hits: readonly Hit[]): string[] {
  const columns = new Map(hits.map((hit) => [hit.lineNumber, hit.column]));
  return numberedLines(hits).map((entry) => {
    if (entry === "gap") return "--";
    const column = entry.match ? `:${columns.get(entry.number) ?? 1}:` : "-";
    return `${entry.number}${column}${textLine(entry.line)}`;
  });
}

/** microagent's grep: `{matches, totalMatches, truncated}`. */
export function grepMatchesAnswer(report: SearchReport, options: ExactOptions): Answer {
  const { total, filesMatched } = report, rows = locatedHits(report.files);
  const counted = total === 0 ? countPhrase("matches", 0) : countInFiles("matches", total, filesMatched);
  const page = { rows, form: MATCH_FORM, total, unit: "matches", searchedUnit: "files" } as const;
  return singleAnswer(report, page, options, counted, (count, cutBy) => ({
    totalMatches: total,
    truncated: cutBy !== undefined || count < total,
  }));
}

/** A match is the line together with its context lines. */
const MATCH_FORM: Form<LocatedHit> = {
  fields: (rows) => ({
    matches: rows.map(({ file, hit: { lineNumber, line, before, after } }) => ({
      file: file.path,
      line: lineNumber,
      content: [...before, line, ...after].join("\n"),
    })),
  }),
  lines: (rows) => linesByFile(rows, (hits) => grepLines(hits)),
};

/** microagent's grep with `filesOnly`: `{files, totalFiles}`, with at most `limit` files. */
export function grepFilesAnswer(report: SearchReport, limit: number, options: ExactOptions): Answer {
  const rows = report.files.slice(0, limit).map(({ path }) => path), total = report.filesMatched;
  const page = { rows, form: PATH_FORM, total, unit: "files", searchedUnit: "files" } as const;
  return singleAnswer(report, page, options, countPhrase("files", total), () => ({ totalFiles: total }));
}

/** microagent's glob: `{files}`, with `total` if some are missing. */
export function globPathsAnswer(report: GlobReport, options: ExactOptions): Answer {
  const { paths: rows, total } = report;
  const page = { rows, form: PATH_FORM, total, unit: "files", searchedUnit: "entries" } as const;
  return singleAnswer(report, page, options, countPhrase("files", total), (_, cutBy) => cutBy ? { total } : {});
}

const PATH_FORM: Form<string> = {
  fields: (files) => ({ files }),
  lines: (files) => files.map(textPath),
};

/** The lines of hits, after a line with their path for each file. */
function linesByFile(rows: readonly LocatedHit[], linesOf: (hits: readonly Hit[]) => string[]): string[] {
  return groupByFile(rows).flatMap(([{ path }, hits], i) => [...(i > 0 ? [""] : []), textPath(path), ...linesOf(hits)]);
}
