/**
 * The count_only_matches form: how many matching lines each file has.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import type { Paths } from "./paths.ts";
import { textPath } from "./safe_text.ts";
import type { Sheet, View } from "./sheet.ts";

/** Records are files. */
export function countSheet(report: SearchReport, { paths, skip, limit }: View): Sheet {
  const page = report.files.slice(skip, skip + limit);
  return {
    unit: "files",
    skip,
    size: page.length,
    total: report.filesMatched,
    paged: true,
    take(count) {
      const shown = page.slice(0, count);
      return {
        fields: { files_matched: report.filesMatched, counts: table(shown, paths) },
        lines: shown.map(({ path, count }) => `${textPath(paths.shown(path))}:${count}`),
      };
    },
  };
}

/** Counts by path. An object that begins with a prototype takes ten times as long, for thousands of names. */
function table(files: readonly FileHits[], paths: Paths): Record<string, number> {
  const all: Record<string, number> = Object.create(null);
  for (const { path, count } of files) all[paths.shown(path)] = count;
  return all;
}
