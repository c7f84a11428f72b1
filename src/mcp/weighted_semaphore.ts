/**
 * A counting semaphore whose permits have weights.
 * @module
 */

interface Waiter {
  readonly weight: number;
  readonly resolve: () => void;
}

/** Bounds the total weight held at one time. Waiters are served in their order. */
export class WeightedSemaphore {
  #held = 0;
  readonly #waiters: Waiter[] = [];

  /** @param capacity the total weight. A single permit above it is given when nothing else is held */
  constructor(readonly capacity: number) {}

  /**
   * Resolves when `weight` is held. Give it back with `release`.
   * @throws the signal's reason if it is aborted first. Nothing is held then
   *
   * @example
   * ```ts
   * import { WeightedSemaphore } from "./weighted_semaphore.ts";
   * const semaphore = new WeightedSemaphore(10);
   * await semaphore.acquire(6);
   * const later = semaphore.acquire(5).then(() => "acquired"); // waits: 6 + 5 > 10
   * semaphore.release(6);
   * await later; // "acquired"
   * ```
   */
  async acquire(weight: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { weight, resolve }, abort = () => this.#remove(waiter) && reject(signal?.reason);
    this.#waiters.push(waiter);
    signal?.addEventListener("abort", abort, { once: true });
    this.#admit();
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Gives back an acquired `weight`. */
  release(weight: number): void {
    this.#held -= weight;
    this.#admit();
  }

  /** Removes `waiter`, and serves those after it that fit now. Returns whether it was still waiting. */
  #remove(waiter: Waiter): boolean {
    const at = this.#waiters.indexOf(waiter);
    if (at >= 0) this.#waiters.splice(at, 1);
    this.#admit();
    return at >= 0;
  }

  #admit(): void {
    for (let next = this.#waiters[0]; next !== undefined && this.#fits(next.weight); next = this.#waiters[0]) {
      this.#waiters.shift();
      this.#held += next.weight;
      next.resolve();
    }
  }

  #fits(weight: number): boolean {
    return this.#held === 0 || this.#held + weight <= this.capacity;
  }
}
