/**
 * Owns finding what a scope leaves out by rule: where nothing was found, it may be there.
 * @module
 */
import { baseName, dirPrefix, joinPath, type Place } from "../../model/place.ts";
import type { EntryTests, ExclusionRule, Scope } from "../../model/request.ts";
import { entryFilterFor } from "./entry_filter.ts";
import { excludeGlobs, filterResult, find, proofFor, queryKey, resolveQuery, walkOptions } from "./find.ts";
import { FindCollector } from "./find_collector.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { forEachInTime } from "../task/batches.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { Overrides } from "../glob/overrides.ts";
import { exclusionRuleFor, type WalkOptions } from "../walk/walk_options.ts";
import type { DirectoryFrame } from "../walk/directory_frame.ts";

/**
 * Finds what a scope would cover besides, had it none of these rules; of several, what that takes all of them off for.
 * Nothing that it covers is walked again.
 * @param known findings of the same request
 * @throws ToolError as `find`
 */
export function* findExcluded(
  scope: Scope,
  by: readonly ExclusionRule[],
  tests: EntryTests | undefined,
  job: Job,
  wanted: WantedKinds = "files",
  known: RequestResults = new Map(),
): Operation<FindResult> {
  const excluded = excludeGlobs(tests), filter = entryFilterFor(tests, wanted, job);
  const narrow = { ...scope, globs: [...scope.globs, ...excluded] };
  return yield* filterResult(
    yield* excludedResult({ scope: narrow, excludeGlobs: excluded, wanted, results: known }, by, job),
    filter,
    job,
  );
}

/** What is asked about. */
interface ExcludedQuery {
  readonly scope: Scope;
  /** The globs that stay whatever rule is off. */
  readonly excludeGlobs: readonly string[];
  readonly wanted: WantedKinds;
  readonly results: RequestResults;
}

/** Findings of one request that it needs again, by what they are of. */
export type RequestResults = Map<string, FindResult>;

function* excludedResult(asked: ExcludedQuery, by: readonly ExclusionRule[], job: Job): Operation<FindResult> {
  const { results: known, scope: narrow, wanted } = asked, key = JSON.stringify([narrow, wanted, by]);
  const finding = known.get(key) ?? (yield* walkExcluded(asked, by, job));
  known.set(key, finding);
  return finding;
}

function* walkExcluded(asked: ExcludedQuery, by: readonly ExclusionRule[], job: Job): Operation<FindResult> {
  const { scope: narrow, excludeGlobs: excluded, wanted } = asked;
  const covered = yield* find(narrow, undefined, job, wanted);
  const wide = by.reduce<Scope>((scope, rule) => withoutRule(scope, rule, excluded), narrow);
  const target = yield* resolveQuery(wide, job, wanted), key = queryKey(target) + by.join();
  const { finds: findings } = job.cache, proof = proofFor(target), isKept = by.length === 1;
  const known = isKept ? yield* findings.lookUp(key, job, proof, covered) : undefined;
  if (known !== undefined) return known;
  const gathering = new FindCollector(job, proof, wanted), options = walkOptions(target, job);
  const widened = new WidenedRules(options), reached: DirectoryFrame[] = [];
  const { frames, revealed } = isKept
    ? { frames: covered.excluded.framesOf(by[0]), revealed: [] }
    : yield* excludedByEach(asked, by, covered, job);
  const isWhole = yield* forEachInTime(frames, job, (frame) => {
    if (widened.reaches(frame)) reached.push({ ...frame, ...widened.rulesIn(frame) });
  });
  yield* gathering.resumeWalk(reached, options);
  const { basis } = gathering, all = isWhole ? gathering.result : { ...gathering.result, cutBy: "timeout" as const };
  if (isKept && all.cutBy === undefined && basis !== undefined) findings.store(key, all, basis, covered);
  return isKept ? all : { ...all, entries: notRevealed(all.entries, revealed) };
}

/**
 * Entries that are not revealed already, each once. A rule of directories (`!*` + `/`) has a hidden link back where it is
 * followed, so that links alone reveal what lies below, and it is found a second time as a link that is hidden.
 */
function notRevealed(entries: readonly WalkEntry[], revealed: readonly WalkEntry[]): readonly WalkEntry[] {
  if (entries.length === 0) return entries;
  const known = new Set(revealed.map(({ shown }) => shown));
  return entries.filter(({ shown }) => known.size < known.add(shown).size);
}

/**
 * What each of the rules still leaves out where the others are off, and what these reveal; and what it leaves out in
 * directories that another rule leaves out once it is off: `!*` in an ignore file has hidden directories back.
 */
function* excludedByEach(
  asked: ExcludedQuery,
  by: readonly ExclusionRule[],
  covered: FindResult,
  job: Job,
): Operation<{ frames: readonly DirectoryFrame[]; revealed: readonly WalkEntry[] }> {
  const frames: DirectoryFrame[] = [], revealed: WalkEntry[] = [], seen = new Set<string>();
  for (const rule of by) {
    const { excluded: left, entries } = yield* excludedResult(asked, by.filter((other) => other !== rule), job);
    for (const entry of entries) revealed.push(entry);
    const alone = yield* resolveQuery(withoutRule(asked.scope, rule, asked.excludeGlobs), job, asked.wanted);
    const widened = new WidenedRules(walkOptions(alone, job));
    const shutOff = covered.excluded.framesOf(rule).filter((frame) => !widened.reaches(frame));
    // A hidden link is left out as either.
    for (const frame of [...left.framesOf(rule), ...shutOff]) {
      const entries = frame.entries.filter(({ name }) => seen.size < seen.add(joinPath(frame.shown, name)).size);
      if (entries.length > 0) frames.push({ ...frame, entries });
    }
  }
  return { frames, revealed };
}

function withoutRule(scope: Scope, by: ExclusionRule, excluded: readonly string[]): Scope {
  switch (by) {
    case "ignored":
      return { ...scope, noIgnore: true };
    case "hidden":
      return { ...scope, hidden: true };
    case "globs":
      return { ...scope, globs: excluded };
    case "links":
      return { ...scope, followSymlinks: true };
  }
}

/** Directories of an earlier walk as one with other rules sees them. */
class WidenedRules {
  readonly #reached = new Map<Place, boolean>();

  constructor(readonly options: WalkOptions) {}

  /** Whether it reaches one: a rule may have had back what another, or none now, leaves out. */
  reaches({ dir, shown, parent: from }: DirectoryFrame): boolean {
    const known = this.#reached.get(dir);
    if (known !== undefined) return known;
    const name = baseName(shown), isHidden = !this.options.hidden && name.startsWith(".");
    const isReached = from === undefined ||
      this.reaches(from) && exclusionRuleFor(this.options, this.rulesIn(from), name, true, isHidden) === undefined;
    this.#reached.set(dir, isReached);
    return isReached;
  }

  rulesIn(frame: DirectoryFrame): Pick<DirectoryFrame, "ignoreStack" | "overrideState"> {
    const { noIgnore, overrides } = this.options;
    return {
      ignoreStack: noIgnore ? [] : frame.ignoreStack,
      overrideState: overrides && overrideStateIn(frame, overrides),
    };
  }
}

/** How far the path of a directory is matched by globs. */
function overrideStateIn(frame: DirectoryFrame, overrides: Overrides) {
  let top = frame;
  while (top.parent !== undefined) top = top.parent;
  const start = overrides.start(top.dir, top.shown);
  return frame === top ? start : overrides.advance(start, dirPrefix(frame.shown.slice(dirPrefix(top.shown).length)));
}
