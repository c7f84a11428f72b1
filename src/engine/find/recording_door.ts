/**
 * The door as one finding uses it: listings come from memory where they are current, and what the finding
 * rests on is noted.
 * @module
 */
import {
  type DirMark,
  type Door,
  type FileRead,
  LargeDirectoryError,
  type LargeListing,
  type Listing,
  type OpenFile,
  type PartialListing,
  type ResolvedPath,
  type Root,
  type Stamp,
} from "../../door/door.ts";
import { comparePaths, type Place, placeKey } from "../../model/place.ts";
import { listLargeDirectory } from "../walk/list_large_directory.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { DirProof, RequestEpoch } from "../cache/freshness.ts";
import type { FindDependencies, RuleFileStamp } from "../cache/find_cache.ts";
import type { FileCache } from "../cache/file_cache.ts";
import { isRacy } from "../cache/racy_stamp.ts";

/** A door that lists in path order and remembers what was asked of it. */
export class RecordingDoor implements Door {
  readonly roots: readonly Root[];
  readonly #listings = new Map<string, { dir: Place; listing: Listing }>();
  readonly #rules = new Map<string, RuleFileStamp>();
  #isVerifiable = true;
  #isRecording: boolean;

  constructor(
    readonly door: Door,
    readonly residence: FileCache,
    readonly question: RequestEpoch,
    readonly proof: DirProof,
  ) {
    this.roots = door.roots;
    this.#isRecording = residence.isEnabled;
  }

  /** What was found rests on this; undefined when it can't be told whether it still holds. */
  get basis(): FindDependencies | undefined {
    if (!this.#isVerifiable || !this.#isRecording) return undefined;
    return { listings: [...this.#listings.values()], rules: [...this.#rules.values()] };
  }

  /** Notes nothing more and drops what was noted: what was found is too large to be kept. */
  stopRecording(): void {
    this.#isRecording = false;
    this.#listings.clear();
    this.#rules.clear();
  }

  proveBatch<T>(work: () => T): T {
    return this.door.proveBatch(work);
  }

  list(dir: Place): Listing {
    // What can't be listed has no stamp that would tell when it can be.
    const before = this.#isVerifiable;
    this.#isVerifiable = false;
    try {
      const listing = this.residence.list(dir, this.question, this.proof, sortByPath);
      this.#isVerifiable = before;
      this.#recordListing(dir, listing);
      return listing;
    } catch (error) {
      // That has an answer yet.
      if (error instanceof LargeDirectoryError) this.#isVerifiable = before;
      throw error;
    }
  }

  #recordListing(dir: Place, listing: Listing): void {
    if (this.#isRecording) this.#listings.set(placeKey(dir), { dir, listing });
  }

  listLarge(dir: Place): LargeListing {
    this.#isVerifiable = false;
    return this.door.listLarge(dir);
  }

  /** Lists a directory that is too large for `list`, its entries in path order; a part, where time runs out. */
  *listLargeDirectory(
    dir: Place,
    job: Pick<Job, "shouldYield" | "remainingMs" | "holdFor">,
  ): Operation<PartialListing> {
    const before = this.#isVerifiable, seen = this.residence.freshness.requestToken();
    const listed = yield* listLargeDirectory(this, dir, job),
      { listing, isComplete: whole, startedAt: readAt } = listed;
    if (!whole) return listed;
    this.#isVerifiable = before;
    this.residence.storeListing(dir, listing, { readAt, token: seen });
    this.#recordListing(dir, listing);
    return listed;
  }

  stat(place: Place, dir?: DirMark): Stamp {
    // Sizes and times change without their directory's doing so.
    this.#isVerifiable = false;
    return this.door.stat(place, dir);
  }

  isUnchanged(place: Place, stamp: Stamp | undefined): boolean {
    return this.door.isUnchanged(place, stamp);
  }

  statUnproved(place: Place): Stamp | undefined {
    return this.door.statUnproved(place);
  }

  readFile(file: Place, into: Uint8Array, dir?: DirMark): FileRead {
    return this.door.readFile(file, into, dir);
  }

  /** While finding, what is opened are rules. */
  open(file: Place): OpenFile {
    const readAt = Date.now();
    try {
      const open = this.door.open(file);
      if (isRacy(open.stamp, readAt)) this.#isVerifiable = false;
      this.#rules.set(placeKey(file), { place: file, stamp: open.stamp });
      return { stamp: open.stamp, read: (into, at) => this.#readOpenFile(open, into, at), close: () => open.close() };
    } catch (error) {
      this.#recordUnopened(file, readAt);
      throw error;
    }
  }

  /** The find depends on this: nothing is there, or a directory. Of a link or an unreadable file no stamp tells a change. */
  #recordUnopened(file: Place, readAt: number): void {
    const stamp = this.door.statUnproved(file);
    if (stamp === undefined) this.#rules.set(placeKey(file), { place: file });
    else if (stamp.kind === "dir" && !isRacy(stamp, readAt)) this.#rules.set(placeKey(file), { place: file, stamp });
    else this.#isVerifiable = false;
  }

  #readOpenFile(file: OpenFile, into: Uint8Array, at: number): number {
    // A fault of the disk is none of the file's state: nothing tells when it is over.
    const before = this.#isVerifiable;
    this.#isVerifiable = false;
    const count = file.read(into, at);
    this.#isVerifiable = before;
    return count;
  }

  followLinks(place: Place): Place {
    const target = this.door.followLinks(place);
    this.#isVerifiable = false;
    return target;
  }

  resolve(text: string): ResolvedPath {
    return this.door.resolve(text);
  }

  nearestExisting(text: string): Place {
    return this.door.nearestExisting(text);
  }

  displayPath(place: Place): string {
    return this.door.displayPath(place);
  }
}

function sortByPath(listing: Listing): Listing {
  listing.entries.sort((a, b) => comparePaths(a.name, b.name));
  return listing;
}
