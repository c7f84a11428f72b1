/**
 * The structured fields that forms with lines share.
 * @module
 */
import type { FileHits, Hit } from "../model/report.ts";

/** A hit and the file it is in. */
export interface LocatedHit {
  readonly file: FileHits;
  readonly hit: Hit;
}

/** All hits of a report's page, in order. */
export function locatedHits(files: readonly FileHits[]): LocatedHit[] {
  return files.flatMap((file) => file.hits.map((hit) => ({ file, hit })));
}

/** Hits by their files, in order. */
export function groupByFile(hits: readonly LocatedHit[]): [FileHits, LocatedHit[]][] {
  return [...Map.groupBy(hits, (at) => at.file)];
}

/** Line number and line; of a match over lines that are not all there, how many it has. */
export function lineFields({ lineNumber, line, cut, lines }: Hit): Record<string, unknown> {
  return {
    line_number: lineNumber,
    line,
    ...(cut && { line_truncated: true }),
    ...(lines !== undefined && { match_lines: lines }),
  };
}

/** Context, where there is any. */
export function contextFields(hit: Hit): Record<string, unknown> {
  return {
    ...(hit.before.length > 0 && { context_before: hit.before }),
    ...(hit.after.length > 0 && { context_after: hit.after }),
  };
}
