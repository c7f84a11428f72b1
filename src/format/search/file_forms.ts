/**
 * The forms that show files instead of lines: count_only_matches and summary_only; and total_only, one number.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { FileHits, Hit, SearchReport } from "../../model/report.ts";
import { byteLength, clipAround } from "../byte_text.ts";
import type { DisplayedPaths } from "../path_display.ts";
import { textLine, textPath } from "../safe_text.ts";
import type { PageSelection, RecordPage } from "../render_page.ts";

/** Records are files. */
export function countPage(report: SearchReport, { paths, skip, limit }: PageSelection): RecordPage {
  const page = report.files.slice(skip, skip + limit);
  return {
    unit: "files",
    skip,
    size: page.length,
    total: report.filesMatched,
    isPaged: true,
    renderFirst(count) {
      const shown = page.slice(0, count);
      return {
        fields: { files_matched: report.filesMatched, counts: countsByPath(shown, paths) },
        lines: shown.map(({ path, count }) => `${textPath(paths.display(path))}:${count}`),
        hits: [],
      };
    },
  };
}

/** Counts by path. An object that begins with a prototype takes ten times as long, for thousands of names. */
function countsByPath(files: readonly FileHits[], paths: DisplayedPaths): Record<string, number> {
  const all: Record<string, number> = Object.create(null);
  for (const { path, count } of files) all[paths.display(path)] = count;
  return all;
}

/** Characters of a sample line. */
const SAMPLE_CHARS = 160;

/** Records are files, most matches first. */
export function summaryPage(report: SearchReport, { paths, skip, limit }: PageSelection): RecordPage {
  const page = ranked(report).slice(skip, skip + Math.min(limit, LIMITS.summaryFiles));
  return {
    unit: "files",
    skip,
    size: page.length,
    total: report.filesMatched,
    isPaged: true,
    renderFirst(count) {
      const tops = page.slice(0, count).map((file) => ({
        file: paths.display(file.path),
        count: file.count,
        samples: file.hits.slice(0, LIMITS.summarySamples).map(sampleText),
      }));
      return {
        fields: { files_matched: report.filesMatched, top_files: tops },
        lines: tops.flatMap((top) => [`${textPath(top.file)} (${top.count})`, ...top.samples.map(sampleLine)]),
        hits: [],
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
function sampleText(hit: Hit): string {
  const first = hit.line.split("\n")[0];
  const indent = byteLength(first) - byteLength(first.trimStart());
  const at = Math.max(0, (hit.spans[0]?.[0] ?? 0) - indent);
  return `${hit.lineNumber}: ${clipAround(first.trim(), at, SAMPLE_CHARS)}`;
}

function sampleLine(text: string): string {
  return "  " + textLine(text);
}

/** The total itself stands in every answer; here it is all of it, and there is nothing to page. */
export function totalPage({ total }: SearchReport): RecordPage {
  return {
    unit: "matches",
    skip: 0,
    size: 0,
    total: 0,
    isPaged: false,
    renderFirst() {
      return { fields: {}, lines: [String(total)] };
    },
  };
}
