/**
 * Sorts found entries by their stamps.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { Job } from "../run/job.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";

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
  const stamped = yield* mapProvedInTime(job.door, entries, job, (entry) => stampedEntry(entry, job, sort));
  return stamped.sort((a, b) => b.sortKey - a.sortKey);
}

/** The sort key of entries without one. It is finite, since the difference of two infinite ones is not a number. */
const LAST = Number.MIN_SAFE_INTEGER;

/** Only files have a meaningful size. */
function stampedEntry(entry: WalkEntry, { door, cache }: Job, sort: StatSort): StampedEntry {
  const { place, dirMark } = entry;
  try {
    const stamp = cache.freshStamp(place) ?? door.stat(place, dirMark);
    return { entry, stamp, sortKey: sort === "size" && stamp.kind !== "file" ? LAST : stamp[sort] };
  } catch (error) {
    if (error instanceof ToolError) return { entry, sortKey: LAST };
    throw error;
  }
}
