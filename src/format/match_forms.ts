/**
 * The forms whose records are matching lines: full, with a file beside each, and group_by_file, with each path once.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import { byteSlices } from "./byte_text.ts";
import { cutHints } from "./cut_matches.ts";
import { byFile, contextFields, lineFields, type Located, located } from "./hit_fields.ts";
import { grepLines } from "./numbered_lines.ts";
import type { Paths } from "./paths.ts";
import { textPath } from "./safe_text.ts";
import type { Body, Sheet, View } from "./seal.ts";

/** Every matching line with its file and its submatches. */
export function fullSheet(report: SearchReport, view: View): Sheet {
  const { paths } = view;
  return matchSheet(report, view, (shown) => ({
    fields: { matches: shown.map((at) => matchFields(at, paths)) },
    lines: byFile(shown).flatMap(([{ path }, hits]) =>
      grepLines(hits.map(({ hit }) => hit), textPath(paths.shown(path)))
    ),
  }));
}

/** Every matching line, each path once. */
export function groupSheet(report: SearchReport, view: View): Sheet {
  const { paths } = view;
  return matchSheet(report, view, (shown) => {
    const groups = byFile(shown);
    return {
      fields: { files: groups.map(([file, hits]) => fileFields(file, hits, paths)) },
      lines: groups.flatMap(([file, hits], i) => [...(i > 0 ? [""] : []), ...fileLines(file, hits, paths)]),
    };
  });
}

/** Records are matching lines, which `write` shows. */
function matchSheet(report: SearchReport, view: View, write: (shown: readonly Located[]) => Body): Sheet {
  const all = located(report.files);
  return {
    unit: "matches",
    skip: view.skip,
    size: all.length,
    total: report.records,
    paged: true,
    take(count) {
      const shown = all.slice(0, count);
      return { ...write(shown), hits: shown.map(({ hit }) => hit), hints: cutHints(shown, view) };
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

function fileFields({ path, count }: FileHits, hits: readonly Located[], paths: Paths): Record<string, unknown> {
  const matches = hits.map(({ hit }) => ({ ...lineFields(hit), spans: hit.spans, ...contextFields(hit) }));
  return { file: paths.shown(path), count, matches };
}

/** The path (with its count, where not all of its lines follow), then its lines. */
function fileLines({ path, count }: FileHits, hits: readonly Located[], paths: Paths): string[] {
  const shown = textPath(paths.shown(path)), head = hits.length === count ? shown : `${shown} (${count})`;
  return [head, ...grepLines(hits.map(({ hit }) => hit))];
}
