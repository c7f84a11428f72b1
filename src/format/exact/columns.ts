/**
 * The answers of the profiles fs and microagent: the rows of the default profile, with the fields that their documents
 * name. Further fields only tell that the answer was cut, that nothing was found, or other remarks.
 * @module
 */
import type { GlobReport, ListedEntry, ListReport } from "../../model/report.ts";
import type { Hit, SearchReport } from "../../model/search_report.ts";
import type { Answer, AnswerContext } from "../answer.ts";
import { displayedName } from "../list_answer.ts";
import { fitPage, type Form, noRowHint, type PageEnd, pageOf, rowForm, type SearchedReport } from "../page.ts";
import { narrowerMessage, type Unit } from "../phrases.ts";
import { textLine, textPath } from "../safe_text.ts";
import { grepLines, linesByFile, type LocatedHit, locatedHits, numberedLines } from "../search/line_forms.ts";

/** A page that the caller counts with its own `skip`. */
export interface ExactPageOptions extends AnswerContext {
  readonly skip: number;
  /** Rows that the caller asked for and counts with, possibly more than a page can have. */
  readonly asked: number;
}

/** Rows, and how they are counted. */
interface ExactRows<Row> {
  readonly report: SearchedReport;
  readonly rows: readonly Row[];
  readonly form: Form<Row>;
  readonly unit: Unit;
  readonly searchedUnit: Unit;
  /** Rows of all pages; default: the report's total. */
  readonly total?: number;
}

/** fs.list_files: `{entries, has_more}`. */
export function entriesAnswer(report: ListReport, metadata: boolean, options: ExactPageOptions): Answer {
  const page = { report, rows: report.entries, form: entryForm(metadata), unit: "entries" } as const;
  return pagedAnswer({ ...page, searchedUnit: "entries" }, options);
}

/** In text, the size in bytes and UNIX seconds follow the path after tabs. */
function entryForm(metadata: boolean): Form<ListedEntry> {
  return rowForm("entries", ({ path, kind, size, mtime }) => ({
    path,
    is_dir: kind === "dir",
    ...(metadata && size !== undefined && { size }),
    ...(metadata && mtime !== undefined && { modified: mtime }),
  }), (entry) => {
    const name = displayedName(entry, entry.path);
    return metadata ? `${name}\t${entry.size ?? ""}\t${entry.mtime ?? ""}` : name;
  });
}

/** fs.search_text: `{hits, has_more}`. */
export function hitsAnswer(report: SearchReport, options: ExactPageOptions): Answer {
  const rows = locatedHits(report.files), total = report.records;
  const page = { report, rows, form: hitForm, unit: "matches", searchedUnit: "files" } as const;
  return pagedAnswer({ ...page, total }, options);
}

const hitForm: Form<LocatedHit> = (rows) => ({
  fields: {
    hits: rows.map(({ file, hit }) => ({
      path: file.path,
      line: hit.lineNumber,
      column: hit.column,
      line_text: hit.line,
      context_before: hit.before,
      context_after: hit.after,
    })),
  },
  lines: linesByFile(rows, columnLines),
});

/** `39:17:line` for hits, `38-line` for context, `--` for gaps. */
function columnLines(hits: readonly Hit[]): string[] {
  const columns = new Map(hits.map((hit) => [hit.lineNumber, hit.column]));
  return numberedLines(hits).map((entry) => {
    if (entry === "gap") return "--";
    const column = entry.match ? `:${columns.get(entry.number) ?? 1}:` : "-";
    return `${entry.number}${column}${textLine(entry.line)}`;
  });
}

/** microagent's grep: `{matches, totalMatches, truncated}`, with at most `limit` matches. */
export function grepMatchesAnswer(report: SearchReport, limit: number, options: AnswerContext): Answer {
  const { total } = report, rows = locatedHits(report.files);
  const page = { report, rows, form: matchForm, unit: "matches", searchedUnit: "files" } as const;
  const fieldsOf = ({ cutBy }: PageEnd) => ({ totalMatches: total, truncated: cutBy !== undefined });
  return exactAnswer(page, { skip: 0, asked: limit, isPaged: false }, options, fieldsOf);
}

/** A match is the line together with its context lines. */
const matchForm: Form<LocatedHit> = (rows) => ({
  fields: {
    matches: rows.map(({ file, hit: { lineNumber, line, before, after } }) => ({
      file: file.path,
      line: lineNumber,
      content: [...before, line, ...after].join("\n"),
    })),
  },
  lines: linesByFile(rows, (hits) => grepLines(hits)),
});

/** microagent's grep with `filesOnly`: `{files, totalFiles}`, with at most `limit` files. */
export function grepFilesAnswer(report: SearchReport, limit: number, options: AnswerContext): Answer {
  const rows = report.files.slice(0, limit).map(({ path }) => path), total = report.filesMatched;
  const page = { report: { ...report, total }, rows, form: pathForm, unit: "files", searchedUnit: "files" } as const;
  return exactAnswer(page, { skip: 0, asked: limit, isPaged: false }, options, () => ({ totalFiles: total }));
}

/** microagent's glob: `{files}`, with `total` if some are missing. */
export function globPathsAnswer(report: GlobReport, options: AnswerContext): Answer {
  const page = { report, rows: report.paths, form: pathForm, unit: "files", searchedUnit: "entries" } as const;
  const fieldsOf = ({ cutBy }: PageEnd) => cutBy ? { total: report.total } : {};
  return exactAnswer(page, { skip: 0, isPaged: false }, options, fieldsOf);
}

const pathForm: Form<string> = rowForm("files", (path) => path, textPath);

/** A page with `has_more`. Where it ends before the rows that the caller counts with, `next_skip` says where. */
function pagedAnswer<Row>(page: ExactRows<Row>, options: ExactPageOptions): Answer {
  const { report, total = report.total } = page, { skip, asked } = options;
  return exactAnswer(page, { skip, asked, isPaged: true }, options, ({ shown, next, isAsLimited }) => ({
    has_more: skip + shown < total || report.cutBy !== undefined,
    ...(next !== undefined && !isAsLimited && { next_skip: next }),
    ...(report.treeChanged && { tree_changed: true }),
  }));
}

/** As many rows as the budget holds. The limit that the caller gave is no cut. */
function exactAnswer<Row>(
  { report, rows, form, unit, searchedUnit, total = report.total }: ExactRows<Row>,
  place: { readonly skip: number; readonly asked?: number; readonly isPaged: boolean },
  options: AnswerContext,
  fieldsOf: (end: PageEnd) => Record<string, unknown>,
): Answer {
  const exact = (end: PageEnd) => ({
    ...fieldsOf(end),
    ...(end.cutBy && end.cutBy !== "limit" && { truncated_by: end.cutBy }),
  });
  const facts = { ...options, report, totalUnit: unit, searchedUnit, exact };
  const restHint = (shown: number) =>
    shown === 0
      ? `${noRowHint(options.budget)}: start the server with a higher --token-budget.`
      : narrowerMessage(shown, total);
  return fitPage(pageOf(rows, form, { unit, total, ...place, restHint }), facts).answer;
}
