/**
 * The forms whose rows are matching lines: full and group_by_file; and the lines of one file's hits, in order, each once.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { FileHits, Hit, SearchReport } from "../../model/search_report.ts";
import { byteLength, byteSlices } from "../byte_text.ts";
import { type Form, type Page, pageOf } from "../page.ts";
import { textLine, textPath, textValue } from "../safe_text.ts";
import { definitionLabel, hasLinesOf } from "./shown_definitions.ts";
import type { View } from "./view.ts";

/** A hit and its file. */
export interface LocatedHit {
  readonly file: FileHits;
  readonly hit: Hit;
}

/** All hits of a report's page, in order. */
export function locatedHits(files: readonly FileHits[]): LocatedHit[] {
  return files.flatMap((file) => file.hits.map((hit) => ({ file, hit })));
}

/** Files with their hits, in order. */
function groupByFile(hits: readonly LocatedHit[]): [FileHits, Hit[]][] {
  return [...Map.groupBy(hits, (at) => at.file)].map(([file, all]) => [file, all.map(({ hit }) => hit)]);
}

/** The lines of hits in text: for each file what stands above them, then them; a blank line between files. */
export function linesByFile(
  rows: readonly LocatedHit[],
  linesOf: (hits: readonly Hit[]) => string[],
  headOf = ({ path }: FileHits, _hits: readonly Hit[]) => textPath(path),
): string[] {
  return groupByFile(rows).flatMap(([file, hits], i) => [...(i > 0 ? [""] : []), headOf(file, hits), ...linesOf(hits)]);
}

/** The form full: every matching line with its file and its submatches. */
export function fullPage(view: View): Page {
  const { definitions, paths } = view;
  const isAlone = ({ file, hit }: LocatedHit) => !hasLinesOf(definitions, file.path, hit);
  const form: Form<LocatedHit> = (rows) => ({
    fields: { matches: rows.map((row) => matchFields(row, view)) },
    lines: groupByFile(rows.filter(isAlone)).flatMap(([{ path }, hits]) =>
      grepLines(hits, textPath(paths.display(path)))
    ),
  });
  return linePage(view, form, true);
}

/** The form group_by_file: every matching line, each path once (with its count, if some of its lines are missing). */
export function groupedPage(view: View): Page {
  const { paths, showsSpans } = view;
  const headOf = ({ path, count }: FileHits, { length }: readonly Hit[]) =>
    textPath(paths.display(path)) + (length === count ? "" : ` (${count})`);
  return linePage(view, (rows) => ({
    fields: { files: groupByFile(rows).map(([file, hits]) => fileFields(file, hits, view)) },
    lines: linesByFile(rows, (hits) => grepLines(hits, undefined, showsSpans), headOf),
  }));
}

function linePage(view: View, form: Form<LocatedHit>, statesLastPage = false): Page {
  const { report, skip } = view;
  const withHits: Form<LocatedHit> = (rows) => ({
    ...form(rows),
    hits: rows.map(({ hit }) => hit),
    hints: rows.flatMap((row) => cutMatchHints(row, view)),
  });
  const place = { unit: "matches", skip, total: report.records, isPaged: true, statesLastPage } as const;
  return pageOf(locatedHits(report.files), withHits, place);
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
 * A file's lines as strings, `12: line` for matches, `11- line` for context: objects with a line number, a line and spans
 * cost 1.7 times the tokens of the text. Lines that are cut, and matches of which some lines are missing, are listed by the
 * number of their first line. `in` names the definition from a line on.
 */
function fileFields({ path, count }: FileHits, hits: readonly Hit[], view: View): Record<string, unknown> {
  const cut = hits.filter((hit) => hit.cut).map(({ lineNumber }) => lineNumber);
  const missing = hits.flatMap(({ lineNumber, lines }) => lines === undefined ? [] : [[lineNumber, lines] as const]);
  const enclosing = definitionChanges(hits), lines = numberedLines(hits).filter((entry) => entry !== "gap");
  return {
    file: view.paths.display(path),
    count,
    lines: lines.map(({ number, match, line }) => `${number}${match ? ":" : "-"} ${line}`),
    ...(enclosing.size > 0 && { in: Object.fromEntries(enclosing) }),
    ...(view.showsSpans && { spans: Object.fromEntries(hits.map(({ lineNumber, spans }) => [lineNumber, spans])) }),
    ...(cut.length > 0 && { line_truncated: cut }),
    ...(missing.length > 0 && { match_lines: Object.fromEntries(missing) }),
  };
}

/** A line of a hit; with its first line, the hit. */
interface NumberedLine {
  readonly number: number;
  readonly line: string;
  readonly match: boolean;
  readonly hit?: Hit;
}

/** The lines of `hits` by number, with gaps if context is shown and lines are missing between two groups. */
export function numberedLines(hits: readonly Hit[]): (NumberedLine | "gap")[] {
  const lines = new Map<number, NumberedLine>();
  for (const one of hits.flatMap(linesOf)) {
    // A line that matches replaces the same line as context.
    const other = lines.get(one.number);
    if (other === undefined || one.match && !other.match) lines.set(one.number, one);
  }
  const hasContext = hits.some((hit) => hit.before.length + hit.after.length > 0);
  const sorted = [...lines.values()].sort((a, b) => a.number - b.number);
  return sorted.flatMap((one, i): (NumberedLine | "gap")[] =>
    hasContext && i > 0 && sorted[i - 1].number + 1 < one.number ? ["gap", one] : [one]
  );
}

function linesOf(hit: Hit): NumberedLine[] {
  const { lineNumber, before, after } = hit, matched = hit.line.split("\n");
  const below = lineNumber + (hit.lines ?? matched.length);
  return [
    ...before.map((line, i) => ({ number: lineNumber - before.length + i, line, match: false })),
    ...matched.map((line, i) => ({ number: lineNumber + i, line, match: true, ...(i === 0 && { hit }) })),
    ...after.map((line, i) => ({ number: below + i, line, match: false })),
  ];
}

/**
 * Lines as grep prints them: `path:12:line` for matches, `path-11-line` for context, `--` for gaps. With `showsSpans`, the
 * bytes of the matches follow the number of the line: `12:0-4,9-13:line`. A line `  in name 10-20` names the definition
 * that the next lines stand in, as far as its last line.
 */
export function grepLines(hits: readonly Hit[], path?: string, showsSpans = false): string[] {
  const enclosing = definitionChanges(hits);
  return numberedLines(hits).flatMap((entry) => {
    if (entry === "gap") return "--";
    const { number, hit } = entry, mark = entry.match ? ":" : "-", definition = hit && enclosing.get(number);
    const spans = showsSpans && hit ? hit.spans.map((span) => span.join("-")).join(",") + mark : "";
    const line = `${path === undefined ? "" : path + mark}${number}${mark}${spans}${textLine(entry.line)}`;
    return definition === undefined ? line : [`  in ${textValue(definition)}`, line];
  });
}

/** By the line of a hit, the definition that it stands in, unless it is that of the hit before. */
function definitionChanges(hits: readonly Hit[]): Map<number, string> {
  const changes = new Map<number, string>();
  let last: string | undefined;
  for (const { lineNumber, enclosing } of hits) {
    const label = enclosing && definitionLabel(enclosing);
    if (label !== undefined && label !== last) changes.set(lineNumber, label);
    last = label ?? last;
  }
  return changes;
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
