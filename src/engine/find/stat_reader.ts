/**
 * Reads the stamps of found entries.
 * @module
 */
import type { DirMark, Stamp } from "../../door/door.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { Place } from "../../model/place.ts";
import type { Job } from "../run/job.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";

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

/** The sorts that need an entry's stamp. */
export type StatSort = "mtime" | "size";

interface StampedEntry {
  readonly entry: WalkEntry;
  /** Absent for an entry that has gone or can't be read. */
  readonly stamp?: Stamp;
  /** UNIX milliseconds, or bytes. */
  readonly sortKey: number;
}

/**
 * Sorts the entries whose stamps are read before the deadline: the newest or the largest first, equal ones in path order.
 * @param entries in path order
 */
export function* sortByStat(sort: StatSort, entries: readonly WalkEntry[], job: Job): Operation<StampedEntry[]> {
  const stats = new StatReader(job);
  const stamped = yield* mapProvedInTime(stats, entries, job, (entry) => stampedEntry(stats, entry, sort));
  return stamped.sort((a, b) => b.sortKey - a.sortKey);
}

/** The sort key of entries without one. It is finite, since the difference of two infinite ones is not a number. */
const LAST = Number.MIN_SAFE_INTEGER;

/** Only files have a meaningful size. */
function stampedEntry(stats: StatReader, entry: WalkEntry, sort: StatSort): StampedEntry {
  const { place, dirMark } = entry;
  try {
    const stamp = stats.cachedStat(place) ?? stats.freshStat(place, dirMark);
    return { entry, stamp, sortKey: sort === "size" && stamp.kind !== "file" ? LAST : stamp[sort] };
  } catch (error) {
    if (error instanceof ToolError) return { entry, sortKey: LAST };
    throw error;
  }
}
