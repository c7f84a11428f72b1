/**
 * The forms whose records are matching lines: full, with a file beside each, and group_by_file, with each path once.
 * @module
 */
import type { FileHits, SearchReport } from "../../model/report.ts";
import { byteSlices } from "../byte_text.ts";
import { truncatedMatchHints } from "./truncated_match.ts";
import { contextFields, groupByFile, lineFields, type LocatedHit, locatedHits } from "../hit_fields.ts";
import { grepLines } from "../numbered_lines.ts";
import type { DisplayedPaths } from "../path_display.ts";
import { textPath } from "../safe_text.ts";
import type { AnswerBody, PageSelection, RecordPage } from "../render_page.ts";

/** Every matching line with its file and its submatches. */
export function fullPage(report: SearchReport, view: PageSelection): RecordPage {
  const { paths } = view;
  return matchPage(report, view, (shown) => ({
    fields: { matches: shown.map((at) => matchFields(at, paths)) },
    lines: groupByFile(shown).flatMap(([{ path }, hits]) =>
      grepLines(hits.map(({ hit }) => hit), textPath(paths.display(path)))
    ),
  }));
}

/** Every matching line, each path once. */
export function groupedPage(report: SearchReport, view: PageSelection): RecordPage {
  const { paths } = view;
  return matchPage(report, view, (shown) => {
    const groups = groupByFile(shown);
    return {
      fields: { files: groups.map(([file, hits]) => fileFields(file, hits, paths)) },
      lines: groups.flatMap(([file, hits], i) => [...(i > 0 ? [""] : []), ...fileLines(file, hits, paths)]),
    };
  });
}

/** Records are matching lines, which `write` shows. */
function matchPage(
  report: SearchReport,
  view: PageSelection,
  write: (shown: readonly LocatedHit[]) => AnswerBody,
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
      return { ...write(shown), hits: shown.map(({ hit }) => hit), hints: truncatedMatchHints(shown, view) };
    },
  };
}

function matchFields({ file, hit }: LocatedHit, paths: DisplayedPaths): Record<string, unknown> {
  const shown = paths.display(file.path), parts = byteSlices(hit.line, hit.spans);
  return {
    ...(paths.showsBoth ? { file: file.path, abs_path: shown } : { file: shown }),
    ...lineFields(hit),
    submatches: hit.spans.map(([start, end], i) => ({ start, end, match: parts[i] })),
    ...contextFields(hit),
  };
}

function fileFields(
  { path, count }: FileHits,
  hits: readonly LocatedHit[],
  paths: DisplayedPaths,
): Record<string, unknown> {
  const matches = hits.map(({ hit }) => ({ ...lineFields(hit), spans: hit.spans, ...contextFields(hit) }));
  return { file: paths.display(path), count, matches };
}

/** The path (with its count, where not all of its lines follow), then its lines. */
function fileLines({ path, count }: FileHits, hits: readonly LocatedHit[], paths: DisplayedPaths): string[] {
  const shown = textPath(paths.display(path)), head = hits.length === count ? shown : `${shown} (${count})`;
  return [head, ...grepLines(hits.map(({ hit }) => hit))];
}
