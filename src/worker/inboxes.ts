/**
 * What the finder deals to this thread, by the request it is for: mostly sooner than main comes to tell of the request.
 * @module
 */
import { Inbox } from "../engine/share.ts";
import { Receiver } from "./delivery.ts";
import type { Dealt } from "./protocol.ts";

/** The inboxes of one thread. */
export class Inboxes {
  readonly #receiver = new Receiver();
  readonly #open = new Map<number, Inbox>();
  #latest = -1;

  /** The inbox of a request that begins. */
  begin(number: number): Inbox {
    this.#latest = Math.max(this.#latest, number);
    return this.#inbox(number);
  }

  /** The request is over; what still comes for it is in vain. */
  end(number: number): void {
    this.#open.delete(number);
  }

  /**
   * Takes what was dealt: also when it is in vain, since later deliveries may refer to it. A delivery that can't be
   * read fails its own request; an error here would end the thread, and the server with it.
   */
  put({ number, delivery, last }: Dealt): void {
    const inbox = this.#open.has(number) || number > this.#latest ? this.#inbox(number) : undefined;
    try {
      const files = this.#receiver.take(delivery);
      inbox?.put(files, last);
    } catch (error) {
      inbox?.fail(error);
    }
  }

  #inbox(number: number): Inbox {
    const known = this.#open.get(number);
    if (known !== undefined) return known;
    const inbox = new Inbox();
    this.#open.set(number, inbox);
    return inbox;
  }
}
