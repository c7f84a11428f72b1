/**
 * Decides until when any change of an entry is sure to show in its change time.
 *
 * Deno cuts change times to whole seconds: an entry that changed a moment ago may change once more and keep its change
 * time. After one second it can't, as long as the clock that sets change times goes forward. That clock may be ahead of
 * this process's: a file server's, or the machine's own before it was set back. So a change time that lies ahead says by
 * itself neither that the entry has just changed nor that it has not. It is an old one where that clock is known to have
 * passed it: a later change time has been seen on the same device, or this one was seen more than a second ago.
 * @module
 */
import type { Inode, Syscalls } from "./syscalls.ts";

/** Milliseconds until a change time cut to seconds must differ: one second, and the kernel's clock tick. */
const CTIME_RESOLUTION_MS = 1050;

/** The latest change time seen on a device. */
interface LatestCtime {
  readonly ctime: number;
  /** When it was first seen, by a clock that is never set. */
  readonly seenAt: number;
}

/** What is known of the clocks that set change times. */
export class CtimeClock {
  readonly #latestByDevice = new Map<number, LatestCtime>();

  constructor(readonly sys: Pick<Syscalls, "monotonicNow">) {}

  /**
   * UNIX milliseconds until which any change after the look at `inode` changes its change time: Infinity for an old
   * entry, 0 where the next change may not show, and else the change time, which this process's clock has yet to reach.
   * @param now UNIX milliseconds before the look
   */
  reliableUntil({ ctime, dev }: Pick<Inode, "ctime" | "dev">, now: number): number {
    const changed = ctime?.getTime();
    if (changed === undefined) return 0;
    if (changed <= now) return now - changed >= CTIME_RESOLUTION_MS ? Infinity : 0;
    return this.#hasPassed(dev, changed) ? changed : 0;
  }

  #hasPassed(dev: number, changed: number): boolean {
    const latest = this.#latestByDevice.get(dev);
    if (latest !== undefined && changed < latest.ctime) return true;
    if (changed === latest?.ctime) return this.sys.monotonicNow() - latest.seenAt >= CTIME_RESOLUTION_MS;
    this.#latestByDevice.set(dev, { ctime: changed, seenAt: this.sys.monotonicNow() });
    return false;
  }
}
