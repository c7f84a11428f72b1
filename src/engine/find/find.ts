/**
 * Finds the entries below the roots of a call that pass its tests, each once, in path order.
 * @module
 */
import type { ResolvedPath } from "../../door/door.ts";
import type { ToolError } from "../../model/messages/tool_error.ts";
import type { EntryTests, Scope, SearchRequest } from "../../model/request.ts";
import type { FindDependencies } from "../cache/find_cache.ts";
import type { Job } from "../run/job.ts";
import { isUnreadable } from "../run/resolve_path.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { WalkOptions } from "../walk/walk_options.ts";
import { type EntryFilter, entryFilterFor } from "./entry_filter.ts";
import { FindCollector } from "./find_collector.ts";
import {
  excludeGlobs,
  type FindQuery,
  proofFor,
  proofOfResult,
  queryKey,
  resolveQuery,
  walkOptions,
  withoutDepth,
} from "./find_query.ts";
import { sortByStat } from "./sort_by_stat.ts";

/** Entries of a cached result that are tested between two checks of the clock. */
const FILTER_BATCH_ENTRIES = 1024;

/**
 * Finds the entries that `scope` covers and that pass `tests`. A root that is a file is found whatever the rules say.
 * @throws ToolError if no root exists or one lies outside, or if a glob or pattern can't be used
 */
export function* find(
  scope: Scope,
  tests: EntryTests | undefined,
  job: Job,
  wanted: WantedKinds = "files",
): Operation<FindResult> {
  const query = yield* resolveQuery({ ...scope, globs: [...scope.globs, ...excludeGlobs(tests)] }, job, wanted);
  const filter = entryFilterFor(tests, wanted, job);
  const known = yield* cachedResult(query, job);
  if (known !== undefined) return yield* filterResult(known, filter, job);
  const collector = new FindCollector(job, proofFor(query), wanted, filter);
  const result = yield* walkAndCache(query, collector);
  return filter === undefined ? result : collector.filteredResult;
}

/** The entries of `result` that pass `filter`. */
export function* filterResult(result: FindResult, filter: EntryFilter | undefined, job: Job): Operation<FindResult> {
  if (filter === undefined) return result;
  const entries: WalkEntry[] = [];
  let isComplete = true, from = 0;
  for (; from < result.entries.length && job.remainingMs() > 0; from += FILTER_BATCH_ENTRIES) {
    const passed = yield* filter.filter(result.entries.slice(from, from + FILTER_BATCH_ENTRIES));
    for (const entry of passed.entries) entries.push(entry);
    isComplete &&= passed.isComplete;
    if (job.shouldYield()) yield;
  }
  return { ...result, entries, ...(isComplete && from >= result.entries.length ? {} : { cutBy: "timeout" }) };
}

function* cachedResult(query: FindQuery, job: Job): Operation<FindResult | undefined> {
  for (const candidate of candidateQueries(query)) {
    const result = yield* job.cache.finds.lookUp(queryKey(candidate), job, proofOfResult(query));
    if (result !== undefined && hasAnswer(result, candidate, query)) return result;
  }
}

/** The queries whose results may answer `query`: itself, and the same without its limit to the depth. */
function candidateQueries(query: FindQuery): readonly FindQuery[] {
  return query.scope.depth === undefined ? [query] : [query, withoutDepth(query)];
}

/** Whether the result of `candidate` answers `query`: the tree is less deep than its limit. */
function hasAnswer({ deepest }: FindResult, candidate: FindQuery, query: FindQuery): boolean {
  return candidate === query || deepest < (query.scope.depth ?? Infinity);
}

/** Collects all entries that the scope covers, tested or not, and caches the result. */
function* walkAndCache(query: FindQuery, collector: FindCollector): Operation<FindResult> {
  const { job } = collector, options = walkOptions(query, job);
  const unreadable: ToolError[] = [];
  for (const root of query.roots) {
    if (collector.isCut) break;
    const error = yield* collectReadable(root, collector, options);
    if (error !== undefined) unreadable.push(error);
  }
  if (unreadable.length > 0 && unreadable.length === query.roots.length) throw unreadable[0];
  for (const error of unreadable) job.pathNotes.recordUnusable(error);
  const { result, dependencies } = collector;
  if (result.cutBy === undefined && dependencies !== undefined) cacheResult(query, result, dependencies, job);
  return result;
}

/** @returns the error of a root that can't be read, so that the others are still answered */
function* collectReadable(
  root: ResolvedPath,
  collector: FindCollector,
  options: WalkOptions,
): Operation<ToolError | undefined> {
  try {
    yield* collector.collectBelow(root, options);
  } catch (error) {
    if (isUnreadable(error)) return error;
    throw error;
  }
}

function cacheResult(query: FindQuery, result: FindResult, dependencies: FindDependencies, { cache }: Job): void {
  // A limit that no directory reached excluded nothing, so the result also answers the query without it.
  const isLimited = result.deepest + 1 >= (query.scope.depth ?? Infinity);
  cache.finds.store(queryKey(isLimited ? query : withoutDepth(query)), result, dependencies);
}

/** A result that may have been cut at find_and_grep's `file_limit`. */
interface SelectedFiles extends Omit<FindResult, "cutBy"> {
  readonly cutBy?: "timeout" | "file_limit";
}

/** The part of a request that says which files to search. */
type FileSelection = Pick<SearchRequest, "scope" | "find">;

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
