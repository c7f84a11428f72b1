/**
 * Time that passes when the test says so.
 * @module
 */
import type { Clock } from "../../src/consult/clock.ts";

/** A clock on which some waits are over at once, and all others never. */
export class FakeClock implements Clock {
  /** Milliseconds of every wait that was over at once, in order. */
  readonly waits: number[] = [];
  #now: number;

  /** @param passes which waits are over at once */
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
