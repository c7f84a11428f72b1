/**
 * The forms of a search's answer. The records of full and group_by_file are matching lines, those of count_only_matches and
 * summary_only are files; total_only is a single number.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { compareFullest, type FileHits, type Hit, type SearchReport } from "../../model/search_report.ts";
import { byteLength, byteSlices, clipAround } from "../byte_text.ts";
import {
  definitionChanges,
  definitionLabel,
  grepLines,
  groupByFile,
  listedLines,
  type LocatedHit,
  locatedHits,
  type NumberedLine,
  numberedLines,
} from "../hit_lines.ts";
import type { DisplayedPaths } from "../path_display.ts";
import type { AnswerBody, PageSelection, RecordPage } from "../render_page.ts";
import { textLine, textPath } from "../safe_text.ts";
import { countsPage } from "./count_sums.ts";
import { truncatedMatchHints } from "./truncated_match.ts";

/** The form full: every matching line with its file and its submatches. */
export function fullPage(report: SearchReport, view: PageSelection): RecordPage {
  const { paths } = view;
  const page = matchPage(report, view, (shown) => ({
    fields: { matches: shown.map((at) => matchFields(at, paths)) },
    lines: groupByFile(shown.filter(({ file, hit }) => !view.isShownElsewhere?.(file.path, hit))).flatMap((
      [{ path }, hits],
    ) => grepLines(hits.map(({ hit }) => hit), textPath(paths.display(path)))),
  }));
  return { ...page, statesLastPage: true };
}

/** The form group_by_file: every matching line, each path once. */
export function groupedPage(report: SearchReport, view: PageSelection): RecordPage {
  return matchPage(report, view, (shown) => {
    const groups = groupByFile(shown).map(groupOf);
    return {
      fields: { files: groups.map((group) => fileFields(group, view)) },
      lines: groups.flatMap((group, i) => [...(i > 0 ? [""] : []), ...fileLines(group, view)]),
    };
  });
}

/** A file, its hits on the page, and their lines. */
interface FileGroup {
  readonly file: FileHits;
  readonly hits: readonly Hit[];
  readonly lines: readonly NumberedLine[];
}

function groupOf([file, located]: [FileHits, LocatedHit[]]): FileGroup {
  const hits = located.map(({ hit }) => hit);
  return { file, hits, lines: numberedLines(hits) };
}

/** A page of matching lines, rendered by `render`. */
function matchPage(
  report: SearchReport,
  view: PageSelection,
  render: (shown: readonly LocatedHit[]) => AnswerBody,
): RecordPage {
  const all = locatedHits(report.files);
  return {
    unit: "matches",
    skip: view.skip,
    size: all.length,
    total: report.records,
    isPaged: true,
    renderFirst(count) {
      const shown = all.slice(0, count);
      return { ...render(shown), hits: shown.map(({ hit }) => hit), hints: truncatedMatchHints(shown, view) };
    },
  };
}

function matchFields({ file, hit }: LocatedHit, paths: DisplayedPaths): Record<string, unknown> {
  const shown = paths.display(file.path), parts = byteSlices(hit.line, hit.spans);
  return {
    ...(paths.showsBoth ? { file: file.path, abs_path: shown } : { file: shown }),
    ...lineFields(hit),
    submatches: hit.spans.map(([start, end], i) => ({ start, end, match: parts[i] })),
    ...(hit.enclosing && { enclosing: definitionLabel(hit.enclosing) }),
    ...contextFields(hit),
  };
}

/**
 * A file's lines as strings: objects with a line number, a line and spans cost 1.7 times the tokens of the text. Lines that
 * are cut, and matches of which some lines are missing, are listed by the number of their first line. `in` names the
 * definition from a line on.
 */
