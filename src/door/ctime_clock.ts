/**
 * Decides until when any change of an entry is sure to show in its ctime.
 *
 * Deno cuts ctime to whole seconds: an entry that has just changed may change once more and keep its ctime. After one
 * second it can't, provided that the clock that sets ctimes goes forward. That clock may be ahead of this process's: it
 * may be a file server's, or the machine's own before it was set back. So a ctime in the future alone says neither that
 * the entry has just changed nor that it has not. It is old if that clock is known to have passed it. This is known if
 * a later ctime was seen on the same device, or if this one was seen more than a second ago.
 * @module
 */
import type { Inode, Syscalls } from "./syscalls.ts";

/** Milliseconds after which a ctime cut to seconds must differ: one second plus a tick of the kernel's clock. */
const CTIME_RESOLUTION_MS = 1050;

/** The latest ctime seen on a device. */
interface LatestCtime {
  readonly ctime: number;
  /** When it was first seen, by a clock that is never set. */
  readonly seenAt: number;
}

/** Tracks the clocks that set ctimes, one per device. */
export class CtimeClock {
  readonly #latestByDevice = new Map<number, LatestCtime>();

  constructor(readonly sys: Pick<Syscalls, "monotonicNow">) {}

  /**
   * UNIX milliseconds until which any change made after `inode` was read changes its ctime. Infinity for an old entry;
   * 0 if the next change may not show; otherwise the ctime itself, which this process's clock has yet to reach.
   * @param now UNIX milliseconds before `inode` was read
   */
  reliableUntil({ ctime: date, dev }: Pick<Inode, "ctime" | "dev">, now: number): number {
    const ctime = date?.getTime();
    if (ctime === undefined) return 0;
    if (ctime <= now) return now - ctime >= CTIME_RESOLUTION_MS ? Infinity : 0;
    return this.#hasPassed(dev, ctime) ? ctime : 0;
  }

  #hasPassed(dev: number, ctime: number): boolean {
    const latest = this.#latestByDevice.get(dev);
    if (latest !== undefined && ctime < latest.ctime) return true;
    if (ctime === latest?.ctime) return this.sys.monotonicNow() - latest.seenAt >= CTIME_RESOLUTION_MS;
    this.#latestByDevice.set(dev, { ctime, seenAt: this.sys.monotonicNow() });
    return false;
  }
}
