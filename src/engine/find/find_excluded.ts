/**
 * Finds the entries that the rules of a scope exclude: if a search found nothing, its match may be there.
 * @module
 */
import { baseName, dirPrefix, joinPath, type Place } from "../../model/place.ts";
import type { EntryTests, ExclusionRule, NameExclusionRule, Scope } from "../../model/request.ts";
import type { GlobState } from "../glob/glob_automaton.ts";
import type { Overrides } from "../glob/overrides.ts";
import type { Job } from "../run/job.ts";
import { forEachInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import type { DirectoryFrame, WalkEntry } from "../walk/walk_entry.ts";
import { exclusionRuleFor, type WalkOptions } from "../walk/walk_options.ts";
import { entryFilterFor } from "./entry_filter.ts";
import { filterResult, find } from "./find.ts";
import { FindCollector } from "./find_collector.ts";
import { excludeGlobs, type FindQuery, proofFor, queryKey, resolveQuery, walkOptions } from "./find_query.ts";

/**
 * Finds the entries that a scope covers only without `rules`: if there are several, those that it covers only if all of
 * them are turned off. Directories that the scope covers are not read again.
 * @param results results of the same request, which this call uses and adds to
 * @throws ToolError as `find`
 */
export function* findExcluded(
  scope: Scope,
  rules: readonly ExclusionRule[],
  tests: EntryTests | undefined,
  job: Job,
  wanted: WantedKinds = "files",
  results: RequestResults = new Map(),
): Operation<FindResult> {
  const exclude = excludeGlobs(tests), filter = entryFilterFor(tests, wanted, job);
  const query = { scope: { ...scope, globs: [...scope.globs, ...exclude] }, excludeGlobs: exclude, wanted, results };
  return yield* filterResult(yield* excludedResult(query, rules, job), filter, job);
}

interface ExcludedQuery {
  readonly scope: Scope;
  /** The globs that apply even if the rule `globs` is turned off. */
  readonly excludeGlobs: readonly string[];
  readonly wanted: WantedKinds;
  readonly results: RequestResults;
}

/** Results that one request needs more than once, by their queries. */
export type RequestResults = Map<string, FindResult>;

function* excludedResult(query: ExcludedQuery, rules: readonly ExclusionRule[], job: Job): Operation<FindResult> {
  const { results, scope, wanted } = query, key = JSON.stringify([scope, wanted, rules]);
  const result = results.get(key) ?? (yield* findWithout(rules, query, job));
  results.set(key, result);
  return result;
}

/** The result if `rules` are turned off, without the entries that the scope covers if fewer of them are off. */
function* findWithout(rules: readonly ExclusionRule[], query: ExcludedQuery, job: Job): Operation<FindResult> {
  const wideScope = rules.reduce((scope, rule) => withoutRule(scope, rule, query.excludeGlobs), query.scope);
  const wide = yield* resolveQuery(wideScope, job, query.wanted);
  return yield* rules.length === 1
    ? findWithoutOne(rules[0], query, wide, job)
    : findWithoutSeveral(rules, query, wide, job);
}

function* findWithoutOne(rule: ExclusionRule, query: ExcludedQuery, wide: FindQuery, job: Job): Operation<FindResult> {
  const covered = yield* find(query.scope, undefined, job, query.wanted);
  const { finds } = job.cache, proof = proofFor(wide), key = queryKey(wide) + rule;
  const cached = yield* finds.lookUp(key, job, proof, covered);
  if (cached !== undefined) return cached;
  const collector = new FindCollector(job, proof, wide.wanted);
  const result = yield* resumeIn(covered.excluded.framesOf(rule), wide, collector), { dependencies } = collector;
  if (result.cutBy === undefined && dependencies !== undefined) finds.store(key, result, dependencies, covered);
  return result;
}

function* findWithoutSeveral(
  rules: readonly ExclusionRule[],
  query: ExcludedQuery,
  wide: FindQuery,
  job: Job,
): Operation<FindResult> {
  const frames = yield* excludedByEach(rules, query, job);
  const result = yield* resumeIn(frames, wide, new FindCollector(job, proofFor(wide), wide.wanted));
  return { ...result, entries: yield* notRevealed(result.entries, rules, query, job) };
}

/**
 * Walks through those of `frames` that a walk for `wide` reaches. The entries of the others are recorded as excluded by
 * the rule that keeps the walk from them. So they are found once that rule is off, too: an ignore file may un-ignore a
 * hidden directory, which is excluded if only ignore files are off.
 */
function* resumeIn(
  frames: readonly DirectoryFrame[],
  wide: FindQuery,
  collector: FindCollector,
): Operation<FindResult> {
  const options = walkOptions(wide, collector.job), widened = new WidenedRules(options), reached: DirectoryFrame[] = [];
  const isComplete = yield* forEachInTime(frames, collector.job, (frame) => {
    const exclusion = widened.exclusionOf(frame);
    if (exclusion === undefined) reached.push({ ...frame, ...widened.rulesIn(frame) });
    else collector.exclude(exclusion, frame);
  });
  yield* collector.resumeWalk(reached, options);
  return isComplete ? collector.result : { ...collector.result, cutBy: "timeout" };
}

/**
 * Those of `entries` that turning off fewer of `rules` does not reveal, each once. A glob of directories (`!*` + `/`)
 * un-ignores a hidden link if it is followed. Turning off `links` alone reveals the entries below it, and the link is
 * found again as a hidden one.
 */
function* notRevealed(
  entries: readonly WalkEntry[],
  rules: readonly ExclusionRule[],
  query: ExcludedQuery,
  job: Job,
): Operation<readonly WalkEntry[]> {
  if (entries.length === 0) return entries;
  const known = new Set<string>();
  for (const fewer of smallerSets(rules)) {
    for (const { shown } of (yield* excludedResult(query, fewer, job)).entries) known.add(shown);
  }
  return entries.filter(({ shown }) => known.size < known.add(shown).size);
}

/** The sets of some, but not all, of `rules`; a set may be repeated. */
function smallerSets(rules: readonly ExclusionRule[]): (readonly ExclusionRule[])[] {
  if (rules.length === 1) return [];
  return rules.map((rule) => without(rules, rule)).flatMap((others) => [others, ...smallerSets(others)]);
}

function without(rules: readonly ExclusionRule[], rule: ExclusionRule): readonly ExclusionRule[] {
  return rules.filter((other) => other !== rule);
}

/** The entries that each of `rules` still excludes if the others are turned off. */
function* excludedByEach(
  rules: readonly ExclusionRule[],
  query: ExcludedQuery,
  job: Job,
): Operation<readonly DirectoryFrame[]> {
  const frames: DirectoryFrame[] = [], seen = new Set<string>();
  for (const rule of rules) {
    const { excluded } = yield* excludedResult(query, without(rules, rule), job);
    // A hidden link is recorded by both rules.
    for (const frame of excluded.framesOf(rule)) {
      const entries = frame.entries.filter(({ name }) => seen.size < seen.add(joinPath(frame.shown, name)).size);
      if (entries.length > 0) frames.push({ ...frame, entries });
    }
  }
  return frames;
}

function withoutRule(scope: Scope, rule: ExclusionRule, excludeGlobs: readonly string[]): Scope {
  switch (rule) {
    case "ignored":
      return { ...scope, noIgnore: true };
    case "hidden":
      return { ...scope, hidden: true };
    case "globs":
      return { ...scope, globs: excludeGlobs };
    case "links":
      return { ...scope, followSymlinks: true };
  }
}

/** How a walk with other options sees the directories of an earlier walk. */
class WidenedRules {
  readonly #exclusions = new Map<Place, NameExclusionRule | undefined>();

  constructor(readonly options: WalkOptions) {}

  /** The rule that keeps the walk from a directory: a rule that is off now may have un-ignored it, or one above it. */
  exclusionOf({ dir, shown, parent }: DirectoryFrame): NameExclusionRule | undefined {
    if (parent === undefined || this.#exclusions.has(dir)) return this.#exclusions.get(dir);
    const name = baseName(shown), isHidden = !this.options.hidden && name.startsWith(".");
    const exclusion = this.exclusionOf(parent) ??
      exclusionRuleFor(this.options, this.rulesIn(parent), name, true, isHidden);
    this.#exclusions.set(dir, exclusion);
    return exclusion;
  }

  rulesIn(frame: DirectoryFrame): Pick<DirectoryFrame, "ignoreStack" | "overrideState"> {
    const { noIgnore, overrides } = this.options;
    return {
      ignoreStack: noIgnore ? [] : frame.ignoreStack,
      overrideState: overrides && overrideStateIn(frame, overrides),
    };
  }
}

/** How far `overrides` match the path of a directory. */
function overrideStateIn(frame: DirectoryFrame, overrides: Overrides): GlobState {
  let top = frame;
  while (top.parent !== undefined) top = top.parent;
  const start = overrides.start(top.dir, top.shown);
  return frame === top ? start : overrides.advance(start, dirPrefix(frame.shown.slice(dirPrefix(top.shown).length)));
}
