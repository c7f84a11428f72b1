/**
 * The group_by_file form: every matching line, each path once.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import { cutHints } from "./cut_matches.ts";
import { byFile, contextFields, lineFields, type Located, located } from "./hit_fields.ts";
import { grepLines } from "./numbered_lines.ts";
import type { Paths } from "./paths.ts";
import { textPath } from "./safe_text.ts";
import type { Sheet, View } from "./sheet.ts";

/** Records are matching lines. */
export function groupSheet(report: SearchReport, view: View): Sheet {
  const { paths, skip } = view;
  const all = located(report.files);
  return {
    unit: "matches",
    skip,
    size: all.length,
    total: report.records,
    paged: true,
    take(count) {
      const shown = all.slice(0, count), groups = byFile(shown);
      const files: Record<string, unknown>[] = [], lines: string[][] = [];
      for (const [file, hits] of groups) {
        files.push(fileFields(file, hits, paths));
        lines.push(fileLines(file, hits, paths, lines.length > 0));
      }
      return { fields: { files }, lines: lines.flat(), hints: cutHints(shown, view) };
    },
  };
}

function fileFields(file: FileHits, hits: readonly Located[], paths: Paths): Record<string, unknown> {
  const matches = hits.map(({ hit }) => ({ ...lineFields(hit), spans: hit.spans, ...contextFields(hit) }));
  return { file: paths.shown(file.path), count: file.count, matches };
}

/** The path (with its count, where not all of its lines follow), then its lines. */
function fileLines(file: FileHits, hits: readonly Located[], paths: Paths, apart: boolean): string[] {
  const path = textPath(paths.shown(file.path));
  const head = hits.length === file.count ? path : `${path} (${file.count})`;
  return [...(apart ? [""] : []), head, ...grepLines(hits.map((at) => at.hit))];
}
