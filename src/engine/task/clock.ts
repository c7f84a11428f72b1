/**
 * How much time an operation has.
 * @module
 */

/** An operation's time slices and its deadline. */
export interface Clock {
  /** Whether the current slice (a few milliseconds) is used up, so that the operation should yield soon. */
  shouldYield(): boolean;
  /** Milliseconds until the deadline; 0 or less after it. */
  remainingMs(): number;
  /**
   * Wraps a promise that the operation yields and that needs this thread's event loop: until it resolves, no background
   * work runs.
   * @param what must not reject
   */
  holdFor(what: Promise<void>): Promise<void>;
}
