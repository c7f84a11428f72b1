/**
 * Owns how long a change may leave no trace in a stamp.
 * @module
 */
import type { Stamp } from "../../door/door.ts";

/** A change within this many milliseconds before reading may leave no trace: change times are in whole seconds. */
const BLUR = 1100;

/**
 * Whether any change after the reading is sure to show in the stamp.
 * @param readAt UNIX milliseconds at which reading began
 */
export function isSettled(stamp: Stamp, readAt: number): boolean {
  return Math.max(stamp.mtime, stamp.changed) <= readAt - BLUR;
}
