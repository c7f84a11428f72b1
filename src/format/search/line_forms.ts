/**
 * The forms whose rows are matching lines: full and group_by_file.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { FileHits, Hit, SearchReport } from "../../model/search_report.ts";
import { byteLength, byteSlices } from "../byte_text.ts";
import {
  definitionChanges,
  definitionLabel,
  grepLines,
  groupByFile,
  listedLines,
  type LocatedHit,
  locatedHits,
  numberedLines,
} from "../hit_lines.ts";
import { type Form, type Page, pageOf } from "../page.ts";
import { textPath } from "../safe_text.ts";
import { hasLinesOf } from "./shown_definitions.ts";
import type { View } from "./view.ts";

/** The form full: every matching line with its file and its submatches. */
export function fullPage(view: View): Page {
  const { definitions = [], paths } = view;
  const isAlone = ({ file, hit }: LocatedHit) => !hasLinesOf(definitions, file.path, hit);
  return linePage(view, {
    fields: (rows) => ({ matches: rows.map((row) => matchFields(row, view)) }),
    lines: (rows) =>
      groupByFile(rows.filter(isAlone)).flatMap(([{ path }, hits]) => grepLines(hits, textPath(paths.display(path)))),
  }, true);
}

/** The form group_by_file: every matching line, each path once. */
export function groupedPage(view: View): Page {
  return linePage(view, {
    fields: (rows) => ({ files: groupByFile(rows).map(([file, hits]) => fileFields(file, hits, view)) }),
    lines: (rows) =>
      groupByFile(rows).flatMap(([file, hits], i) => [...(i > 0 ? [""] : []), ...fileLines(file, hits, view)]),
  });
}

function linePage(view: View, form: Form<LocatedHit>, statesLastPage = false): Page {
  const { report, skip } = view;
  return pageOf(locatedHits(report.files), {
    ...form,
    hits: (rows) => rows.map(({ hit }) => hit),
    hints: (rows) => rows.flatMap((row) => cutMatchHints(row, view)),
  }, { unit: "matches", skip, total: report.records, isPaged: true, statesLastPage });
}

/** The line numbers that are missing in a match are counted; its context is left out if there is none. */
function matchFields({ file, hit }: LocatedHit, { paths }: View): Record<string, unknown> {
  const { lineNumber, line, cut, lines, spans, enclosing, before, after } = hit;
  const shown = paths.display(file.path), parts = byteSlices(line, spans);
  return {
    ...(paths.showsBoth ? { file: file.path, abs_path: shown } : { file: shown }),
    line_number: lineNumber,
    line,
    ...(cut && { line_truncated: true }),
    ...(lines !== undefined && { match_lines: lines }),
    submatches: spans.map(([start, end], i) => ({ start, end, match: parts[i] })),
    ...(enclosing && { enclosing: definitionLabel(enclosing) }),
    ...(before.length > 0 && { context_before: before }),
    ...(after.length > 0 && { context_after: after }),
  };
}

/**
 * A file's lines as strings: objects with a line number, a line and spans cost 1.7 times the tokens of the text. Lines that
 * are cut, and matches of which some lines are missing, are listed by the number of their first line. `in` names the
 * definition from a line on.
 */
function fileFields({ path, count }: FileHits, hits: readonly Hit[], view: View): Record<string, unknown> {
  const cut = hits.filter((hit) => hit.cut).map(({ lineNumber }) => lineNumber);
  const missing = hits.flatMap(({ lineNumber, lines }) => lines === undefined ? [] : [[lineNumber, lines] as const]);
  const enclosing = definitionChanges(hits);
  return {
    file: view.paths.display(path),
    count,
    lines: listedLines(numberedLines(hits)),
    ...(enclosing.size > 0 && { in: Object.fromEntries(enclosing) }),
    ...(view.showsSpans && { spans: Object.fromEntries(hits.map(({ lineNumber, spans }) => [lineNumber, spans])) }),
    ...(cut.length > 0 && { line_truncated: cut }),
    ...(missing.length > 0 && { match_lines: Object.fromEntries(missing) }),
  };
}

/** The path (with its count, if some of its lines are missing), then its lines. */
function fileLines({ path, count }: FileHits, hits: readonly Hit[], { paths, showsSpans }: View): string[] {
  const shown = textPath(paths.display(path)), head = hits.length === count ? shown : `${shown} (${count})`;
  return [head, ...grepLines(hits, undefined, showsSpans)];
}

/** For a match over several lines that is shown in part, the call that shows all of it. */
function cutMatchHints({ file: { path }, hit }: LocatedHit, { currentCall, encoding }: View): string[] {
  const { lineNumber, line, lines } = hit;
  if (lines === undefined) return [];
  const page = { start_line: lineNumber, max_lines: Math.min(lines, LIMITS.readLines.cap) };
  const call = currentCall.renderOther("read_file", { path, ...page, encoding });
  const place = `${textPath(path)}:${lineNumber}`;
  return [`${place}: ${line.split("\n").length} of the match's ${lines} lines are shown. For all of them: ${call}`];
}

/** The number of lines of a report's first match. */
export function firstMatchLineCount({ files }: SearchReport): number {
  return files.find(({ hits }) => hits.length > 0)?.hits[0].line.split("\n").length ?? 0;
}

/** Cuts the first match of a report to `count` lines. */
export function withFirstMatchCut(report: SearchReport, count: number): SearchReport {
  const at = report.files.findIndex(({ hits }) => hits.length > 0), file = report.files[at];
  const [first, ...rest] = file.hits;
  return { ...report, files: report.files.with(at, { ...file, hits: [cutMatch(first, count), ...rest] }) };
}

function cutMatch(hit: Hit, count: number): Hit {
  const all = hit.line.split("\n"), line = all.slice(0, count).join("\n"), length = byteLength(line);
  const spans = hit.spans.filter(([start]) => start <= length)
    .map(([start, end]): [number, number] => [start, Math.min(end, length)]);
  return { ...hit, line, cut: true, lines: hit.lines ?? all.length, spans };
}
