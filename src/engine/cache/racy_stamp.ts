/**
 * Owns how long a change may leave no trace in a stamp.
 * @module
 */
import type { Stamp } from "../../door/door.ts";

/** A change within this many milliseconds before reading may leave no trace: change times are in whole seconds. */
const RACY_WINDOW_MS = 1100;

/**
 * Whether any change after the reading is sure to show in the stamp.
 * @param startedAt UNIX milliseconds at which reading began; where `stamp.until` is set, the stamp is from before it, too
 */
export function isSettled({ reliableUntil: until, ctime: changed, mtime }: Stamp, readAt: number): boolean {
  // A modification time that lies ahead was set by the file's owner, and the next change sets another.
  return until !== undefined || isBeforeWindow(changed, readAt) && (mtime > readAt || isBeforeWindow(mtime, readAt));
}

function isBeforeWindow(time: number, readAt: number): boolean {
  return time <= readAt - RACY_WINDOW_MS;
}
