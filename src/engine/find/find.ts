/**
 * Owns finding: the entries below the roots of a call that pass its tests, each once, in path order.
 * @module
 */
import type { Door, ResolvedPath } from "../../door/door.ts";
import { comparePaths } from "../../model/place.ts";
import type { EntryTests, Scope } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { type EntryFilter, entryFilterFor } from "./entry_filter.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { FindCollector } from "./find_collector.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { Overrides } from "../glob/overrides.ts";
import { isMissing, isUnreadable, resolvePath } from "../run/resolve_path.ts";
import type { FindDependencies } from "../cache/find_cache.ts";
import type { DirProof } from "../cache/freshness.ts";
import type { WalkOptions } from "../walk/walk_options.ts";

/**
 * Finds what `scope` covers and `tests` ask for. A root that is a file is found whatever the rules say.
 * @throws ToolError when no root exists or one lies outside, or a glob or pattern can't be used
 */
export function* find(
  scope: Scope,
  tests: EntryTests | undefined,
  job: Job,
  wanted: WantedKinds = "files",
): Operation<FindResult> {
  const target = yield* resolveQuery({ ...scope, globs: [...scope.globs, ...excludeGlobs(tests)] }, job, wanted);
  const filter = entryFilterFor(tests, wanted, job), proof = proofFor(target);
  const known = (yield* cachedResult(target, job, proof)) ?? (yield* resultOfRunningFind(target, job, proof));
  if (known !== undefined) return yield* filterResult(known, filter, job);
  const gathering = new FindCollector(job, proof, wanted, filter);
  const finding = findAndCache(target, gathering);
  const all = yield* job.background ? job.cache.finds.runShared(queryKey(target), finding) : finding;
  return filter === undefined ? all : gathering.filteredResult;
}

/** All that decides what a finding is. */
export interface FindQuery {
  /** In path order. */
  readonly roots: readonly ResolvedPath[];
  readonly scope: Scope;
  readonly wanted: WantedKinds;
}

/** @throws ToolError where no root exists or one lies outside, or there are more of them than there is time for */
export function* resolveQuery(scope: Scope, job: Job, wanted: WantedKinds): Operation<FindQuery> {
  return { roots: distinctRoots(yield* resolveRoots(scope, job)), scope, wanted };
}

function* resolveRoots({ roots }: Scope, job: Job): Operation<ResolvedPath[]> {
  const looked = yield* mapProvedInTime(job.door, roots, job, (root) => resolveRoot(root, job.door));
  if (looked.length < roots.length) throw new ToolError("timeout", { ms: job.timeoutMs });
  const leftOut = looked.filter((one) => one instanceof ToolError);
  if (leftOut.length > 0 && leftOut.length === roots.length) throw leftOut[0];
  for (const one of leftOut) job.pathNotes.recordUnusable(one);
  return looked.flatMap((found, i) =>
    found instanceof ToolError ? [] : found.map((one) => job.pathNotes.record(roots[i], one))
  );
}

/** What a root is, or what all of several in one text are; where there is nothing, the error that says so. */
function resolveRoot(root: string, door: Door): readonly ResolvedPath[] | ToolError {
  try {
    return [resolvePath(door, root)];
  } catch (error) {
    if (isMissing(error)) return resolvePathList(root, door) ?? error;
    if (isUnreadable(error)) return error;
    throw error;
  }
}

function resolvePathList(text: string, door: Door): readonly ResolvedPath[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  if (parts.length < 2 || parts.length > MAX_PATHS_IN_TEXT) return undefined;
  const found: ResolvedPath[] = [];
  for (const part of parts) {
    const one = resolveRoot(part, door);
    if (one instanceof ToolError) return undefined;
    found.push(...one);
  }
  return found;
}

/** Paths in one text. */
const MAX_PATHS_IN_TEXT = 32;

/** How it is to be known that a finding holds. */
export function proofFor({ scope, wanted }: FindQuery): DirProof {
  return wanted !== "entries" && !scope.followSymlinks ? "watched" : "checked";
}

/** The globs by which tests leave out entries. */
export function excludeGlobs(tests: EntryTests | undefined): string[] {
  return (tests?.exclude ?? []).map((glob) => "!" + glob);
}

/** How what is below the roots of a target is gone through. */
export function walkOptions({ roots, scope: { globs, ...scope } }: FindQuery, { door }: Job): WalkOptions {
  const overrides = globs.length === 0 ? undefined : new Overrides(globs, door.roots, roots.length);
  return { ...scope, overrides, rootPaths: new Set(roots.map((root) => root.shown)) };
}

