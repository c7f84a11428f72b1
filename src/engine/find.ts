/**
 * Owns finding: the entries below the roots of a call that pass its tests, each once, in path order.
 * @module
 */
import type { Door, Named } from "../door/door.ts";
import { comparePaths } from "../model/place.ts";
import type { EntryTests, Scope } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import { type EntryFilter, filterFor } from "./entry_tests.ts";
import type { FoundEntry } from "./found_entry.ts";
import { Gathering } from "./gathering.ts";
import type { Finding, Wanted } from "./finding.ts";
import { provedInTime } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { Overrides } from "./overrides.ts";
import { isMissing, isUnreadable, resolvedPlace } from "./paths_taken.ts";
import type { Basis, DirProof } from "./resident/findings.ts";
import type { WalkOptions } from "./stride.ts";

/**
 * Finds what `scope` covers and `tests` ask for. A root that is a file is found whatever the rules say.
 * @throws ToolError when no root exists or one lies outside, or a glob or pattern can't be used
 */
export function* find(
  scope: Scope,
  tests: EntryTests | undefined,
  job: Job,
  wanted: Wanted = "files",
): Operation<Finding> {
  const target = yield* targetOf({ ...scope, globs: [...scope.globs, ...excluding(tests)] }, job, wanted);
  const filter = filterFor(tests, wanted, job), proof = proofFor(target);
  const known = (yield* knownOf(target, job, proof)) ?? (yield* foundByAnother(target, job, proof));
  if (known !== undefined) return yield* passed(known, filter, job);
  const gathering = new Gathering(job, proof, wanted, filter);
  const finding = findAndKeep(target, gathering);
  const all = yield* job.background ? job.residence.findings.share(keyOf(target), finding) : finding;
  return filter === undefined ? all : gathering.passed;
}

/** All that decides what a finding is. */
export interface Target {
  /** In path order. */
  readonly roots: readonly Named[];
  readonly scope: Scope;
  readonly wanted: Wanted;
}

/** @throws ToolError where no root exists or one lies outside, or there are more of them than there is time for */
export function* targetOf(scope: Scope, job: Job, wanted: Wanted): Operation<Target> {
  return { roots: distinct(yield* resolveAll(scope, job)), scope, wanted };
}

function* resolveAll({ roots }: Scope, job: Job): Operation<Named[]> {
  const looked = yield* provedInTime(job.door, roots, job, (root) => resolved(root, job.door));
  if (looked.length < roots.length) throw new ToolError("timeout", { ms: job.timeoutMs });
  const leftOut = looked.filter((one) => one instanceof ToolError);
  if (leftOut.length > 0 && leftOut.length === roots.length) throw leftOut[0];
  for (const one of leftOut) job.paths.leaveOut(one);
  return looked.flatMap((found, i) =>
    found instanceof ToolError ? [] : found.map((one) => job.paths.take(roots[i], one))
  );
}

/** What a root is, or what all of several in one text are; where there is nothing, the error that says so. */
function resolved(root: string, door: Door): readonly Named[] | ToolError {
  try {
    return [resolvedPlace(door, root)];
  } catch (error) {
    if (isMissing(error)) return severalIn(root, door) ?? error;
    if (isUnreadable(error)) return error;
    throw error;
  }
}

function severalIn(text: string, door: Door): readonly Named[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  if (parts.length < 2 || parts.length > SEVERAL) return undefined;
  const found: Named[] = [];
  for (const part of parts) {
    const one = resolved(part, door);
    if (one instanceof ToolError) return undefined;
    found.push(...one);
  }
  return found;
}

/** Paths in one text. */
const SEVERAL = 32;

/** How it is to be known that a finding holds. */
export function proofFor({ scope, wanted }: Target): DirProof {
  return wanted !== "entries" && !scope.followSymlinks ? "told" : "looked_at";
}

/** The globs by which tests leave out entries. */
export function excluding(tests: EntryTests | undefined): string[] {
  return (tests?.exclude ?? []).map((glob) => "!" + glob);
}