function fileFields({ file: { path, count }, hits, lines }: FileGroup, view: PageSelection): Record<string, unknown> {
  const cut = hits.filter((hit) => hit.cut).map(({ lineNumber }) => lineNumber);
  const missing = hits.flatMap(({ lineNumber, lines }) => lines === undefined ? [] : [[lineNumber, lines] as const]);
  const enclosing = definitionChanges(hits);
  return {
    file: view.paths.display(path),
    count,
    lines: listedLines(lines),
    ...(enclosing.size > 0 && { in: Object.fromEntries(enclosing) }),
    ...(view.showsSpans && { spans: Object.fromEntries(hits.map(({ lineNumber, spans }) => [lineNumber, spans])) }),
    ...(cut.length > 0 && { line_truncated: cut }),
    ...(missing.length > 0 && { match_lines: Object.fromEntries(missing) }),
  };
}

/** The line number and the line. A match of which some lines are missing also has its number of lines. */
function lineFields({ lineNumber, line, cut, lines }: Hit): Record<string, unknown> {
  return {
    line_number: lineNumber,
    line,
    ...(cut && { line_truncated: true }),
    ...(lines !== undefined && { match_lines: lines }),
  };
}

/** The context lines, if there are any. */
function contextFields(hit: Hit): Record<string, unknown> {
  return {
    ...(hit.before.length > 0 && { context_before: hit.before }),
    ...(hit.after.length > 0 && { context_after: hit.after }),
  };
}

/** The path (with its count, if some of its lines are missing), then its lines. */
function fileLines({ file: { path, count }, hits, lines }: FileGroup, view: PageSelection): string[] {
  const shown = textPath(view.paths.display(path)), head = hits.length === count ? shown : `${shown} (${count})`;
  return [head, ...grepLines(hits, undefined, view.showsSpans, lines)];
}

/** The form count_only_matches: records are files. */
export function countPage(report: SearchReport, view: PageSelection): RecordPage {
  return countsPage(report.files.map(({ path, count }) => [path, count]), report, view, { unit: "files" });
}

/** UTF-16 units of a sample line. */
const SAMPLE_CHARS = 160;

/** The form summary_only: records are files, those with a definition or most matches first. */
export function summaryPage(report: SearchReport, { paths, skip, limit }: PageSelection): RecordPage {
  const page = ranked(report).slice(skip, skip + Math.min(limit, LIMITS.summaryFiles));
  return {
    unit: "files",
    skip,
    size: page.length,
    total: report.filesMatched,
    isPaged: true,
    renderFirst(count) {
      const tops = page.slice(0, count).map((file) => ({
        file: paths.display(file.path),
        count: file.count,
        samples: file.hits.slice(0, LIMITS.summarySamples).map(sampleText),
      }));
      return {
        fields: { files_matched: report.filesMatched, top_files: tops },
        lines: tops.flatMap((top) => [`${textPath(top.file)} (${top.count})`, ...top.samples.map(sampleLine)]),
        hits: [],
      };
    },
  };
}

/** Files in the order of a summary, then by path. Only the files of the page have sample lines. */
function ranked({ files, top }: SearchReport): FileHits[] {
  const sampled = new Map(top.map((file) => [file.path, file]));
  return files.map((file) => sampled.get(file.path) ?? file).sort(compareFullest);
}

/** A sample as `12: line`, without indentation, cut around the match. */
function sampleText(hit: Hit): string {
  const first = hit.line.split("\n")[0];
  const indent = byteLength(first) - byteLength(first.trimStart());
  const at = Math.max(0, (hit.spans[0]?.[0] ?? 0) - indent);
  return `${hit.lineNumber}: ${clipAround(first.trim(), at, SAMPLE_CHARS)}`;
}

function sampleLine(text: string): string {
  return "  " + textLine(text);
}

/** The form total_only. It has no records: every answer's context holds the total. */
export function totalPage({ total }: SearchReport): RecordPage {
  return {
    unit: "matches",
    skip: 0,
    size: 0,
    total: 0,
    isPaged: false,
    renderFirst() {
      return { fields: {}, lines: [String(total)] };
    },
  };
}
