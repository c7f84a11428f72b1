/**
 * The summary_only form: the files with most matches, a few lines of each.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { FileHits, Hit, SearchReport } from "../model/report.ts";
import { byteLength, clipAround } from "./byte_text.ts";
import { textLine, textPath } from "./safe_text.ts";
import type { Sheet, View } from "./sheet.ts";

/** Characters of a sample line. */
const SAMPLE_CHARS = 160;

/** Records are files, most matches first. */
export function summarySheet(report: SearchReport, { paths, skip, limit }: View): Sheet {
  const page = ranked(report).slice(skip, skip + Math.min(limit, LIMITS.summaryFiles));
  return {
    unit: "files",
    skip,
    size: page.length,
    total: report.filesMatched,
    paged: true,
    take(count) {
      const tops = page.slice(0, count).map((file) => ({
        file: paths.shown(file.path),
        count: file.count,
        samples: file.hits.slice(0, LIMITS.summarySamples).map(sample),
      }));
      return {
        fields: { files_matched: report.filesMatched, top_files: tops },
        lines: tops.flatMap((top) => [`${textPath(top.file)} (${top.count})`, ...top.samples.map(sampleLine)]),
      };
    },
  };
}

/** Files by falling count, in path order where equal. Only those of the page have lines to show. */
function ranked({ files, top }: SearchReport): FileHits[] {
  const sampled = new Map(top.map((file) => [file.path, file]));
  return files.map((file) => sampled.get(file.path) ?? file).sort((a, b) => b.count - a.count);
}

/** `12: line`, without its indentation, cut around the match. */
function sample(hit: Hit): string {
  const first = hit.line.split("\n")[0];
  const indent = byteLength(first) - byteLength(first.trimStart());
  const at = Math.max(0, (hit.spans[0]?.[0] ?? 0) - indent);
  return `${hit.lineNumber}: ${clipAround(first.trim(), at, SAMPLE_CHARS)}`;
}

function sampleLine(text: string): string {
  return "  " + textLine(text);
}
