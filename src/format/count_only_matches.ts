/**
 * The count_only_matches form: how many matching lines each file has.
 * @module
 */
import type { SearchReport } from "../model/report.ts";
import { textPath } from "./safe_text.ts";
import type { Sheet, View } from "./sheet.ts";
import { mapped } from "./steps.ts";

/** Records are files. */
export function countSheet(report: SearchReport, { paths, skip, limit }: View): Sheet {
  const page = report.files.slice(skip, skip + limit).map((file) => [paths.shown(file.path), file.count] as const);
  return {
    unit: "files",
    skip,
    size: page.length,
    total: report.filesMatched,
    paged: true,
    *take(count) {
      const shown = page.slice(0, count);
      return {
        fields: { files_matched: report.filesMatched, counts: Object.fromEntries(shown) },
        lines: yield* mapped(shown, ([path, n]) => `${textPath(path)}:${n}`),
      };
    },
  };
}
