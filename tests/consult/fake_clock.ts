/**
 * A clock that tests control.
 * @module
 */
import type { Clock } from "../../src/consult/clock.ts";

/** A clock on which some delays end immediately, and all others never. */
export class FakeClock implements Clock {
  /** The milliseconds of every delay that ended, in order. */
  readonly waits: number[] = [];
  #now: number;

  /** @param passes selects the delays that end immediately */
  constructor(private readonly passes: (ms: number) => boolean, now = 0) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.passes(ms)) {
      this.#now += ms;
      this.waits.push(ms);
      return Promise.resolve();
    }
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  }
}