/** How what is below the roots of a target is gone through. */
export function walkOptions({ roots, scope: { globs, ...scope } }: Target, { door }: Job): WalkOptions {
  const overrides = globs.length === 0 ? undefined : new Overrides(globs, door.roots, roots.length);
  return { ...scope, overrides, apart: new Set(roots.map((root) => root.shown)) };
}

/** The same for the same target. */
export function keyOf({ roots, scope, wanted }: Target): string {
  return JSON.stringify([roots, { ...scope, roots: [] }, wanted]);
}

/** What may have been found that serves a target: that, and the same without its limit to the depth. */
function likes(target: Target): readonly Target[] {
  return target.scope.depth === undefined ? [target] : [target, unlimited(target)];
}

/** Whether what was found for one of those is what there is for the target: its limit leaves nothing out. */
function serves({ deepest }: Finding, like: Target, target: Target): boolean {
  return like === target || deepest < (target.scope.depth ?? Infinity);
}

function unlimited(target: Target): Target {
  const { depth: _, ...scope } = target.scope;
  return { ...target, scope };
}

function* knownOf(target: Target, job: Job, proof: DirProof): Operation<Finding | undefined> {
  for (const like of likes(target)) {
    const known = yield* job.residence.findings.find(keyOf(like), job, proof);
    if (known !== undefined && serves(known, like, target)) return known;
  }
}

/** What of a finding passes the tests, if there are any. */
export function* passed(known: Finding, filter: EntryFilter | undefined, job: Job): Operation<Finding> {
  if (filter === undefined) return known;
  const entries: FoundEntry[] = [];
  let whole = true, from = 0;
  for (; from < known.entries.length && job.left() > 0; from += PIECE) {
    const some = yield* filter.filter(known.entries.slice(from, from + PIECE));
    for (const entry of some.entries) entries.push(entry);
    whole &&= some.whole;
    if (job.due()) yield;
  }
  return { ...known, entries, ...(whole && from >= known.entries.length ? {} : { cutBy: "timeout" }) };
}

/** What nobody waits for may be just about to be found: it is brought to its end, if there is time for both. */
function* foundByAnother(target: Target, job: Job, proof: DirProof): Operation<Finding | undefined> {
  const { findings } = job.residence;
  const underway = likes(target).map((like) => findings.underway(keyOf(like))).find((found) => found !== undefined);
  if (underway === undefined || job.background) return undefined;
  const half = job.left() / 2;
  yield* underway.pushed(() => job.left() >= half);
  return yield* knownOf(target, job, proof);
}

/** Finds all that the scope covers, tested or not, and keeps it. */
function* findAndKeep(target: Target, gathering: Gathering): Operation<Finding> {
  const options = walkOptions(target, gathering.job);
  const unreadable: ToolError[] = [];
  for (const root of target.roots) {
    if (gathering.cut) break;
    const error = yield* gatherBelow(root, gathering, options);
    if (error !== undefined) unreadable.push(error);
  }
  if (unreadable.length > 0 && unreadable.length === target.roots.length) throw unreadable[0];
  for (const error of unreadable) gathering.job.paths.leaveOut(error);
  const { all, basis, job } = gathering;
  if (all.cutBy === undefined && basis !== undefined) keep(target, all, basis, job);
  return all;
}

/** @returns why a root can't be read: of several, the others are answered */
function* gatherBelow(root: Named, gathering: Gathering, options: WalkOptions): Operation<ToolError | undefined> {
  try {
    yield* gathering.below(root, options);
  } catch (error) {
    if (isUnreadable(error)) return error;
    throw error;
  }
}

function keep(target: Target, finding: Finding, basis: Basis, { residence }: Job): void {
  // A limit that no directory came near left nothing out.
  const isWhole = finding.deepest + 1 < (target.scope.depth ?? Infinity);
  if (isWhole) residence.findings.keep(keyOf(unlimited(target)), finding, basis);
  else residence.findings.keep(keyOf(target), finding, basis);
}

/** Entries that are tested in one go. */
const PIECE = 1024;
/** Roots without repetition, in path order. */
function distinct(roots: readonly Named[]): Named[] {
  return [...new Map(roots.map((root) => [root.shown, root])).values()]
    .sort((a, b) => comparePaths(a.shown, b.shown));
}
