/**
 * Collects the result of one find from walks below its roots.
 * @module
 */
import type { ResolvedPath } from "../../door/door.ts";
import { addSkipped, type Skipped } from "../../model/completeness.ts";
import { comparePaths, type EntryKind } from "../../model/place.ts";
import type { FindDependencies } from "../cache/find_cache.ts";
import type { DirProof } from "../cache/freshness.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import { Walk } from "../walk/walk.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { WalkOptions } from "../walk/walk_options.ts";
import type { EntryFilter } from "./entry_filter.ts";
import { RecordingDoor } from "./recording_door.ts";

/** Collects entries part by part; a part is a root or the rest of a directory. */
export class FindCollector {
  readonly #door: RecordingDoor;
  readonly #entries: WalkEntry[] = [];
  readonly #passedEntries: WalkEntry[];
  #examined = 0;
  #deepest = -1;
  #skipped: Skipped = {};
  #partCount = 0;
  #isTimeUp = false;
  /** Some entries were not tested: the time ran out, or a pattern took too long on a name. */
  #isPartlyTested = false;

  constructor(readonly job: Job, proof: DirProof, readonly wanted: WantedKinds, readonly filter?: EntryFilter) {
    this.#door = new RecordingDoor(job, proof);
    this.#passedEntries = filter === undefined ? this.#entries : [];
  }

  /** See `RecordingDoor`. */
  get dependencies(): FindDependencies | undefined {
    return this.#door.dependencies;
  }

  /** Whether the time ran out, so that entries are missing. */
  get isCut(): boolean {
    return this.#isTimeUp;
  }

  /** Adds the entries below `root`, or `root` itself if it is no directory. */
  *collectBelow(root: ResolvedPath, options: WalkOptions): Operation<void> {
    // A walk of one step ends before it looks at the clock, so a thousand small roots would run past the deadline.
    this.#isTimeUp ||= this.#partCount > 0 && this.job.remainingMs() <= 0;
    if (this.#isTimeUp) return;
    this.#partCount++;
    if (root.kind !== "dir") return yield* this.#addEntries([root]);
    yield* this.#runWalk(Walk.below(this.#door, root, options));
  }

  *#runWalk(walk: Walk): Operation<void> {
    while (!walk.isDone && !this.#isTimeUp) {
      yield* this.#addEntries(walk.step());
      // A result with too many entries to be cached needs no dependencies.
      if (this.#entries.length > this.job.cache.finds.maxEntries) this.#door.stopRecording();
      if (this.job.remainingMs() <= 0) this.#isTimeUp ||= !walk.isDone;
      else if (this.job.shouldYield()) {
        this.job.progress(this.#examined);
        yield;
      }
    }
    this.#examined += walk.unmatched;
    this.#skipped = addSkipped(this.#skipped, walk.skipped);
    this.#deepest = Math.max(this.#deepest, walk.deepest);
  }

  /** All entries collected, tested or not. */
  get result(): FindResult {
    return this.#resultWith(this.#entries);
  }

  /** The entries that passed the filter. */
  get filteredResult(): FindResult {
    const result = this.#resultWith(this.#passedEntries);
    return this.#isPartlyTested ? { ...result, cutBy: "timeout" } : result;
  }

  #resultWith(entries: WalkEntry[]): FindResult {
    // The entries of one part are in order, but those of another may belong between them.
    if (this.#partCount > 1) entries.sort((a, b) => comparePaths(a.shown, b.shown));
    return {
      entries,
      examined: this.#examined,
      skipped: this.#skipped,
      deepest: this.#deepest,
      ...this.isCut && { cutBy: "timeout" },
    };
  }

  #isWanted(kind: EntryKind): boolean {
    return kind === "file" || kind === "dir" && this.wanted === "files_and_dirs";
  }

  *#addEntries(found: readonly WalkEntry[]): Operation<void> {
    this.#examined += found.length;
    const wanted = this.wanted === "entries" ? found : found.filter(({ kind }) => this.#isWanted(kind));
    const special = found.length === wanted.length ? 0 : found.filter(({ kind }) => kind === "special").length;
    this.#skipped = addSkipped(this.#skipped, { special });
    for (const entry of wanted) this.#entries.push(entry);
    if (this.filter === undefined) return;
    const { entries, isComplete } = yield* this.filter.filter(wanted);
    for (const entry of entries) this.#passedEntries.push(entry);
    this.#isPartlyTested ||= !isComplete;
  }
}
