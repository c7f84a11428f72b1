/**
 * The form of work that runs in time slices.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";

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

/** A running operation. It yields at the end of each slice, or yields a promise that it has to wait for. */
export type Operation<R> = Generator<Promise<void> | void, R, void>;

/** Whether an error met at a `yield` concerns one step of an operation; a cancellation ends the operation itself. */
export function isRecoverable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.key !== "cancelled";
}
