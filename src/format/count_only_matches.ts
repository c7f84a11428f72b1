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
        fields: { files_matched: report.filesMatched, counts: table(shown) },
        lines: yield* mapped(shown, ([path, n]) => `${textPath(path)}:${n}`),
      };
    },
  };
}

/** The entries as an object. One that begins with a prototype takes ten times as long, for thousands of names. */
function table(entries: readonly (readonly [string, number])[]): Record<string, number> {
  const all: Record<string, number> = Object.create(null);
  for (const [name, value] of entries) all[name] = value;
  return all;
}
