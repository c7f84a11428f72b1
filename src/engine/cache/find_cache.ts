/**
 * Caches find results as long as nothing they depend on has changed.
 * @module
 */
import type { Door, Listing, Stamp } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import { everyYielding } from "../task/batches.ts";
import type { Clock, Operation } from "../task/operation.ts";
import type { FindResult } from "../walk/find_result.ts";
import type { DirProof, Freshness, RequestEpoch } from "./freshness.ts";
import type { ListingCache } from "./listing_cache.ts";

/** A job, as far as it is used here. */
type FindJob = Pick<Clock, "shouldYield"> & { readonly epoch: RequestEpoch };

/** An ignore file, or the place where one would be. These are checked in every request. */
export interface RuleFileStamp {
  readonly place: Place;
  /** Absent: there is no such file. */
  readonly stamp?: Stamp;
}

/** A directory that was listed. */
interface ListingDependency {
  readonly dir: Place;
  readonly listing: Listing;
}

/** What a find result depends on. */
export interface FindDependencies {
  readonly listings: readonly ListingDependency[];
  readonly rules: readonly RuleFileStamp[];
}

interface CachedFind {
  readonly result: FindResult;
  readonly dependencies: FindDependencies;
  /** The number of reported changes when all directories were known to be watched. */
  readonly changeCount?: number;
}

/** Find results kept; the one unused for longest goes first. */
const MAX_FINDS = 16;

/** Find results by the find's key. */
export class FindCache {
  readonly #finds = new Map<string, CachedFind>();

  /** @param maxEntries entries of all results kept; a larger result is not kept */
  constructor(
    readonly door: Pick<Door, "isUnchanged">,
    readonly freshness: Freshness,
    readonly listings: ListingCache,
    readonly maxEntries: number,
  ) {}

  /** A find result that is current. */
  *lookUp(key: string, job: FindJob, proof: DirProof): Operation<FindResult | undefined> {
    const find = this.#finds.get(key), { door, listings, freshness: { changeCount } } = this;
    if (find === undefined) return undefined;
    const { result, dependencies } = find;
    if (!dependencies.rules.every(({ place, stamp }) => door.isUnchanged(place, stamp))) return undefined;
    const isUnchanged = proof === "watched" && find.changeCount === changeCount;
    const isCurrent = ({ dir, listing }: ListingDependency) => listings.fresh(dir, job.epoch, proof) === listing;
    if (!isUnchanged && !(yield* everyYielding(dependencies.listings, job, isCurrent))) return undefined;
    const isWatched = isUnchanged || dependencies.listings.every(({ dir }) => listings.isWatched(dir));
    // While this was suspended, the result may have been replaced, or all may have been cleared.
    if (this.#finds.get(key) === find) this.#put(key, { ...find, changeCount: isWatched ? changeCount : undefined });
    return result;
  }

  store(key: string, result: FindResult, dependencies: FindDependencies): void {
    this.#put(key, { result, dependencies });
  }

  #put(key: string, find: CachedFind): void {
    this.#finds.delete(key);
    this.#finds.set(key, find);
    let entries = 0;
    for (const { result } of this.#finds.values()) entries += result.entries.length;
    for (const [oldest, { result }] of this.#finds) {
      if (this.#finds.size <= MAX_FINDS && entries <= this.maxEntries) return;
      this.#finds.delete(oldest);
      entries -= result.entries.length;
    }
  }

  clear(): void {
    this.#finds.clear();
  }
}
