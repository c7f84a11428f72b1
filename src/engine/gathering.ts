/**
 * Owns what a finding comes to: what walks met below the roots of a call, in path order, and what was left out.
 * @module
 */
import type { LongListed, Named } from "../door/door.ts";
import { comparePaths, type Kind, type Place } from "../model/place.ts";
import type { Skipped } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import type { EntryFilter } from "./entry_tests.ts";
import type { Finding, Wanted } from "./finding.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Job } from "./job.ts";
import { isFault, type Operation } from "./operation.ts";
import { LeftOut } from "./left_out.ts";
import { FindDoor } from "./resident/find_door.ts";
import type { Basis, DirProof } from "./resident/findings.ts";
import type { WalkOptions } from "./stride.ts";
import type { Frame } from "./frame.ts";
import { Walk } from "./walk.ts";

/** What one call has found so far, run by run: each of them is a root, or the rest of a directory. */
export class Gathering {
  readonly #all: FoundEntry[] = [];
  readonly #passed: FoundEntry[];
  readonly #leftOut = new LeftOut();
  #looked = 0;
  #deepest = -1;
  #skipped: Skipped = {};
  #runs = 0;
  #cut = false;
  #partial = false;
  /** Not all of it was tested: the time ran out, or a pattern took too long on a name. */
  #untested = false;

  /** As was given, but with a door that notes what the finding rests on. */
  readonly job: Job & { readonly door: FindDoor };

  constructor(
    job: Job,
    proof: DirProof,
    readonly wanted: Wanted,
    readonly filter?: EntryFilter,
  ) {
    this.job = { ...job, door: new FindDoor(job.door, job.residence, job.question, proof) };
    this.#passed = filter === undefined ? this.#all : [];
  }

  /** See `FindDoor`. */
  get basis(): Basis | undefined {
    return this.job.door.basis;
  }

  /** The time has run out. */
  get cut(): boolean {
    return this.#cut || this.#partial;
  }

  /** Adds what is below `root`, or `root` itself where it is no directory. */
  *below(root: Named, options: WalkOptions): Operation<void> {
    this.#runs++;
    if (root.kind !== "dir") return yield* this.#take([root]);
    yield* this.#walk(Walk.below(this.job.door, root, options));
  }

  /** Adds what is left to be met of directories that an earlier walk has gone through. */
  *leftOf(frames: readonly Frame[], options: WalkOptions): Operation<void> {
    this.#runs += frames.length;
    yield* this.#walk(Walk.through(this.job.door, frames, options));
  }

  *#walk(walk: Walk): Operation<void> {
    while (!walk.over && !this.#cut) {
      if (walk.large === undefined) yield* this.#take(walk.step());
      else yield* this.#enter(walk, walk.large);
      // What only serves to keep a finding is dropped where it is too large for that.
      if (this.#all.length > this.job.residence.findings.most) this.job.door.forget();
      if (this.job.left() <= 0) this.#cut ||= !walk.over;
      else if (this.job.due()) yield* this.#pause();
    }
    this.#looked += walk.passedBy;
    this.#skipped = addSkipped(this.#skipped, walk.skipped);
    this.#leftOut.add(walk.leftOut);
    this.#deepest = Math.max(this.#deepest, walk.deepest);
  }

  /** What was found, tests aside, in path order. */
  get all(): Finding {
    return this.#finding(this.#all);
  }

  /** What of it passed the tests, in path order. */
  get passed(): Finding {
    const found = this.#finding(this.#passed);
    return this.#untested ? { ...found, cutBy: "timeout" } : found;
  }

  #finding(entries: FoundEntry[]): Finding {
    // Each run's entries are in order already, and one run's may lie amid another's.
    if (this.#runs > 1) entries.sort((a, b) => comparePaths(a.shown, b.shown));
    const left = { skipped: this.#skipped, leftOut: this.#leftOut };
    const found = { entries, looked: this.#looked, ...left, deepest: this.#deepest };
    return this.cut ? { ...found, cutBy: "timeout" } : found;
  }

  /** Has the walk go on with a large directory: with a part of it, where there is no time for all. */
  *#enter(walk: Walk, dir: Place): Operation<void> {
    let listed: LongListed;
    try {
      listed = yield* this.job.door.listInPieces(dir, this.job);
    } catch (error) {
      if (!isFault(error)) throw error;
      return walk.enter(() => {
        throw error;
      });
    }
    walk.enter(() => listed.listing);
    this.#partial ||= !listed.whole;
  }

  *#pause(): Operation<void> {
    this.job.progress(this.#looked);
    yield;
  }

  #isWanted(kind: Kind): boolean {
    return kind === "file" || kind === "dir" && this.wanted === "files_and_dirs";
  }

  *#take(met: readonly FoundEntry[]): Operation<void> {
    this.#looked += met.length;
    const right = this.wanted === "entries" ? met : met.filter(({ kind }) => this.#isWanted(kind));
    const special = met.length === right.length ? 0 : met.filter(({ kind }) => kind === "special").length;
    this.#skipped = addSkipped(this.#skipped, { special });
    for (const entry of right) this.#all.push(entry);
    if (this.filter === undefined) return;
    const { entries, whole } = yield* this.filter.filter(right);
    for (const entry of entries) this.#passed.push(entry);
    this.#untested ||= !whole;
  }
}
