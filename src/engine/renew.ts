/**
 * Brings a finding up to date where directories have changed: those are gone through again, and what is new in them.
 * Nothing else is, so that a new file costs as much as its directory and not as all of the tree.
 * @module
 */
import { type DirMark, LargeDirectory, type Listing } from "../door/door.ts";
import { comparePaths, joinPath, type Place, stemOf } from "../model/place.ts";
import { addSkipped } from "../model/skipped.ts";
import type { FoundEntry } from "./found_entry.ts";
import { Gathering } from "./gathering.ts";
import type { Finding, Walked, Wanted } from "./finding.ts";
import { isSource } from "./ignore_levels.ts";
import { eachOf } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import { isFault, type Operation } from "./operation.ts";
import { descend } from "./lineage.ts";
import type { Basis, DirProof, Outdated } from "./resident/findings.ts";
import { markBelow } from "./stride.ts";
import type { Frame, Visit } from "./frame.ts";

/** Directories that have changed or gone, beyond which all is found anew. */
const MOST = 64;

/** A finding, and what it rests on: absent where that can't be told. */
export interface Renewed {
  readonly finding: Finding;
  readonly basis?: Basis;
}

/** The same as if all were found anew; undefined where that has to be done. */
export function* renew(
  { finding: old, basis, changed }: Outdated,
  wanted: Wanted,
  job: Job,
  proof: DirProof,
): Operation<Renewed | undefined> {
  const { walked } = old;
  // Which entries of a directory other reasons stand for is not known.
  const { ignored: _, hidden: __, ...others } = old.skipped;
  if (walked === undefined || walked.options.followSymlinks || Object.keys(others).length > 0) return undefined;
  const gathering = new Gathering(job, proof, wanted);
  const changes = yield* changesIn(walked, changed, gathering.job);
  if (changes === undefined) return undefined;
  yield* gathering.leftOf(changes.again, { ...walked.options, apart: changes.apart });
  if (gathering.cut) return undefined;
  const fresh = gathering.all, { visits } = changes;
  for (const [shown, visit] of fresh.walked?.visits ?? []) visits.set(shown, visit);
  const entries = yield* entriesOf(old.entries, changes, fresh.entries, job);
  descend(entries, old.entries);
  const leftOut = old.leftOut.without(changes), skipped = addSkipped(fresh.skipped, leftOut.skipped);
  leftOut.add(fresh.leftOut);
  const finding = { entries, skipped, leftOut, ...tallied(visits), walked: { ...walked, visits } };
  return { finding, basis: gathering.basis && basisOf(basis, visits, gathering.basis) };
}

/** What has become of directories that were gone through. */
class Changes {
  /** Those to go through again, as they are now; parents first. */
  readonly again: Frame[] = [];
  /** Shown paths not to be entered: what is below them is known. */
  readonly apart: Set<string>;
  /** All directories that are still there, by what they are shown as; parents first. */
  readonly visits = new Map<string, Visit>();
  readonly #again = new Set<string>();
  readonly #gone: string[] = [];
  readonly #marks = new Map<DirMark, DirMark | undefined>();

  constructor({ options }: Walked) {
    this.apart = new Set(options.apart);
  }

  /** Whether what a directory holds is not taken from the finding. */
  has(shown: string): boolean {
    return this.#again.has(shown) || this.isGone(shown);
  }

  /** Whether a directory, or one above it, is there no more. */
  isGone(shown: string): boolean {
    return this.#gone.some((dir) => shown === dir || shown.startsWith(dir + "/"));
  }

