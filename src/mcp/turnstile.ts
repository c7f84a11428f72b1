/**
 * Bounds how much is being written down at once, so that many long answers do not use up memory together.
 * @module
 */

/** Who is in the midst of something long waits for nobody; others, in their order, until there is room. */
export class Turnstile {
  #inside = 0;
  readonly #waiting: { readonly weight: number; readonly open: () => void }[] = [];

  /** @param room how much may be inside; what is more than that by itself goes in alone */
  constructor(readonly room: number) {}

  /**
   * Resolves once there is room.
   * @throws the signal's reason once aborted; then there is nothing to leave
   */
  async enter(weight: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#waiting.length === 0 && this.#hasRoom(weight)) return this.add(weight);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = { weight, open: resolve };
    this.#waiting.push(place);
    const giveUp = () => {
      const at = this.#waiting.indexOf(place);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal?.reason);
      this.#letIn();
    };
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Goes in without waiting: what is there already and can't be put off. */
  add(weight: number): void {
    this.#inside += weight;
  }

  /** Leaves; who goes on with it elsewhere adds it there before anybody else is let in. */
  leave(weight: number): void {
    this.#inside -= weight;
    setTimeout(() => this.#letIn());
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#hasRoom(next.weight); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.add(next.weight);
      next.open();
    }
  }

  #hasRoom(weight: number): boolean {
    return this.#inside === 0 || this.#inside + weight <= this.room;
  }
}

/** UTF-16 units of lines that are written down in this process. */
export const LONG_ANSWERS = new Turnstile(12 * 2 ** 20);

/** Records of pages that are found in this process and not written down yet: so that some 100 MB wait for that. */
export const LONG_REPORTS = new Turnstile(30_000);
