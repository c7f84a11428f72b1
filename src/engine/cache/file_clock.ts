/**
 * The time of the file system, as far as stamps tell. The process's own clock may be ahead of it, as with a network
 * share: then a file that changes twice within one second would look unchanged.
 * @module
 */
import type { Stamp } from "../../door/door.ts";

/** The two clocks of a process, in milliseconds: one that may be wrong, and one that only runs. */
export interface ProcessClock {
  wall(): number;
  monotonic(): number;
}

const PROCESS: ProcessClock = { wall: () => Date.now(), monotonic: () => performance.now() };

/** Until a change is seen, the process's clock counts with this allowance, so that a tree is not read twice at first. */
const ALLOWANCE_MS = 30_000;

/** A lower bound of the file system's time. It has reached each change time seen, and runs on from there. */
export class FileClock {
  /** The latest change time seen, less the monotonic time at which it was seen. */
  #offset = -Infinity;
  #hasSeenChange = false;
  /** What the process's clock showed last, less the monotonic time. */
  #wallOffset = -Infinity;

  constructor(readonly process = PROCESS) {}

  /** UNIX milliseconds, on the file system's clock. */
  now(): number {
    const before = this.#wallOffset;
    this.#wallOffset = this.process.wall() - this.process.monotonic();
    // The clock was set back, and so was that of the system's own disks.
    if (this.#wallOffset < before) this.#offset -= before - this.#wallOffset;
    const seen = this.process.monotonic() + this.#offset;
    return this.#hasSeenChange ? seen : Math.max(seen, this.process.wall() - ALLOWANCE_MS);
  }

  /** A stamp was read just now. */
  see({ ctime }: Stamp): void {
    this.#offset = Math.max(this.#offset, ctime - this.process.monotonic());
  }

  /** Something has changed: from now on only stamps count. */
  seeChange(): void {
    this.#hasSeenChange = true;
  }
}
