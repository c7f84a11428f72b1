/**
 * The group_by_file form: every matching line, each path once.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import { byFile, contextFields, lineFields, type Located, located } from "./hit_fields.ts";
import { grepLines } from "./numbered_lines.ts";
import type { Paths } from "./paths.ts";
import { textPath } from "./safe_text.ts";
import type { Sheet, View } from "./sheet.ts";
import { mapped } from "./steps.ts";

/** Records are matching lines. */
export function groupSheet(report: SearchReport, { paths, skip }: View): Sheet {
  const all = located(report.files);
  return {
    unit: "matches",
    skip,
    size: all.length,
    total: report.records,
    paged: true,
    *take(count) {
      const groups = byFile(all.slice(0, count));
      const files = yield* mapped(groups, ([file, hits]) => fileFields(file, hits, paths), 1);
      const lines = yield* mapped(groups, ([file, hits], i) => fileLines(file, hits, paths, i > 0), 1);
      return { fields: { files }, lines: lines.flat() };
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
