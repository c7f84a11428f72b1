/**
 * Owns which files a search looks into, and in what order: find_and_grep's sort and file limit.
 * @module
 */
import { comparePaths } from "../model/place.ts";
import type { SearchRequest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Filtered } from "./entry_tests.ts";
import { find } from "./find.ts";
import { findLeftOut, type KnownFindings } from "./find_left_out.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Finding } from "./finding.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { StateReader } from "./state_reader.ts";

/** A finding that may have been cut at find_and_grep's `file_limit`. */
export interface FilesToSearch extends Omit<Finding, "cutBy"> {
  readonly cutBy?: "timeout" | "file_limit";
}

/** Which files are wanted. */
export type FilesWanted = Pick<SearchRequest, "scope" | "find" | "leftOutBy">;

/** Entries whose states are read in one go. */
const BATCH = 256;

/**
 * The files a search looks into: all that were found, or with `request.find` the first `fileLimit` of them by
 * path, by age (newest first) or by size (largest first).
 * @param known findings of the same request
 * @throws ToolError as `find`
 */
export function* findFiles(
  { scope, find: chosen, leftOutBy }: FilesWanted,
  job: Job,
  known?: KnownFindings,
): Operation<FilesToSearch> {
  const finding = leftOutBy === undefined
    ? yield* find(scope, chosen?.tests, job)
    : yield* findLeftOut(scope, leftOutBy, chosen?.tests, job, "files", known);
  if (chosen === undefined) return finding;
  const { sort, fileLimit } = chosen;
  const { entries: sorted, whole } = sort === "path"
    ? { ...finding, whole: true }
    : yield* sortedBy(sort, finding.entries, job);
  if (!whole) return { ...finding, entries: sorted.slice(0, fileLimit), cutBy: "timeout" };
  if (sorted.length <= fileLimit) return { ...finding, entries: sorted };
  return { ...finding, entries: sorted.slice(0, fileLimit), cutBy: finding.cutBy ?? "file_limit" };
}

/** Of those that there is time to look at. */
function* sortedBy(key: "mtime" | "size", entries: readonly FoundEntry[], job: Job): Operation<Filtered> {
  const ranked: { readonly entry: FoundEntry; readonly rank: number }[] = [];
  const states = new StateReader(job);
  let at = 0;
  for (; at < entries.length && job.left() > 0; at += BATCH) {
    const batch = entries.slice(at, at + BATCH);
    const ranks = states.prove(() => batch.map((entry) => rankOf(states, entry, key)));
    batch.forEach((entry, i) => ranked.push({ entry, rank: ranks[i] }));
    if (job.due()) yield;
  }
  ranked.sort((a, b) => b.rank - a.rank || comparePaths(a.entry.shown, b.entry.shown));
  return { entries: ranked.map(({ entry }) => entry), whole: at >= entries.length };
}

/** What can't be looked at comes last. */
function rankOf(states: StateReader, { place, dir }: FoundEntry, key: "mtime" | "size"): number {
  try {
    return (states.known(place) ?? states.look(place, dir))[key];
  } catch (error) {
    if (error instanceof ToolError) return -1;
    throw error;
  }
}
