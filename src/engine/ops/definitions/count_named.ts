/**
 * Counts values or patterns in the matches that name a definition.
 * @module
 */
import type { KeyCounter, KeyCounts } from "../../scan/block.ts";
import type { SearchPass } from "../search_pass.ts";
import type { NamedHit } from "./named_hits.ts";

/** What `counter` counts in these matches: each value, or for each pattern the lines (of a query across lines, the matches). */
export function countNamed(hits: readonly NamedHit[], counter: KeyCounter, pass: SearchPass): KeyCounts {
  const sums = new Map<string, number>(), isValue = pass.request.breakdown === "values";
  const most = isValue || pass.countsMatches ? Infinity : 1;
  for (const hit of hits) {
    for (const [key, count] of countsIn(hit, counter, isValue)) {
      sums.set(key, (sums.get(key) ?? 0) + Math.min(count, most));
    }
  }
  return sums;
}

/** A value is that of a match itself. Of several patterns, each may match another part of the text that one matches. */
function countsIn({ line, spans }: NamedHit, counter: KeyCounter, isValue: boolean): KeyCounts {
  const counts = new Map<string, number>(),
    bytes = new TextEncoder().encode(line),
    isAscii = bytes.length === line.length;
  const unitAt = (at: number) => isAscii ? at : new TextDecoder().decode(bytes.subarray(0, at)).length;
  for (const [start, end] of spans) {
    const from = unitAt(start), to = isValue ? from : unitAt(end) - 1;
    // Each step takes some milliseconds only in texts that are much longer than a line.
    Array.from(counter.count(line, from, to, isAscii, counts));
  }
  return counts;
}
