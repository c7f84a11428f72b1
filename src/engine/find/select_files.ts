/**
 * The files that a search reads, in order: find_and_grep's sort and file limit.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";
import { comparePaths } from "../../model/place.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { FilteredEntries } from "./entry_filter.ts";
import { find } from "./find.ts";
import { findExcluded, type RequestResults } from "./find_excluded.ts";
import { StatReader } from "./stat_reader.ts";

/** A result that may have been cut at find_and_grep's `file_limit`. */
export interface SelectedFiles extends Omit<FindResult, "cutBy"> {
  readonly cutBy?: "timeout" | "file_limit";
}

/** The part of a request that says which files to search. */
export type FileSelection = Pick<SearchRequest, "scope" | "find" | "excludedBy">;

/**
 * Finds the files to search. With `selection.find` they are the first `fileLimit` by path, by age (newest first) or by
 * size (largest first).
 * @param results results of the same request: see `findExcluded`
 * @throws ToolError as `find`
 */
export function* selectFiles(
  { scope, find: options, excludedBy }: FileSelection,
  job: Job,
  results?: RequestResults,
): Operation<SelectedFiles> {
  const result = excludedBy === undefined
    ? yield* find(scope, options?.tests, job)
    : yield* findExcluded(scope, excludedBy, options?.tests, job, "files", results);
  if (options === undefined) return result;
  const { sort, fileLimit } = options;
  const { entries: sorted, isComplete } = sort === "path"
    ? { ...result, isComplete: true }
    : yield* sortByStat(sort, result.entries, job);
  if (!isComplete) return { ...result, entries: sorted.slice(0, fileLimit), cutBy: "timeout" };
  if (sorted.length <= fileLimit) return { ...result, entries: sorted };
  return { ...result, entries: sorted.slice(0, fileLimit), cutBy: result.cutBy ?? "file_limit" };
}

/** Sorts the entries whose stamps are read before the deadline. */
function* sortByStat(key: "mtime" | "size", entries: readonly WalkEntry[], job: Job): Operation<FilteredEntries> {
  const stats = new StatReader(job), keyed = (entry: WalkEntry) => ({ entry, sortKey: sortKeyOf(stats, entry, key) });
  const sorted = yield* mapProvedInTime(stats, entries, job, keyed);
  sorted.sort((a, b) => b.sortKey - a.sortKey || comparePaths(a.entry.shown, b.entry.shown));
  return { entries: sorted.map(({ entry }) => entry), isComplete: sorted.length === entries.length };
}

/** The entry's time or size; -1, which sorts last, if it can't be read. */
function sortKeyOf(stats: StatReader, { place, dirMark }: WalkEntry, key: "mtime" | "size"): number {
  try {
    return (stats.cachedStat(place) ?? stats.freshStat(place, dirMark))[key];
  } catch (error) {
    if (error instanceof ToolError) return -1;
    throw error;
  }
}