/** The same for the same target. */
export function queryKey({ roots, scope, wanted }: FindQuery): string {
  return JSON.stringify([roots, { ...scope, roots: [] }, wanted]);
}

/** What may have been found that serves a target: that, and the same without its limit to the depth. */
function queriesThatMayAnswer(target: FindQuery): readonly FindQuery[] {
  return target.scope.depth === undefined ? [target] : [target, withoutDepth(target)];
}

/** Whether what was found for one of those is what there is for the target: its limit leaves nothing out. */
function answersQuery({ deepest }: FindResult, like: FindQuery, target: FindQuery): boolean {
  return like === target || deepest < (target.scope.depth ?? Infinity);
}

function withoutDepth(target: FindQuery): FindQuery {
  const { depth: _, ...scope } = target.scope;
  return { ...target, scope };
}

function* cachedResult(target: FindQuery, job: Job, proof: DirProof): Operation<FindResult | undefined> {
  for (const like of queriesThatMayAnswer(target)) {
    const known = yield* job.cache.finds.lookUp(queryKey(like), job, proof);
    if (known !== undefined && answersQuery(known, like, target)) return known;
  }
}

/** What of a finding passes the tests, if there are any. */
export function* filterResult(known: FindResult, filter: EntryFilter | undefined, job: Job): Operation<FindResult> {
  if (filter === undefined) return known;
  const entries: WalkEntry[] = [];
  let whole = true, from = 0;
  for (; from < known.entries.length && job.remainingMs() > 0; from += FILTER_BATCH_ENTRIES) {
    const some = yield* filter.filter(known.entries.slice(from, from + FILTER_BATCH_ENTRIES));
    for (const entry of some.entries) entries.push(entry);
    whole &&= some.isComplete;
    if (job.shouldYield()) yield;
  }
  return { ...known, entries, ...(whole && from >= known.entries.length ? {} : { cutBy: "timeout" }) };
}

/** What nobody waits for may be just about to be found: it is brought to its end, if there is time for both. */
function* resultOfRunningFind(target: FindQuery, job: Job, proof: DirProof): Operation<FindResult | undefined> {
  const { finds: findings } = job.cache;
  const underway = queriesThatMayAnswer(target).map((like) => findings.inProgress(queryKey(like))).find((found) =>
    found !== undefined
  );
  if (underway === undefined || job.background) return undefined;
  const half = job.remainingMs() / 2;
  yield* underway.driveWhile(() => job.remainingMs() >= half);
  return yield* cachedResult(target, job, proof);
}

/** Finds all that the scope covers, tested or not, and keeps it. */
function* findAndCache(target: FindQuery, gathering: FindCollector): Operation<FindResult> {
  const options = walkOptions(target, gathering.job);
  const unreadable: ToolError[] = [];
  for (const root of target.roots) {
    if (gathering.isCut) break;
    const error = yield* collectBelow(root, gathering, options);
    if (error !== undefined) unreadable.push(error);
  }
  if (unreadable.length > 0 && unreadable.length === target.roots.length) throw unreadable[0];
  for (const error of unreadable) gathering.job.pathNotes.recordUnusable(error);
  const { result: all, basis, job } = gathering;
  if (all.cutBy === undefined && basis !== undefined) cacheResult(target, all, basis, job);
  return all;
}

/** @returns why a root can't be read: of several, the others are answered */
function* collectBelow(
  root: ResolvedPath,
  gathering: FindCollector,
  options: WalkOptions,
): Operation<ToolError | undefined> {
  try {
    yield* gathering.collectBelow(root, options);
  } catch (error) {
    if (isUnreadable(error)) return error;
    throw error;
  }
}

function cacheResult(target: FindQuery, finding: FindResult, basis: FindDependencies, { cache: residence }: Job): void {
  // A limit that no directory came near left nothing out.
  const isWhole = finding.deepest + 1 < (target.scope.depth ?? Infinity);
  if (isWhole) residence.finds.store(queryKey(withoutDepth(target)), finding, basis);
  else residence.finds.store(queryKey(target), finding, basis);
}

/** Entries that are tested in one go. */
const FILTER_BATCH_ENTRIES = 1024;
/** Roots without repetition, in path order. */
function distinctRoots(roots: readonly ResolvedPath[]): ResolvedPath[] {
  return [...new Map(roots.map((root) => [root.shown, root])).values()]
    .sort((a, b) => comparePaths(a.shown, b.shown));
}
