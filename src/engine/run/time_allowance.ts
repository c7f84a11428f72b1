/**
 * How long a pattern may take on a text before it is stopped.
 * @module
 */
import type { Clock } from "../task/clock.ts";

/** Milliseconds before a text is suspected. */
const BASE_MS = 50;
/** The same after `MAX_FULL_TIMEOUTS` lines have timed out. */
const REDUCED_MS = 10;
const MAX_FULL_TIMEOUTS = 3;
/** UTF-16 units that a sane pattern scans in a millisecond. */
const UNITS_PER_MS = 50_000;
/** The share of the base that a long text is given on top of the time for its length. */
const LONG_TEXT_SHARE = 0.4;

/** The time allowance of one search. */
export class TimeAllowance {
  #timeouts = 0;

  constructor(readonly clock: Pick<Clock, "remainingMs">) {}

  /** Milliseconds for a text of `units` UTF-16 units. */
  msFor(units: number): number {
    const base = this.#timeouts >= MAX_FULL_TIMEOUTS ? REDUCED_MS : BASE_MS;
    // A text that times out is scanned again in parts, so only a single line needs all of it. Cancellation waits.
    const ms = Math.max(base, LONG_TEXT_SHARE * base + units / UNITS_PER_MS);
    return Math.max(1, Math.min(ms, this.clock.remainingMs()));
  }

  recordTimeout(): void {
    this.#timeouts++;
  }
}
