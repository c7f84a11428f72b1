/**
 * What a find looks for, with its roots resolved.
 * @module
 */
import type { Door, ResolvedPath } from "../../door/door.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { comparePaths } from "../../model/place.ts";
import type { EntryTests, Scope } from "../../model/request.ts";
import type { DirProof } from "../cache/freshness.ts";
import { Overrides } from "../glob/overrides.ts";
import type { Job } from "../run/job.ts";
import { isMissing, isUnreadable, resolvePath } from "../run/resolve_path.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { WantedKinds } from "../walk/find_result.ts";
import type { WalkOptions } from "../walk/walk_options.ts";

/** Everything that determines the result of a find, except tests. */
export interface FindQuery {
  /** In path order. */
  readonly roots: readonly ResolvedPath[];
  readonly scope: Scope;
  readonly wanted: WantedKinds;
}

/** Paths in one text, see `resolvePathList`. */
const MAX_PATHS_IN_TEXT = 32;

/** @throws ToolError if no root exists or one lies outside, or if there is no time to look at all of them */
export function* resolveQuery(scope: Scope, job: Job, wanted: WantedKinds): Operation<FindQuery> {
  return { roots: distinctRoots(yield* resolveRoots(scope, job)), scope, wanted };
}

function* resolveRoots({ roots }: Scope, job: Job): Operation<ResolvedPath[]> {
  const resolved = yield* mapProvedInTime(job.door, roots, job, (root) => resolveRoot(root, job.door));
  if (resolved.length < roots.length) throw new ToolError("timeout", { ms: job.timeoutMs });
  const unusable = resolved.filter((one) => one instanceof ToolError);
  if (unusable.length > 0 && unusable.length === roots.length) throw unusable[0];
  for (const error of unusable) job.pathNotes.recordUnusable(error);
  return resolved.flatMap((paths, i) =>
    paths instanceof ToolError ? [] : paths.map((path) => job.pathNotes.record(roots[i], path))
  );
}

/** The path that `root` is, or the paths that it lists; the error if it is missing or unreadable. */
function resolveRoot(root: string, door: Door): readonly ResolvedPath[] | ToolError {
  try {
    return [resolvePath(door, root)];
  } catch (error) {
    if (isMissing(error)) return resolvePathList(root, door) ?? error;
    if (isUnreadable(error)) return error;
    throw error;
  }
}

/** The paths that a text lists, separated by blanks or commas; undefined if one of them does not exist. */
function resolvePathList(text: string, door: Door): readonly ResolvedPath[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  if (parts.length < 2 || parts.length > MAX_PATHS_IN_TEXT) return undefined;
  const paths: ResolvedPath[] = [];
  for (const part of parts) {
    const resolved = resolveRoot(part, door);
    if (resolved instanceof ToolError) return undefined;
    paths.push(...resolved);
  }
  return paths;
}

/** Roots without repetition, in path order. */
function distinctRoots(roots: readonly ResolvedPath[]): ResolvedPath[] {
  return [...new Map(roots.map((root) => [root.shown, root])).values()]
    .sort((a, b) => comparePaths(a.shown, b.shown));
}

/** How the listings of a walk for the query are known to be current. */
export function proofFor(query: FindQuery): DirProof {
  return query.scope.followSymlinks ? "checked" : proofOfResult(query);
}

/** How a cached result of the query is known to be current: one for which a link was followed is never cached. */
export function proofOfResult({ wanted }: FindQuery): DirProof {
  return wanted === "entries" ? "checked" : "watched";
}

/** The globs of entries that tests exclude, as a scope has them. */
export function excludeGlobs(tests: EntryTests | undefined): string[] {
  return (tests?.exclude ?? []).map((glob) => "!" + glob);
}

/** @throws ToolError for a glob that can't be used */
export function walkOptions({ roots, scope: { globs, ...scope } }: FindQuery, { door }: Job): WalkOptions {
  const overrides = globs.length === 0 ? undefined : new Overrides(globs, door.roots, roots.length);
  return { ...scope, overrides, rootPaths: new Set(roots.map((root) => root.shown)) };
}

/** A key that is equal for equal queries. */
export function queryKey({ roots, scope, wanted }: FindQuery): string {
  return JSON.stringify([roots, { ...scope, roots: [] }, wanted]);
}

/** The same query without a limit to the depth. */
export function withoutDepth(query: FindQuery): FindQuery {
  const { depth: _, ...scope } = query.scope;
  return { ...query, scope };
}
