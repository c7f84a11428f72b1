/**
 * Reads the stamps of found entries.
 * @module
 */
import type { DirMark, Stamp } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import type { Job } from "../run/job.ts";

/** The stamps of one request: from the cache if the watcher would have reported a change, otherwise from the disk. */
export class StatReader {
  #reads: { readonly place: Place; readonly stamp: Stamp; readonly token: number }[] = [];

  constructor(readonly job: Pick<Job, "door" | "cache">) {}

  /** Runs `work`, which reads stamps, as one proved batch, and caches the stamps read. */
  proveBatch<T>(work: () => T): T {
    const result = this.job.door.proveBatch(() => {
      // If the proof fails, the door runs the work again.
      this.#reads = [];
      return work();
    });
    for (const { place, stamp, token } of this.#reads) this.job.cache.stats.store(place, stamp, token);
    return result;
  }

  /** The cached stamp of a file, if it is known to be current. */
  cachedStat(place: Place): Stamp | undefined {
    return this.job.cache.freshStamp(place);
  }

  /**
   * Reads an entry's stamp from the disk.
   * @param dirMark see `Door.stat`
   * @throws ToolError as `Door.stat`
   */
  freshStat(place: Place, dirMark?: DirMark): Stamp {
    const token = this.job.cache.stats.tokenFor(place), stamp = this.job.door.stat(place, dirMark);
    this.#reads.push({ place, stamp, token });
    return stamp;
  }
}
