/**
 * Owns what was sent to a thread and not heard by it yet: counted in memory that both sides see, so that a thread at
 * work knows without a turn of its event loop.
 * @module
 */

/** What was sent to this thread. */
export interface Mail {
  /** Whether something was that it has not heard. */
  readonly waits: boolean;
}

/**
 * One side's end of a thread's mail.
 *
 * @example
 * ```ts
 * const sender = new CountedMail(CountedMail.shared()), receiver = new CountedMail(sender.sent);
 * sender.send();
 * receiver.waits; // true
 * receiver.hear();
 * receiver.waits; // false
 * ```
 */
export class CountedMail implements Mail {
  #heard: number;

  /**
   * @param sent the count, shared by both sides
   * @param heard how many of those have been heard
   */
  constructor(readonly sent: Int32Array, heard = 0) {
    this.#heard = heard;
  }

  /** A count for both sides to share. */
  static shared(): Int32Array {
    return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  }

  get waits(): boolean {
    return Atomics.load(this.sent, 0) !== this.#heard;
  }

  /** To be called before something is sent. */
  send(): void {
    Atomics.add(this.sent, 0, 1);
  }

  /** Something was heard. */
  hear(): void {
    this.#heard = (this.#heard + 1) | 0;
  }
}
