/**
 * An operation that belongs to one, and that others who wait for what it comes to may push on.
 * @module
 */
import type { Operation } from "./operation.ts";

/** An operation under way, and whoever takes turns at it. */
export class SharedOperation<R> {
  readonly #running: Operation<void>;
  #outcome: (() => R) | undefined;
  /** What it can't go on without, whose turn ever it is. */
  #pending: Promise<void> | undefined;
  #stopped = false;

  constructor(operation: Operation<R>) {
    this.#running = this.#recordOutcome(operation);
  }

  /**
   * Runs it to its end, for its owner; when he is stopped, so is it.
   * @throws what it throws, whoever pushed it
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

  /** Pushes it on: to its end, or for as long as `isWorthIt`. What it comes to is its owner's. */
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
