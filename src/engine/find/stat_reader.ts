/**
 * Reads the states of found files: from memory where the watcher would have told of a change, else from the disk.
 * @module
 */
import type { DirMark, Stamp } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import type { Job } from "../run/job.ts";

/** States of one question. */
export class StatReader {
  #reads: { readonly place: Place; readonly stamp: Stamp; readonly seen: number }[] = [];

  constructor(readonly job: Pick<Job, "door" | "cache">) {}

  /** Does `work`, which reads states, with proof. What was looked at is remembered only when it is proved. */
  prove<T>(work: () => T): T {
    const result = this.job.door.proveBatch(() => {
      // Work that could not be proved is done again.
      this.#reads = [];
      return work();
    });
    for (const { place, stamp, seen } of this.#reads) this.job.cache.stats.store(place, stamp, seen);
    this.#reads = [];
    return result;
  }

  /** What is known of a file without a look. */
  cachedStat(place: Place): Stamp | undefined {
    return this.job.cache.freshStamp(place);
  }

  /**
   * Looks at an entry.
   * @param dir see `Door.stat`
   * @throws ToolError as `Door.stat`
   */
  freshStat(place: Place, dir?: DirMark): Stamp {
    const seen = this.job.cache.stats.tokenFor(place), stamp = this.job.door.stat(place, dir);
    this.#reads.push({ place, stamp, seen });
    return stamp;
  }
}
