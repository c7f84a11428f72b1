/**
 * How long a pattern may take on a text before it is stopped.
 * @module
 */
import type { Job } from "./job.ts";

/** Milliseconds a text may take before it is suspected; a sane pattern scans 50 kB in one of them. */
const BASE_MS = 50;
const UNITS_PER_MS = 50_000;
/** How much of that is added to the time that a long text takes by its length. */
const LONG_TEXT_SHARE = 0.4;
/** After so many hopeless lines, further ones get less time. */
const AFTER_TIMEOUTS = { before: 3, patience: 10 };

/** How long texts may take; one for each search. */
export class TimeAllowance {
  #timeouts = 0;
  constructor(readonly job: Job) {}
  /** Milliseconds for a text of so many UTF-16 units. */
  msFor(units: number): number {
    const base = this.#timeouts >= AFTER_TIMEOUTS.before ? AFTER_TIMEOUTS.patience : BASE_MS;
    // What is stopped is tried again in parts, so only a single line needs all of it; cancellation waits for each.
    return Math.max(1, Math.min(Math.max(base, LONG_TEXT_SHARE * base + units / UNITS_PER_MS), this.job.remainingMs()));
  }
  recordTimeout(): void {
    this.#timeouts++;
  }
}
