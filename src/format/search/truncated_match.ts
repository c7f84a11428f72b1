/**
 * Matches over several lines that are too long to show: cuts them, and suggests the call that shows the rest.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Hit, SearchReport } from "../../model/search_report.ts";
import { byteLength } from "../byte_text.ts";
import type { LocatedHit } from "../hit_lines.ts";
import { textPath } from "../safe_text.ts";
import type { PageSelection } from "../render_page.ts";

/** For each match that is shown in part, the call that shows all of it. */
export function truncatedMatchHints(shown: readonly LocatedHit[], view: PageSelection): string[] {
  const { currentCall, encoding } = view;
  return shown.flatMap(({ file: { path }, hit: { lineNumber, line, lines } }) => {
    if (lines === undefined) return [];
    const page = { start_line: lineNumber, max_lines: Math.min(lines, LIMITS.readLines.cap) };
    const call = currentCall.renderOther("read_file", { path, ...page, encoding });
    const place = `${textPath(path)}:${lineNumber}`;
    return [`${place}: ${line.split("\n").length} of the match's ${lines} lines are shown. For all of them: ${call}`];
  });
}

/** The number of lines of a report's first match. */
export function firstMatchLineCount({ files }: SearchReport): number {
  return files.find(({ hits }) => hits.length > 0)?.hits[0].line.split("\n").length ?? 0;
}

/** Cuts the first match of a report to `count` lines. */
export function withFirstMatchCut(report: SearchReport, count: number): SearchReport {
  const at = report.files.findIndex(({ hits }) => hits.length > 0),
    file = report.files[at],
    [first, ...rest] = file.hits;
  return { ...report, files: report.files.with(at, { ...file, hits: [cutMatch(first, count), ...rest] }) };
}

function cutMatch(hit: Hit, count: number): Hit {
  const all = hit.line.split("\n"), line = all.slice(0, count).join("\n"), length = byteLength(line);
  const spans = hit.spans.filter(([start]) => start <= length)
    .map(([start, end]): [number, number] => [start, Math.min(end, length)]);
  return { ...hit, line, cut: true, lines: hit.lines ?? all.length, spans };
}
