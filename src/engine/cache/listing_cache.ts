/**
 * Caches directory listings.
 * @module
 */
import type { Door, Listing } from "../../door/door.ts";
import { dirPrefix, type Place } from "../../model/place.ts";
import { type DirProof, type Freshness, isRacy, NEVER_FRESH, type RequestEpoch } from "./freshness.ts";

interface CachedListing {
  readonly listing: Listing;
  readonly isRacy: boolean;
  /** The request token from before the last check or the read. */
  token: number;
  /** The token from before it that holds until the watcher reports a change. */
  watchToken: number;
}

/** Listings by root and path, in path order. */
export class ListingCache {
  readonly #listings: Map<string, CachedListing>[] = [];

  constructor(readonly door: Pick<Door, "isUnchanged">, readonly freshness: Freshness) {}

  /** Listings of a root. */
  count(root: number): number {
    return this.#listings[root]?.size ?? 0;
  }

  /** A directory's listing, if it is cached and current. */
  fresh(dir: Place, epoch: RequestEpoch, proof: DirProof = "checked"): Listing | undefined {
    const cached = this.#find(dir);
    return cached !== undefined && this.#isFresh(cached, dir, epoch, proof) ? cached.listing : undefined;
  }

  #isFresh(cached: CachedListing, dir: Place, epoch: RequestEpoch, proof: DirProof): boolean {
    if (this.freshness.isFresh(cached.token, epoch)) return true;
    if (proof === "watched" && this.freshness.isFreshUntilEvent(cached.watchToken)) return true;
    // The token first: a change between the two must not count as seen.
    const watchToken = this.freshness.tokenFor(dir);
    if (cached.isRacy) return false;
    if (!this.door.isUnchanged(dir, cached.listing.stamp)) {
      this.freshness.clock.seeChange();
      return false;
    }
    cached.token = this.freshness.requestToken();
    cached.watchToken = watchToken;
    return true;
  }

  /** Whether the watcher would report a change of a cached listing. */
  isWatched(dir: Place): boolean {
    const cached = this.#find(dir);
    return cached !== undefined && this.freshness.isFreshUntilEvent(cached.watchToken);
  }

  has(dir: Place): boolean {
    return this.#find(dir) !== undefined;
  }

  /** @param readAt when the read began, by the file system's clock */
  store({ root, path }: Place, readAt: number, read: Omit<CachedListing, "isRacy">): void {
    const listings = this.#listings[root] ??= new Map();
    listings.set(path, { ...read, isRacy: isRacy(read.listing.stamp, readAt) });
  }

  /** The watcher has reported a change of a directory. */
  expire(dir: Place): void {
    const cached = this.#find(dir);
    if (cached !== undefined) cached.watchToken = NEVER_FRESH;
  }

  /** Everything below a directory may have changed. */
  expireBelow({ root, path }: Place): void {
    const prefix = dirPrefix(path);
    for (const [dir, cached] of this.#listings[root] ?? []) if (dir.startsWith(prefix)) cached.watchToken = NEVER_FRESH;
  }

  /** The directories of all listings. */
  *dirs(): Generator<Place> {
    for (const [root, listings] of this.#listings.entries()) {
      for (const path of listings?.keys() ?? []) yield { root, path };
    }
  }

  clear(): void {
    this.#listings.length = 0;
  }

  #find({ root, path }: Place): CachedListing | undefined {
    return this.#listings[root]?.get(path);
  }
}
