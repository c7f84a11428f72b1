/**
 * The form summary_only: the files with most matches, each with a few samples.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { compareFullest, type FileHits, type Hit, type SearchReport } from "../../model/search_report.ts";
import { byteLength, clipAround } from "../byte_text.ts";
import { type Page, pageOf } from "../page.ts";
import { textLine, textPath } from "../safe_text.ts";
import type { View } from "./view.ts";

/** Rows are files, those with a definition or most matches first. */
export function summaryPage({ report, paths, skip, limit }: Omit<View, "currentCall">): Page {
  const { filesMatched } = report, files = ranked(report).slice(skip, skip + Math.min(limit, LIMITS.summaryFiles));
  const rows = files.map(({ path, count, hits }) => ({
    file: paths.display(path),
    count,
    samples: hits.slice(0, LIMITS.summarySamples).map(sampleText),
  }));
  return pageOf(rows, {
    fields: (rows) => ({ files_matched: filesMatched, top_files: rows }),
    lines: (rows) =>
      rows.flatMap(({ file, count, samples }) => [
        `${textPath(file)} (${count})`,
        ...samples.map((text) => "  " + textLine(text)),
      ]),
    hits: () => [],
  }, { unit: "files", skip, total: filesMatched, isPaged: true });
}

/** Files in the order of a summary, then by path. Only the files of the page have sample lines. */
function ranked({ files, top }: SearchReport): FileHits[] {
  const sampled = new Map(top.map((file) => [file.path, file]));
  return files.map((file) => sampled.get(file.path) ?? file).sort(compareFullest);
}

/** UTF-16 units of a sample line. */
const SAMPLE_CHARS = 160;

/** A sample as `12: line`, without indentation, cut around the match. */
function sampleText(hit: Hit): string {
  const first = hit.line.split("\n")[0];
  const indent = byteLength(first) - byteLength(first.trimStart());
  const at = Math.max(0, (hit.spans[0]?.[0] ?? 0) - indent);
  return `${hit.lineNumber}: ${clipAround(first.trim(), at, SAMPLE_CHARS)}`;
}
