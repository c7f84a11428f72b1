/**
 * The clock of requests and their delays. Tests replace it.
 * @module
 */
import { delay } from "@std/async/delay";

/** A clock. */
export interface Clock {
  /** The time in UNIX milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A random number in [0, 1). It spreads delays, so that clients refused together do not retry together. */
  random(): number;
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => delay(ms, { signal }),
};
