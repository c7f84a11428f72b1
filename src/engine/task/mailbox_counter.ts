/**
 * Counts messages between threads in shared memory, so that a busy thread sees that one is waiting without returning
 * to its event loop.
 * @module
 */

/** The messages sent to this thread. */
export interface Mailbox {
  /** Whether a message was sent that this thread has not received yet. */
  readonly hasUnread: boolean;
}

/**
 * The counter of one thread's messages, as its sender or its receiver holds it.
 *
 * @example
 * ```ts
 * const sender = new MailboxCounter(MailboxCounter.createShared()), receiver = new MailboxCounter(sender.sentCount);
 * sender.countSent();
 * receiver.hasUnread; // true
 * receiver.countReceived();
 * receiver.hasUnread; // false
 * ```
 */
export class MailboxCounter implements Mailbox {
  #received: number;

  /**
   * @param sentCount messages sent so far, in memory that both sides share
   * @param received messages received so far
   */
  constructor(readonly sentCount: Int32Array, received = 0) {
    this.#received = received;
  }

  /** A count in shared memory, for both sides. */
  static createShared(): Int32Array {
    return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  }

  get hasUnread(): boolean {
    return Atomics.load(this.sentCount, 0) !== this.#received;
  }

  /** Counts a message; to be called before it is posted. */
  countSent(): void {
    Atomics.add(this.sentCount, 0, 1);
  }

  /** Counts a message after its receipt. */
  countReceived(): void {
    this.#received = (this.#received + 1) | 0;
  }
}
