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

/** An operation that has one owner, which gets its result, and that others waiting for that result may advance. */
export class SharedOperation<R> {
  readonly #running: Operation<void>;
  #outcome: (() => R) | undefined;
  /** The promise that the operation waits for. */
  #pending: Promise<void> | undefined;
  #stopped = false;

  constructor(operation: Operation<R>) {
    this.#running = this.#recordOutcome(operation);
  }

  /**
   * Runs the operation to its end, for its owner. If the owner is stopped, so is the operation.
   * @throws the operation's error, whichever caller advanced it
   */
  *run(): Operation<R> {
    try {
      for (;;) {
        if (this.#outcome !== undefined) return this.#outcome();
        yield* this.#advance();
      }
    } finally {
      this.#stopped = true;
      this.#running.return();
    }
  }

  /** Advances the operation until its end, or while `isWorthIt`; its result and its error go to the owner alone. */
  *driveWhile(isWorthIt: () => boolean): Operation<void> {
    while (this.#outcome === undefined && !this.#stopped && isWorthIt()) yield* this.#advance();
  }

  *#recordOutcome(operation: Operation<R>): Operation<void> {
    try {
      const result = yield* operation;
      this.#outcome = () => result;
    } catch (error) {
      this.#outcome = () => {
        throw error;
      };
    }
  }

  *#advance(): Operation<void> {
    if (this.#pending === undefined) {
      const { done, value } = this.#running.next();
      if (done) return;
      this.#pending = value?.finally(() => this.#pending = undefined);
    }
    yield this.#pending;
  }
}
