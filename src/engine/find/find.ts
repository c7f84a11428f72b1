/**
 * Finds the entries below the roots of a call that pass its tests, each once, in path order.
 * @module
 */
import type { Door, ResolvedPath, Stamp } from "../../door/door.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { comparePaths } from "../../model/place.ts";
import type { EntryTests, Scope, SearchRequest } from "../../model/request.ts";
import type { DirProof } from "../cache/freshness.ts";
import { Overrides } from "../glob/overrides.ts";
import type { Job } from "../run/job.ts";
import { isMissing, isUnreadable, resolvePath } from "../run/resolve_path.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type EntryFilter, entryFilterFor } from "./entry_filter.ts";
import { FindCollector } from "./find_collector.ts";

/** Entries of a cached result that are tested between two checks of the clock. */
const FILTER_BATCH_ENTRIES = 1024;

/** Paths in one text, see `resolvePathList`. */
const MAX_PATHS_IN_TEXT = 32;

/** Everything that determines the result of a find, except tests. */
interface FindQuery {
  /** In path order. */
  readonly roots: readonly ResolvedPath[];
  readonly scope: Scope;
  readonly wanted: WantedKinds;
  /** A key that is equal for equal queries. */
  readonly key: string;
}

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
  const query = yield* resolveQuery(scope, tests, job, wanted), filter = entryFilterFor(tests, wanted, job);
  const known = yield* cachedResult(query, job);
  if (known !== undefined) return yield* filterResult(known, filter, job);
  const collector = new FindCollector(job, scope.followSymlinks ? "checked" : proofOf(query), wanted, filter);
  const result = yield* walkAndCache(query, collector);
  return filter === undefined ? result : collector.filteredResult;
}

function* resolveQuery(scope: Scope, tests: EntryTests | undefined, job: Job, wanted: WantedKinds) {
  const globs = [...scope.globs, ...(tests?.exclude ?? []).map((glob) => "!" + glob)];
  const roots = yield* resolveRoots(scope.roots, job);
  const key = JSON.stringify([roots, { ...scope, globs, roots: [] }, wanted]);
  return { roots, scope: { ...scope, globs }, wanted, key };
}

/**
 * Distinct roots, in path order.
 * @throws ToolError if no root exists or one lies outside, or if there is no time to look at all of them
 */
export function* resolveRoots(roots: readonly string[], job: Job): Operation<ResolvedPath[]> {
  const resolved = yield* mapProvedInTime(job.door, roots, job, (root) => resolveRoot(root, job.door));
  if (resolved.length < roots.length) throw new ToolError("timeout", { ms: job.timeoutMs });
  refuseIfAll(resolved.filter((one) => one instanceof ToolError), roots, job);
  const paths = resolved.flatMap((found) =>
    found instanceof ToolError ? [] : found.map(([given, path]) => job.pathNotes.record(given, path))
  );
  return [...new Map(paths.map((path) => [path.shown, path])).values()]
    .sort((a, b) => comparePaths(a.shown, b.shown));
}

/** Notes the roots that can't be used. @throws the first error if no root can be */
function refuseIfAll(errors: readonly ToolError[], roots: readonly unknown[], { pathNotes }: Job): void {
  if (errors.length > 0 && errors.length === roots.length) throw errors[0];
  for (const error of errors) pathNotes.recordUnusable(error);
}

/** A path as it was given, and what it is. */
type GivenPath = readonly [given: string, path: ResolvedPath];

/** The path that `root` is, or the paths that it lists; the error if it is missing or unreadable. */
function resolveRoot(root: string, door: Door): readonly GivenPath[] | ToolError {
  try {
    return [[root, resolvePath(door, root)]];
  } catch (error) {
    if (isMissing(error)) return resolvePathList(root, door) ?? error;
    if (isUnreadable(error)) return error;
    throw error;
  }
}

/** The paths that a text lists, separated by blanks or commas; undefined if one of them does not exist. */
function resolvePathList(text: string, door: Door): readonly GivenPath[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  if (parts.length < 2 || parts.length > MAX_PATHS_IN_TEXT) return undefined;
  const paths: GivenPath[] = [];
  for (const part of parts) {
    const resolved = resolveRoot(part, door);
    if (resolved instanceof ToolError) return undefined;
    paths.push(...resolved);
  }
  return paths;
}

/** The entries of `result` that pass `filter`. */
function* filterResult(result: FindResult, filter: EntryFilter | undefined, job: Job): Operation<FindResult> {
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

function cachedResult(query: FindQuery, job: Job): Operation<FindResult | undefined> {
  return job.cache.finds.lookUp(query.key, job, proofOf(query));
}

/** How a cached result of the query is known to be current: one for which a link was followed is never cached. */
function proofOf({ wanted }: FindQuery): DirProof {
  return wanted === "entries" ? "checked" : "watched";
}

/** Collects all entries that the scope covers, tested or not, and caches the result. */
function* walkAndCache({ roots, scope, key }: FindQuery, collector: FindCollector): Operation<FindResult> {
  const { job } = collector, { globs, ...rules } = scope;
  const overrides = globs.length === 0 ? undefined : new Overrides(globs, job.door.roots, roots.length);
  const options = { ...rules, overrides, rootPaths: new Set(roots.map((root) => root.shown)) };
  const unreadable: ToolError[] = [];
  for (const root of roots) {
    if (collector.isCut) break;
    try {
      yield* collector.collectBelow(root, options);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      unreadable.push(error);
    }
  }
  refuseIfAll(unreadable, roots, job);
  const { result, dependencies } = collector;
  if (result.cutBy === undefined && dependencies !== undefined) job.cache.finds.store(key, result, dependencies);
  return result;
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

/** The sorts that need an entry's stamp. */
export type StatSort = "mtime" | "size";

interface StampedEntry {
  readonly entry: WalkEntry;
  /** Absent for an entry that has gone or can't be read. */
  readonly stamp?: Stamp;
  /** UNIX milliseconds, or bytes. */
  readonly sortKey: number;
}

/**
 * Sorts the entries whose stamps are read before the deadline: the newest or the largest first, equal ones in path order.
 * @param entries in path order
 */
export function* sortByStat(sort: StatSort, entries: readonly WalkEntry[], job: Job): Operation<StampedEntry[]> {
  const stamped = yield* mapProvedInTime(job.door, entries, job, (entry) => stampedEntry(entry, job, sort));
  return stamped.sort((a, b) => b.sortKey - a.sortKey);
}

/** The sort key of entries without one. It is finite, since the difference of two infinite ones is not a number. */
const LAST = Number.MIN_SAFE_INTEGER;

/** Only files have a meaningful size. */
function stampedEntry(entry: WalkEntry, { door, cache }: Job, sort: StatSort): StampedEntry {
  const { place, dirMark } = entry;
  try {
    const stamp = cache.freshStamp(place) ?? door.stat(place, dirMark);
    return { entry, stamp, sortKey: sort === "size" && stamp.kind !== "file" ? LAST : stamp[sort] };
  } catch (error) {
    if (error instanceof ToolError) return { entry, sortKey: LAST };
    throw error;
  }
}
