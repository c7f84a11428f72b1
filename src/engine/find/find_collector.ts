/**
 * Owns what a finding comes to: what walks met below the roots of a call, in path order, and what was left out.
 * @module
 */
import type { PartialListing, ResolvedPath } from "../../door/door.ts";
import { comparePaths, type EntryKind, type Place } from "../../model/place.ts";
import type { Skipped } from "../../model/report.ts";
import { addSkipped } from "../../model/skipped.ts";
import type { EntryFilter } from "./entry_filter.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { Job } from "../run/job.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { ExcludedEntries } from "../walk/excluded_entries.ts";
import { RecordingDoor } from "./recording_door.ts";
import type { FindDependencies } from "../cache/find_cache.ts";
import type { DirProof } from "../cache/freshness.ts";
import type { WalkOptions } from "../walk/walk_options.ts";
import type { DirectoryFrame } from "../walk/directory_frame.ts";
import { Walk } from "../walk/walk.ts";

/** What one call has found so far, run by run: each of them is a root, or the rest of a directory. */
export class FindCollector {
  readonly #entries: WalkEntry[] = [];
  readonly #passedEntries: WalkEntry[];
  readonly #excluded = new ExcludedEntries();
  #examined = 0;
  #deepest = -1;
  #skipped: Skipped = {};
  #partCount = 0;
  #isTimeUp = false;
  #isPartial = false;
  /** Not all of it was tested: the time ran out, or a pattern took too long on a name. */
  #isPartlyTested = false;

  /** As was given, but with a door that notes what the finding rests on. */
  readonly job: Job & { readonly door: RecordingDoor };

  constructor(
    job: Job,
    proof: DirProof,
    readonly wanted: WantedKinds,
    readonly filter?: EntryFilter,
  ) {
    this.job = { ...job, door: new RecordingDoor(job.door, job.cache, job.epoch, proof) };
    this.#passedEntries = filter === undefined ? this.#entries : [];
  }

  /** See `RecordingDoor`. */
  get basis(): FindDependencies | undefined {
    return this.job.door.basis;
  }

  /** The time has run out. */
  get isCut(): boolean {
    return this.#isTimeUp || this.#isPartial;
  }

  /** Adds what is below `root`, or `root` itself where it is no directory. */
  *collectBelow(root: ResolvedPath, options: WalkOptions): Operation<void> {
    this.#partCount++;
    if (root.kind !== "dir") return yield* this.#addEntries([root]);
    yield* this.#runWalk(Walk.below(this.job.door, root, options));
  }

  /** Adds what is left to be met of directories that an earlier walk has gone through. */
  *resumeWalk(frames: readonly DirectoryFrame[], options: WalkOptions): Operation<void> {
    this.#partCount += frames.length;
    yield* this.#runWalk(Walk.resume(this.job.door, frames, options));
  }

  *#runWalk(walk: Walk): Operation<void> {
    while (!walk.isDone && !this.#isTimeUp) {
      if (walk.largeDirectory === undefined) yield* this.#addEntries(walk.step());
      else yield* this.#enterLargeDirectory(walk, walk.largeDirectory);
      // What only serves to keep a finding is dropped where it is too large for that.
      if (this.#entries.length > this.job.cache.finds.maxEntries) this.job.door.stopRecording();
      if (this.job.remainingMs() <= 0) this.#isTimeUp ||= !walk.isDone;
      else if (this.job.shouldYield()) yield* this.#yieldTurn();
    }
    this.#examined += walk.unmatched;
    this.#skipped = addSkipped(this.#skipped, walk.skipped);
    this.#excluded.append(walk.excluded);
    this.#deepest = Math.max(this.#deepest, walk.deepest);
  }

  /** What was found, tests aside, in path order. */
  get result(): FindResult {
    return this.#resultWith(this.#entries);
  }

  /** What of it passed the tests, in path order. */
  get filteredResult(): FindResult {
    const found = this.#resultWith(this.#passedEntries);
    return this.#isPartlyTested ? { ...found, cutBy: "timeout" } : found;
  }

  #resultWith(entries: WalkEntry[]): FindResult {
    // Each run's entries are in order already, and one run's may lie amid another's.
    if (this.#partCount > 1) entries.sort((a, b) => comparePaths(a.shown, b.shown));
    const left = { skipped: this.#skipped, excluded: this.#excluded };
    const found = { entries, examined: this.#examined, ...left, deepest: this.#deepest };
    return this.isCut ? { ...found, cutBy: "timeout" } : found;
  }

  /** Has the walk go on with a large directory: with a part of it, where there is no time for all. */
  *#enterLargeDirectory(walk: Walk, dir: Place): Operation<void> {
    let listed: PartialListing;
    try {
      listed = yield* this.job.door.listLargeDirectory(dir, this.job);
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      return walk.enterListed(() => {
        throw error;
      });
    }
    walk.enterListed(() => listed.listing);
    this.#isPartial ||= !listed.isComplete;
  }

  *#yieldTurn(): Operation<void> {
    this.job.progress(this.#examined);
    yield;
  }

  #isWanted(kind: EntryKind): boolean {
    return kind === "file" || kind === "dir" && this.wanted === "files_and_dirs";
  }

  *#addEntries(met: readonly WalkEntry[]): Operation<void> {
    this.#examined += met.length;
    const right = this.wanted === "entries" ? met : met.filter(({ kind }) => this.#isWanted(kind));
    const special = met.length === right.length ? 0 : met.filter(({ kind }) => kind === "special").length;
    this.#skipped = addSkipped(this.#skipped, { special });
    for (const entry of right) this.#entries.push(entry);
    if (this.filter === undefined) return;
    const { entries, isComplete: whole } = yield* this.filter.filter(right);
    for (const entry of entries) this.#passedEntries.push(entry);
    this.#isPartlyTested ||= !whole;
  }
}
