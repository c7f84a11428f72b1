/**
 * The files that a search reads, in order: find_and_grep's sort and file limit.
 * @module
 */
import type { SearchRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult } from "../walk/find_result.ts";
import { find } from "./find.ts";
import { sortByStat } from "./sort_by_stat.ts";

/** A result that may have been cut at find_and_grep's `file_limit`. */
export interface SelectedFiles extends Omit<FindResult, "cutBy"> {
  readonly cutBy?: "timeout" | "file_limit";
}

/** The part of a request that says which files to search. */
export type FileSelection = Pick<SearchRequest, "scope" | "find">;

/**
 * Finds the files to search. With `selection.find` they are the first `fileLimit` by path, by age (newest first) or by
 * size (largest first).
 * @throws ToolError as `find`
 */
export function* selectFiles(
  { scope, find: options }: FileSelection,
  job: Job,
): Operation<SelectedFiles> {
  const result = yield* find(scope, options?.tests, job);
  if (options === undefined) return result;
  const { sort, fileLimit } = options;
  const sorted = sort === "path"
    ? result.entries
    : (yield* sortByStat(sort, result.entries, job)).map(({ entry }) => entry);
  const isComplete = sorted.length === result.entries.length;
  if (!isComplete) return { ...result, entries: sorted.slice(0, fileLimit), cutBy: "timeout" };
  if (sorted.length <= fileLimit) return { ...result, entries: sorted };
  return { ...result, entries: sorted.slice(0, fileLimit), cutBy: result.cutBy ?? "file_limit" };
}
