/**
 * Owns finished findings: what a scope covers, as long as nothing it rests on has changed.
 * @module
 */
import type { Door, Listing, Stamp } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import type { Clock } from "../task/clock.ts";
import type { FindResult } from "../walk/find_result.ts";
import { everyYielding } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import { SharedOperation } from "../task/shared_operation.ts";
import type { Freshness, RequestEpoch } from "./freshness.ts";

/**
 * How it is known that a remembered listing is current: the directory was looked at in this question, or the
 * watcher would have told. A watcher does not tell everything that can become of a name: it hears of no link
 * that leads out of the roots. That is enough where links are neither sought nor followed.
 */
export type DirProof = "looked_at" | "told";

/** What is known of directories and rules now: of a FileCache, what is asked here. */
interface CacheView {
  readonly door: Pick<Door, "isUnchanged">;
  readonly freshness: Pick<Freshness, "changeCount">;
  freshListing(dir: Place, question: RequestEpoch, proof: DirProof): Listing | undefined;
  isListingWatched(dir: Place): boolean;
}

/** Who asks: of a Job, what is asked here. */
interface FindJob extends Pick<Clock, "shouldYield"> {
  readonly cache: CacheView;
  readonly epoch: RequestEpoch;
}

/** A file of rules, or the place where one would be; those are looked at in every question. */
export interface RuleFileStamp {
  readonly place: Place;
  /** Absent: there is none. */
  readonly stamp?: Stamp;
}

/** A directory that was listed. */
interface ListingDependency {
  readonly dir: Place;
  readonly listing: Listing;
}

/** What a finding rests on. */
export interface FindDependencies {
  readonly listings: readonly ListingDependency[];
  readonly rules: readonly RuleFileStamp[];
}

interface CachedFind {
  readonly result: FindResult;
  readonly dependencies: FindDependencies;
  /** The finding that this one adds to: without it, it is of no use. */
  readonly addsTo?: FindResult;
  /** How many changes had been told when all directories were such as the watcher tells of. */
  readonly changeCount?: number;
}

/** Findings kept, the longest unused forgotten first. */
const MAX_FINDS = 16;

/** The finished findings of one thread, by what was asked. */
export class FindCache {
  readonly #finds = new Map<string, CachedFind>();
  readonly #inProgress = new Map<string, SharedOperation<FindResult>>();

  /** @param maxEntries entries in all findings kept; a larger finding is not kept */
  constructor(readonly maxEntries: number) {}

  /**
   * A finding that is current.
   * @param besides what it must add to
   */
  *lookUp(key: string, job: FindJob, proof: DirProof, besides?: FindResult): Operation<FindResult | undefined> {
    const known = this.#finds.get(key), { cache: residence } = job;
    if (known === undefined || known.addsTo !== besides) return undefined;
    const { result: finding, dependencies: basis } = known;
    const { changeCount: changes } = residence.freshness;
    const unchanged = proof === "told" && known.changeCount === changes;
    if (!areRulesUnchanged(basis, residence)) return undefined;
    if (!unchanged && !(yield* everyYielding(basis.listings, job, (seen) => isListingCurrent(seen, job, proof)))) {
      return undefined;
    }
    const told = unchanged || basis.listings.every(({ dir }) => residence.isListingWatched(dir));
    // Meanwhile another may have found it anew, or all may have been forgotten.
    if (this.#finds.get(key) === known) this.#put(key, { ...known, changeCount: told ? changes : undefined });
    return finding;
  }

  /** Finds what others may be waiting for: see `underway`. */
  *runShared(key: string, finding: Operation<FindResult>): Operation<FindResult> {
    const shared = new SharedOperation(finding);
    this.#inProgress.set(key, shared);
    try {
      return yield* shared.run();
    } finally {
      this.#inProgress.delete(key);
    }
  }

  /** What is being found for another and can be pushed on; it is kept once it is finished. */
  inProgress(key: string): SharedOperation<FindResult> | undefined {
    return this.#inProgress.get(key);
  }

  store(key: string, finding: FindResult, basis: FindDependencies, besides?: FindResult): void {
    this.#put(key, { result: finding, dependencies: basis, addsTo: besides });
  }

  #put(key: string, known: CachedFind): void {
    this.#finds.delete(key);
    this.#finds.set(key, known);
    let entries = 0;
    for (const { result: finding } of this.#finds.values()) entries += entryCountOf(finding);
    for (const [oldest, { result: finding }] of this.#finds) {
      if (this.#finds.size <= MAX_FINDS && entries <= this.maxEntries) return;
      this.#finds.delete(oldest);
      entries -= entryCountOf(finding);
    }
  }

  clear(): void {
    this.#finds.clear();
  }
}

/** Entries that a finding holds on to. */
function entryCountOf({ entries, excluded: leftOut }: FindResult): number {
  return entries.length + leftOut.count;
}

function areRulesUnchanged({ rules }: FindDependencies, { door }: CacheView): boolean {
  return rules.every(({ place, stamp }) => door.isUnchanged(place, stamp));
}

function isListingCurrent(
  { dir, listing }: ListingDependency,
  { cache: residence, epoch: question }: FindJob,
  proof: DirProof,
): boolean {
  return residence.freshListing(dir, question, proof) === listing;
}
