/**
 * Time, as whoever waits sees it; tests bring their own.
 * @module
 */
import { delay } from "@std/async/delay";

/** Tells the time, and passes it. */
export interface Clock {
  /** UNIX milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1): waits are scattered, so that those refused together do not come back together. */
  random(): number;
}

/** The machine's clock. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => delay(ms, { signal }),
};