  /** Takes in how a directory is listed now. @returns false where there is too much, or it changes rules */
  take(frame: Frame, { entries, undecodable, mark: own }: Listing): boolean {
    const is = kindsOf(entries), was = kindsOf(frame.entries);
    const differ = [...frame.entries, ...entries].filter(({ name }) => is.get(name) !== was.get(name));
    if (undecodable > 0 || differ.some(({ name }) => isSource(name))) return false;
    for (const { name, kind } of frame.entries) {
      if (kind !== "dir") continue;
      const shown = joinPath(frame.shown, name);
      if (is.get(name) === "dir") this.apart.add(shown);
      else this.#gone.push(shown);
    }
    const above = frame.from && this.visits.get(frame.from.shown)?.frame.mark;
    const now = this.#marked({ ...frame, entries, at: 0 }, markBelow(own, above));
    this.again.push(now);
    this.#again.add(frame.shown);
    this.visits.set(frame.shown, { frame: now, met: 0 });
    return Math.max(this.again.length, this.#gone.length) <= MOST;
  }

  /** Takes in a directory that is what it was, wherever one above it is not. */
  pass(visit: Visit): void {
    const { frame, met } = visit, { mark } = frame;
    if (mark?.above === undefined || !this.#marks.has(mark.above)) return void this.visits.set(frame.shown, visit);
    const { above, ...own } = mark;
    this.visits.set(frame.shown, { frame: this.#marked(frame, markBelow(own, this.#marks.get(above))), met });
  }

  /** An entry that stays, with the mark that its directory has now. */
  marked(entry: FoundEntry): FoundEntry {
    if (entry.dir === undefined || !this.#marks.has(entry.dir)) return entry;
    const { dir: _, ...rest } = entry, dir = this.#marks.get(entry.dir);
    return dir === undefined ? rest : { ...rest, dir };
  }

  /** A directory that has another mark now. */
  #marked({ mark: before, ...frame }: Frame, mark: DirMark | undefined): Frame {
    if (before !== undefined) this.#marks.set(before, mark);
    return mark === undefined ? frame : { ...frame, mark };
  }
}

function kindsOf(entries: Frame["entries"]): Map<string, string> {
  return new Map(entries.map(({ name, kind }) => [name, kind]));
}

/** Lists what has changed; undefined where all must be found anew. */
function* changesIn(walked: Walked, changed: readonly Place[], job: Job): Operation<Changes | undefined> {
  const changes = new Changes(walked), places = new Set(changed);
  try {
    for (const visit of walked.visits.values()) {
      const { frame } = visit, isSame = !places.delete(frame.dir);
      if (changes.isGone(frame.shown)) continue;
      if (isSame) changes.pass(visit);
      else if (!changes.take(frame, job.door.list(frame.dir))) return undefined;
      // A directory that has just changed takes milliseconds.
      if (!isSame && job.due()) yield;
    }
  } catch (error) {
    if (isFault(error) || error instanceof LargeDirectory) return undefined;
    throw error;
  }
  return places.size === 0 ? changes : undefined;
}

function tallied(visits: ReadonlyMap<string, Visit>): Pick<Finding, "looked" | "deepest"> {
  let looked = 0, deepest = -1;
  for (const { frame, met } of visits.values()) {
    looked += met;
    deepest = Math.max(deepest, frame.depth);
  }
  return { looked, deepest };
}

function basisOf(old: Basis, visits: ReadonlyMap<string, Visit>, fresh: Basis): Basis {
  const there = new Set<Place>();
  for (const { frame } of visits.values()) there.add(frame.dir);
  const kept = old.listings.filter(({ dir }) => there.has(dir));
  return { listings: [...kept, ...fresh.listings], rules: [...old.rules, ...fresh.rules] };
}

/** What was found before and is still there, and what was found now; both in path order. */
function* entriesOf(
  old: readonly FoundEntry[],
  changes: Changes,
  fresh: readonly FoundEntry[],
  job: Job,
): Operation<FoundEntry[]> {
  const { from, end } = rangeOf(old, changes), entries = old.slice(0, from);
  let next = 0, dir = "", stays = !changes.has(dir);
  yield* eachOf(old.slice(from, end), job, (entry) => {
    // One directory's entries mostly come one behind another.
    const cut = Math.max(0, entry.shown.lastIndexOf("/"));
    if (cut !== dir.length || !entry.shown.startsWith(dir)) stays = !changes.has(dir = entry.shown.slice(0, cut));
    if (!stays) return;
    while (next < fresh.length && comparePaths(fresh[next].shown, entry.shown) < 0) entries.push(fresh[next++]);
    entries.push(changes.marked(entry));
  });
  for (; next < fresh.length; next++) entries.push(fresh[next]);
  return entries.concat(old.slice(end));
}

/** Where the entries below changed directories lie. */
function rangeOf(entries: readonly FoundEntry[], { again }: Changes): { from: number; end: number } {
  let from = entries.length, end = 0;
  for (const { shown } of again) {
    const stem = stemOf(shown);
    const first = firstWhere(entries, 0, (entry) => comparePaths(entry.shown, stem) > 0);
    from = Math.min(from, first);
    end = Math.max(end, firstWhere(entries, first, (entry) => !entry.shown.startsWith(stem)));
  }
  return { from: Math.min(from, end), end };
}

/** Index of the first entry from `from` on that passes a test which all behind it pass too. */
function firstWhere(entries: readonly FoundEntry[], from: number, test: (entry: FoundEntry) => boolean): number {
  let low = from, high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(entries[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
