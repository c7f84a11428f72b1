/**
 * Collects the result of one find from walks below its roots, and what the result depends on.
 * @module
 */
import type { DirMark, Listing, OpenFile, ResolvedPath, Root, Stamp } from "../../door/door.ts";
import { addSkipped, type Skipped } from "../../model/completeness.ts";
import { comparePaths, type EntryKind, type Place, placeKey } from "../../model/place.ts";
import type { FindDependencies, RuleFileStamp } from "../cache/find_cache.ts";
import { type DirProof, isRacy } from "../cache/freshness.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import { Walk, type WalkDoor, type WalkOptions } from "../walk/walk.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { EntryFilter } from "./entry_filter.ts";

/** Collects entries part by part; a part is a root or the rest of a directory. */
export class FindCollector {
  readonly #door: RecordingDoor;
  readonly #entries: WalkEntry[] = [];
  readonly #passedEntries: WalkEntry[];
  #examined = 0;
  #skipped: Skipped = {};
  #partCount = 0;
  /** Whether the time ran out, so that entries are missing. */
  isCut = false;
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

  /** Adds the entries below `root`, or `root` itself if it is no directory. */
  *collectBelow(root: ResolvedPath, options: WalkOptions): Operation<void> {
    // A walk of one step ends before it looks at the clock, so a thousand small roots would run past the deadline.
    this.isCut ||= this.#partCount > 0 && this.job.remainingMs() <= 0;
    if (this.isCut) return;
    this.#partCount++;
    if (root.kind !== "dir") return yield* this.#addEntries([root]);
    yield* this.#runWalk(Walk.below(this.#door, root, options));
  }

  *#runWalk(walk: Walk): Operation<void> {
    while (!walk.isDone && !this.isCut) {
      yield* this.#addEntries(walk.step());
      // A result with too many entries to be cached needs no dependencies.
      if (this.#entries.length > this.job.cache.finds.maxEntries) this.#door.stopRecording();
      if (this.job.remainingMs() <= 0) this.isCut ||= !walk.isDone;
      else if (this.job.shouldYield()) {
        this.job.progress(this.#examined);
        yield;
      }
    }
    this.#examined += walk.unmatched;
    this.#skipped = addSkipped(this.#skipped, walk.skipped);
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

/** A door that lists in path order and records the directories and rule files that were read through it. */
class RecordingDoor implements WalkDoor {
  readonly #listings = new Map<string, { dir: Place; listing: Listing }>();
  readonly #rules = new Map<string, RuleFileStamp>();
  /** Whether a later request can verify, by the stamps recorded, that the result is still current. */
  #isVerifiable = true;
  #isRecording: boolean;

  constructor(readonly job: Pick<Job, "door" | "cache" | "epoch">, readonly proof: DirProof) {
    this.#isRecording = job.cache.isEnabled;
  }

  get roots(): readonly Root[] {
    return this.job.door.roots;
  }

  /** The directories and rules that the result depends on; undefined if they can't be verified or are not recorded. */
  get dependencies(): FindDependencies | undefined {
    if (!this.#isVerifiable || !this.#isRecording) return undefined;
    return { listings: [...this.#listings.values()], rules: [...this.#rules.values()] };
  }

  /** Drops the records: the result is too large to be cached. */
  stopRecording(): void {
    this.#isRecording = false;
    this.#listings.clear();
    this.#rules.clear();
  }

  proveBatch<T>(work: () => T): T {
    return this.job.door.proveBatch(work);
  }

  list(dir: Place): Listing {
    const list = () => this.job.cache.list(dir, this.job.epoch, this.proof, sortByPath);
    const listing = this.#verifiableIfDone(list);
    if (this.#isRecording) this.#listings.set(placeKey(dir), { dir, listing });
    return listing;
  }

  stat(place: Place, dir?: DirMark): Stamp {
    // Sizes and times change without a change of the directory.
    this.#isVerifiable = false;
    return this.job.door.stat(place, dir);
  }

  /** Opens a rule file: a find opens no others. */
  open(file: Place): OpenFile {
    const { clock } = this.job.cache.freshness, readAt = clock.now();
    try {
      const open = this.job.door.open(file);
      clock.see(open.stamp);
      if (isRacy(open.stamp, readAt)) this.#isVerifiable = false;
      this.#rules.set(placeKey(file), { place: file, stamp: open.stamp });
      const read = (into: Uint8Array, at: number) => this.#verifiableIfDone(() => open.read(into, at));
      return { stamp: open.stamp, read, close: () => open.close() };
    } catch (error) {
      this.#recordUnopened(file, readAt);
      throw error;
    }
  }

  /** Records that there is no file, or a directory. The stamp of a link or an unreadable file shows not every change. */
  #recordUnopened(file: Place, readAt: number): void {
    const stamp = this.job.door.statUnproved(file);
    if (stamp === undefined) this.#rules.set(placeKey(file), { place: file });
    else if (stamp.kind === "dir" && !isRacy(stamp, readAt)) this.#rules.set(placeKey(file), { place: file, stamp });
    else this.#isVerifiable = false;
  }

  /** Does `work`. If it fails, that has no stamp by which a later success would show. */
  #verifiableIfDone<T>(work: () => T): T {
    const before = this.#isVerifiable;
    this.#isVerifiable = false;
    const result = work();
    this.#isVerifiable = before;
    return result;
  }

  followLinks(place: Place): Place {
    // Its target, there or not, can change without an event.
    this.#isVerifiable = false;
    return this.job.door.followLinks(place);
  }

  displayPath(place: Place): string {
    return this.job.door.displayPath(place);
  }
}

function sortByPath(listing: Listing): Listing {
  listing.entries.sort((a, b) => comparePaths(a.name, b.name));
  return listing;
}
