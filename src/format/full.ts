/**
 * The full form: every matching line with its file and its submatches.
 * @module
 */
import type { SearchReport } from "../model/report.ts";
import { byteSlices } from "./byte_text.ts";
import { cutHints } from "./cut_matches.ts";
import { byFile, contextFields, lineFields, type Located, located } from "./hit_fields.ts";
import { grepLines } from "./numbered_lines.ts";
import type { Paths } from "./paths.ts";
import { textPath } from "./safe_text.ts";
import type { Sheet, View } from "./sheet.ts";

/** Records are matching lines. */
export function fullSheet(report: SearchReport, view: View): Sheet {
  const { paths, skip } = view;
  const all = located(report.files);
  return {
    unit: "matches",
    skip,
    size: all.length,
    total: report.records,
    paged: true,
    take(count) {
      const shown = all.slice(0, count);
      const matches = shown.map((at) => matchFields(at, paths));
      return { fields: { matches }, lines: textLines(shown, paths), hints: cutHints(shown, view) };
    },
  };
}

function matchFields({ file, hit }: Located, paths: Paths): Record<string, unknown> {
  const shown = paths.shown(file.path), parts = byteSlices(hit.line, hit.spans);
  return {
    ...(paths.beside ? { file: file.path, abs_path: shown } : { file: shown }),
    ...lineFields(hit),
    submatches: hit.spans.map(([start, end], i) => ({ start, end, match: parts[i] })),
    ...contextFields(hit),
  };
}

function textLines(shown: readonly Located[], paths: Paths): string[] {
  const groups: string[][] = [];
  for (const [file, hits] of byFile(shown)) {
    groups.push(grepLines(hits.map((at) => at.hit), textPath(paths.shown(file.path))));
  }
  return groups.flat();
}
