/**
 * Owns finding what a scope leaves out by rule: where nothing was found, it may be there.
 * @module
 */
import { baseName, joinPath, type Place, stemOf } from "../model/place.ts";
import type { EntryTests, LeftOutBy, Scope } from "../model/request.ts";
import { filterFor } from "./entry_tests.ts";
import { excluding, find, keyOf, passed, proofFor, targetOf, walkOptions } from "./find.ts";
import { Gathering } from "./gathering.ts";
import type { Finding, Wanted } from "./finding.ts";
import type { FoundEntry } from "./found_entry.ts";
import { eachInTime } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import type { Overrides } from "./overrides.ts";
import { leftOutBy, type WalkOptions } from "./stride.ts";
import type { Frame } from "./frame.ts";

/**
 * Finds what a scope would cover besides, had it none of these rules; of several, what that takes all of them off for.
 * Nothing that it covers is walked again.
 * @param known findings of the same request
 * @throws ToolError as `find`
 */
export function* findLeftOut(
  scope: Scope,
  by: readonly LeftOutBy[],
  tests: EntryTests | undefined,
  job: Job,
  wanted: Wanted = "files",
  known: KnownFindings = new Map(),
): Operation<Finding> {
  const excluded = excluding(tests), filter = filterFor(tests, wanted, job);
  const narrow = { ...scope, globs: [...scope.globs, ...excluded] };
  return yield* passed(yield* leftOut({ narrow, excluded, wanted, known }, by, job), filter, job);
}

/** What is asked about. */
interface Asked {
  readonly narrow: Scope;
  /** The globs that stay whatever rule is off. */
  readonly excluded: readonly string[];
  readonly wanted: Wanted;
  readonly known: KnownFindings;
}

/** Findings of one request that it needs again, by what they are of. */
export type KnownFindings = Map<string, Finding>;

function* leftOut(asked: Asked, by: readonly LeftOutBy[], job: Job): Operation<Finding> {
  const { known, narrow, wanted } = asked, key = JSON.stringify([narrow, wanted, by]);
  const finding = known.get(key) ?? (yield* findAnew(asked, by, job));
  known.set(key, finding);
  return finding;
}

function* findAnew(asked: Asked, by: readonly LeftOutBy[], job: Job): Operation<Finding> {
  const { narrow, excluded, wanted } = asked;
  const covered = yield* find(narrow, undefined, job, wanted);
  const wide = by.reduce<Scope>((scope, rule) => withoutRule(scope, rule, excluded), narrow);
  const target = yield* targetOf(wide, job, wanted), key = keyOf(target) + by.join();
  const { findings } = job.residence, proof = proofFor(target), isKept = by.length === 1;
  const known = isKept ? yield* findings.find(key, job, proof, covered) : undefined;
  if (known !== undefined) return known;
  const gathering = new Gathering(job, proof, wanted), options = walkOptions(target, job);
  const widened = new Widened(options), reached: Frame[] = [];
  const { frames, revealed } = isKept
    ? { frames: covered.leftOut.by(by[0]), revealed: [] }
    : yield* leftByEach(asked, by, covered, job);
  const isWhole = yield* eachInTime(frames, job, (frame) => {
    if (widened.isReached(frame)) reached.push({ ...frame, ...widened.rulesIn(frame) });
  });
  yield* gathering.leftOf(reached, options);
  const { basis } = gathering, all = isWhole ? gathering.all : { ...gathering.all, cutBy: "timeout" as const };
  if (isKept && all.cutBy === undefined && basis !== undefined) findings.keep(key, all, basis, covered);
  return isKept ? all : { ...all, entries: besides(all.entries, revealed) };
}

/**
 * Entries that are not revealed already, each once. A rule of directories (`!*` + `/`) has a hidden link back where it is
 * followed, so that links alone reveal what lies below, and it is found a second time as a link that is hidden.
 */
function besides(entries: readonly FoundEntry[], revealed: readonly FoundEntry[]): readonly FoundEntry[] {
  if (entries.length === 0) return entries;
  const known = new Set(revealed.map(({ shown }) => shown));
  return entries.filter(({ shown }) => known.size < known.add(shown).size);
}

/**
 * What each of the rules still leaves out where the others are off, and what these reveal; and what it leaves out in
 * directories that another rule leaves out once it is off: `!*` in an ignore file has hidden directories back.
 */
function* leftByEach(
  asked: Asked,
  by: readonly LeftOutBy[],
  covered: Finding,
  job: Job,
): Operation<{ frames: readonly Frame[]; revealed: readonly FoundEntry[] }> {
  const frames: Frame[] = [], revealed: FoundEntry[] = [], seen = new Set<string>();
  for (const rule of by) {
    const { leftOut: left, entries } = yield* leftOut(asked, by.filter((other) => other !== rule), job);
    for (const entry of entries) revealed.push(entry);
    const alone = yield* targetOf(withoutRule(asked.narrow, rule, asked.excluded), job, asked.wanted);
    const widened = new Widened(walkOptions(alone, job));
    const shutOff = covered.leftOut.by(rule).filter((frame) => !widened.isReached(frame));
    // A hidden link is left out as either.
    for (const frame of [...left.by(rule), ...shutOff]) {
      const entries = frame.entries.filter(({ name }) => seen.size < seen.add(joinPath(frame.shown, name)).size);
      if (entries.length > 0) frames.push({ ...frame, entries });
    }
  }
  return { frames, revealed };
}

function withoutRule(scope: Scope, by: LeftOutBy, excluded: readonly string[]): Scope {
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
class Widened {
  readonly #reached = new Map<Place, boolean>();

  constructor(readonly options: WalkOptions) {}

  /** Whether it reaches one: a rule may have had back what another, or none now, leaves out. */
  isReached({ dir, shown, from }: Frame): boolean {
    const known = this.#reached.get(dir);
    if (known !== undefined) return known;
    const name = baseName(shown), isHidden = !this.options.hidden && name.startsWith(".");
    const isReached = from === undefined ||
      this.isReached(from) && leftOutBy(this.options, this.rulesIn(from), name, true, isHidden) === undefined;
    this.#reached.set(dir, isReached);
    return isReached;
  }

  rulesIn(frame: Frame): Pick<Frame, "levels" | "globs"> {
    const { noIgnore, overrides } = this.options;
    return { levels: noIgnore ? [] : frame.levels, globs: overrides && globsIn(frame, overrides) };
  }
}

/** How far the path of a directory is matched by globs. */
function globsIn(frame: Frame, overrides: Overrides) {
  let top = frame;
  while (top.from !== undefined) top = top.from;
  const start = overrides.start(top.dir, top.shown);
  return frame === top ? start : overrides.feed(start, stemOf(frame.shown.slice(stemOf(top.shown).length)));
}
