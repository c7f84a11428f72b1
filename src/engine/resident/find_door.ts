/**
 * The door as one finding uses it: listings come from memory where they are current, and what the finding
 * rests on is noted.
 * @module
 */
import {
  type DirMark,
  type Door,
  LargeDirectory,
  type Listing,
  type LongListed,
  type LongListing,
  type Named,
  type OpenFile,
  type Root,
  type Stamp,
  type Taken,
} from "../../door/door.ts";
import { comparePaths, keyOf, type Place } from "../../model/place.ts";
import { listInPieces } from "../walk/list_large_directory.ts";
import type { Job } from "../job.ts";
import type { Operation } from "../operation.ts";
import type { Question } from "./currency.ts";
import type { Basis, DirProof, RulesSeen } from "./findings.ts";
import type { Residence } from "./residence.ts";
import { isSettled } from "./settled.ts";

/** A door that lists in path order and remembers what was asked of it. */
export class FindDoor implements Door {
  readonly roots: readonly Root[];
  readonly #listings = new Map<string, { dir: Place; listing: Listing }>();
  readonly #rules = new Map<string, RulesSeen>();
  #fixed = true;
  #isKept: boolean;

  constructor(
    readonly door: Door,
    readonly residence: Residence,
    readonly question: Question,
    readonly proof: DirProof,
  ) {
    this.roots = door.roots;
    this.#isKept = residence.isKept;
  }

  /** What was found rests on this; undefined when it can't be told whether it still holds. */
  get basis(): Basis | undefined {
    if (!this.#fixed || !this.#isKept) return undefined;
    return { listings: [...this.#listings.values()], rules: [...this.#rules.values()] };
  }

  /** Notes nothing more and drops what was noted: what was found is too large to be kept. */
  forget(): void {
    this.#isKept = false;
    this.#listings.clear();
    this.#rules.clear();
  }

  prove<T>(work: () => T): T {
    return this.door.prove(work);
  }

  list(dir: Place): Listing {
    // What can't be listed has no stamp that would tell when it can be.
    const before = this.#fixed;
    this.#fixed = false;
    try {
      const listing = this.residence.list(dir, this.question, this.proof, inPathOrder);
      this.#fixed = before;
      this.#note(dir, listing);
      return listing;
    } catch (error) {
      // That has an answer yet.
      if (error instanceof LargeDirectory) this.#fixed = before;
      throw error;
    }
  }

  #note(dir: Place, listing: Listing): void {
    if (this.#isKept) this.#listings.set(keyOf(dir), { dir, listing });
  }

  listLong(dir: Place): LongListing {
    this.#fixed = false;
    return this.door.listLong(dir);
  }

  /** Lists a directory that is too large for `list`, its entries in path order; a part, where time runs out. */
  *listInPieces(dir: Place, job: Pick<Job, "due" | "left" | "hold">): Operation<LongListed> {
    const before = this.#fixed, seen = this.residence.currency.passing();
    const listed = yield* listInPieces(this, dir, job), { listing, whole, readAt } = listed;
    if (!whole) return listed;
    this.#fixed = before;
    this.residence.keepListing(dir, listing, { readAt, seen });
    this.#note(dir, listing);
    return listed;
  }

  stat(place: Place, dir?: DirMark): Stamp {
    // Sizes and times change without their directory's doing so.
    this.#fixed = false;
    return this.door.stat(place, dir);
  }

  holds(place: Place, stamp: Stamp | undefined): boolean {
    return this.door.holds(place, stamp);
  }

  glance(place: Place): Stamp | undefined {
    return this.door.glance(place);
  }

  take(file: Place, into: Uint8Array, dir?: DirMark): Taken {
    return this.door.take(file, into, dir);
  }

  /** While finding, what is opened are rules. */
  open(file: Place): OpenFile {
    const readAt = Date.now();
    try {
      const open = this.door.open(file);
      if (!isSettled(open.stamp, readAt)) this.#fixed = false;
      this.#rules.set(keyOf(file), { place: file, stamp: open.stamp });
      return { stamp: open.stamp, read: (into, at) => this.#read(open, into, at), close: () => open.close() };
    } catch (error) {
      this.#noteUnopened(file, readAt);
      throw error;
    }
  }

  /** The find depends on this: nothing is there, or a directory. Of a link or an unreadable file no stamp tells a change. */
  #noteUnopened(file: Place, readAt: number): void {
    const stamp = this.door.glance(file);
    if (stamp === undefined) this.#rules.set(keyOf(file), { place: file });
    else if (stamp.kind === "dir" && isSettled(stamp, readAt)) this.#rules.set(keyOf(file), { place: file, stamp });
    else this.#fixed = false;
  }

  #read(file: OpenFile, into: Uint8Array, at: number): number {
    // A fault of the disk is none of the file's state: nothing tells when it is over.
    const before = this.#fixed;
    this.#fixed = false;
    const count = file.read(into, at);
    this.#fixed = before;
    return count;
  }

  follow(place: Place): Place {
    const target = this.door.follow(place);
    this.#fixed = false;
    return target;
  }

  resolve(text: string): Named {
    return this.door.resolve(text);
  }

  approach(text: string): Place {
    return this.door.approach(text);
  }

  show(place: Place): string {
    return this.door.show(place);
  }
}

function inPathOrder(listing: Listing): Listing {
  listing.entries.sort((a, b) => comparePaths(a.name, b.name));
  return listing;
}
