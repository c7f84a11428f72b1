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
    while (this.#waiters.length > 0) {
      const [{ weight, resolve }] = this.#waiters;
      if (this.#held > 0 && this.#held + weight > this.capacity) return;
      this.#waiters.shift();
      this.#held += weight;
      resolve();
    }
  }
}
