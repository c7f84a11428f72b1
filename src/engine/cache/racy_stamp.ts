/**
 * How long a change may leave no trace in a stamp: git's *racy timestamp* problem.
 * @module
 */
import type { Stamp } from "../../door/door.ts";

/** A change within this time before a read may leave no trace: change times are in whole seconds. */
const RACY_WINDOW_MS = 1100;

/**
 * Whether a change after the read may leave the stamp as it is.
 * @param readAt UNIX milliseconds when the read began; a stamp with `reliableUntil` is from before it, too
 */
export function isRacy({ reliableUntil, ctime, mtime }: Stamp, readAt: number): boolean {
  if (reliableUntil !== undefined) return false;
  const windowStart = readAt - RACY_WINDOW_MS;
  // A modification time in the future was set by the file's owner, and the next change sets another.
  return ctime > windowStart || (mtime > windowStart && mtime <= readAt);
}
