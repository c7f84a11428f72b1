/**
 * Adds counts of skipped files.
 * @module
 */
import { SKIP_KINDS, type Skipped } from "./report.ts";

/** The sums of two counts, by kind. */
export function addSkipped(a: Skipped, b: Skipped): Skipped {
  const sum: Skipped = {};
  for (const kind of SKIP_KINDS) {
    const count = (a[kind] ?? 0) + (b[kind] ?? 0);
    if (count > 0) sum[kind] = count;
  }
  return sum;
}
