/**
 * Owns which files a search looks into, and in what order: find_and_grep's sort and file limit.
 * @module
 */
import { comparePaths } from "../../model/place.ts";
import type { SearchRequest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { FilteredEntries } from "./entry_filter.ts";
import { find } from "./find.ts";
import { findExcluded, type RequestResults } from "./find_excluded.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { FindResult } from "../walk/find_result.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { StatReader } from "./stat_reader.ts";

/** A finding that may have been cut at find_and_grep's `file_limit`. */
export interface SelectedFiles extends Omit<FindResult, "cutBy"> {
  readonly cutBy?: "timeout" | "file_limit";
}

/** Which files are wanted. */
export type FileSelection = Pick<SearchRequest, "scope" | "find" | "excludedBy">;

/** Entries whose states are read in one go. */
const STAT_BATCH_ENTRIES = 256;

/**
 * The files a search looks into: all that were found, or with `request.find` the first `fileLimit` of them by
 * path, by age (newest first) or by size (largest first).
 * @param known findings of the same request
 * @throws ToolError as `find`
 */
export function* selectFiles(
  { scope, find: chosen, excludedBy: leftOutBy }: FileSelection,
  job: Job,
  known?: RequestResults,
): Operation<SelectedFiles> {
  const finding = leftOutBy === undefined
    ? yield* find(scope, chosen?.tests, job)
    : yield* findExcluded(scope, leftOutBy, chosen?.tests, job, "files", known);
  if (chosen === undefined) return finding;
  const { sort, fileLimit } = chosen;
  const { entries: sorted, isComplete } = sort === "path"
    ? { ...finding, isComplete: true }
    : yield* sortByStat(sort, finding.entries, job);
  if (!isComplete) return { ...finding, entries: sorted.slice(0, fileLimit), cutBy: "timeout" };
  if (sorted.length <= fileLimit) return { ...finding, entries: sorted };
  return { ...finding, entries: sorted.slice(0, fileLimit), cutBy: finding.cutBy ?? "file_limit" };
}

/** Of those that there is time to look at. */
function* sortByStat(key: "mtime" | "size", entries: readonly WalkEntry[], job: Job): Operation<FilteredEntries> {
  const ranked: { readonly entry: WalkEntry; readonly rank: number }[] = [];
  const states = new StatReader(job);
  let at = 0;
  for (; at < entries.length && job.remainingMs() > 0; at += STAT_BATCH_ENTRIES) {
    const batch = entries.slice(at, at + STAT_BATCH_ENTRIES);
    const ranks = states.prove(() => batch.map((entry) => sortKeyOf(states, entry, key)));
    batch.forEach((entry, i) => ranked.push({ entry, rank: ranks[i] }));
    if (job.shouldYield()) yield;
  }
  ranked.sort((a, b) => b.rank - a.rank || comparePaths(a.entry.shown, b.entry.shown));
  return { entries: ranked.map(({ entry }) => entry), isComplete: at >= entries.length };
}

/** What can't be looked at comes last. */
function sortKeyOf(states: StatReader, { place, dirMark: dir }: WalkEntry, key: "mtime" | "size"): number {
  try {
    return (states.cachedStat(place) ?? states.freshStat(place, dir))[key];
  } catch (error) {
    if (error instanceof ToolError) return -1;
    throw error;
  }
}
