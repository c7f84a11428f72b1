/**
 * The door of one find: its listings come from the cache if they are current, and it records the dependencies of the
 * result.
 * @module
 */
import type { DirMark, Listing, OpenFile, Root, Stamp } from "../../door/door.ts";
import { comparePaths, type Place, placeKey } from "../../model/place.ts";
import type { FindDependencies, RuleFileStamp } from "../cache/find_cache.ts";
import { type DirProof, isRacy } from "../cache/freshness.ts";
import type { Job } from "../run/job.ts";
import type { WalkDoor } from "../walk/walk_options.ts";

/** A door that lists in path order and records the directories and rule files that were read through it. */
export class RecordingDoor implements WalkDoor {
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
    // A directory that can't be listed has no stamp by which a later success would show.
    const before = this.#isVerifiable;
    this.#isVerifiable = false;
    const listing = this.job.cache.list(dir, this.job.epoch, this.proof, sortByPath);
    this.#isVerifiable = before;
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
      return { stamp: open.stamp, read: (into, at) => this.#readOpenFile(open, into, at), close: () => open.close() };
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

  #readOpenFile(file: OpenFile, into: Uint8Array, at: number): number {
    // An error of the disk has no stamp by which its end would show.
    const before = this.#isVerifiable;
    this.#isVerifiable = false;
    const count = file.read(into, at);
    this.#isVerifiable = before;
    return count;
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
