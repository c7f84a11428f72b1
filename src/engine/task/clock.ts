/**
 * The time that an operation has.
 * @module
 */

/** Its slices and its deadline. */
export interface Clock {
  /** True when the current slice (a few milliseconds) is used up: yield soon. */
  shouldYield(): boolean;
  /** Milliseconds until the deadline; 0 or less once it has passed. */
  remainingMs(): number;
  /**
   * To be yielded instead of what the operation waits for, where that needs this thread's turns: nothing else is done
   * in the background meanwhile. Must not reject.
   */
  holdFor(what: Promise<void>): Promise<void>;
}
