/**
 * Hits with their files, and the structured fields that all forms with lines share.
 * @module
 */
import type { FileHits, Hit } from "../model/report.ts";

/** A hit and its file. */
export interface LocatedHit {
  readonly file: FileHits;
  readonly hit: Hit;
}

/** All hits of a report's page, in order. */
export function locatedHits(files: readonly FileHits[]): LocatedHit[] {
  return files.flatMap((file) => file.hits.map((hit) => ({ file, hit })));
}

/** Groups hits by their files, in order. */
export function groupByFile(hits: readonly LocatedHit[]): [FileHits, LocatedHit[]][] {
  return [...Map.groupBy(hits, (at) => at.file)];
}

/** The line number and the line. A match of which some lines are missing also has its number of lines. */
export function lineFields({ lineNumber, line, cut, lines }: Hit): Record<string, unknown> {
  return {
    line_number: lineNumber,
    line,
    ...(cut && { line_truncated: true }),
    ...(lines !== undefined && { match_lines: lines }),
  };
}

/** The context lines, if there are any. */
export function contextFields(hit: Hit): Record<string, unknown> {
  return {
    ...(hit.before.length > 0 && { context_before: hit.before }),
    ...(hit.after.length > 0 && { context_after: hit.after }),
  };
}
