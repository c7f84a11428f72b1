/**
 * Owns what was sent to a thread and not heard by it yet: counted in memory that both sides see, so that a thread at
 * work knows without a turn of its event loop.
 * @module
 */

/** What was sent to this thread. */
export interface Mailbox {
  /** Whether something was that it has not heard. */
  readonly hasUnread: boolean;
}

/**
 * One side's end of a thread's mail.
 *
 * @example
 * ```ts
 * const sender = new MailboxCounter(MailboxCounter.shared()), receiver = new MailboxCounter(sender.sent);
 * sender.send();
 * receiver.waits; // true
 * receiver.hear();
 * receiver.waits; // false
 * ```
 */
export class MailboxCounter implements Mailbox {
  #received: number;

  /**
   * @param sentCount the count, shared by both sides
   * @param heard how many of those have been heard
   */
  constructor(readonly sentCount: Int32Array, heard = 0) {
    this.#received = heard;
  }

  /** A count for both sides to share. */
  static createShared(): Int32Array {
    return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  }

  get hasUnread(): boolean {
    return Atomics.load(this.sentCount, 0) !== this.#received;
  }

  /** To be called before something is sent. */
  countSent(): void {
    Atomics.add(this.sentCount, 0, 1);
  }

  /** Something was heard. */
  countReceived(): void {
    this.#received = (this.#received + 1) | 0;
  }
}
