/**
 * Bounds what the answers hold that are being sent: who asks need not read.
 * @module
 */

/** Bytes of all that is unread beyond which answers are given up; and milliseconds that each may go unread even then. */
const MOST = 128 * 2 ** 20, PATIENCE_MS = 3000;

/** Bytes handed over at a time: of what is handed over in one go nobody can tell when it was read. */
const PIECE = 64 * 2 ** 10;

/** One answer that is being sent. */
class Sending {
  #made = 0;
  #read = 0;
  /** More of it may come. */
  open = true;
  /** When it was last read from, or nothing of it was unread, in milliseconds. */
  readAt = 0;

  constructor(readonly controller: ReadableStreamDefaultController<Uint8Array>) {}

  get unread(): number {
    return -(this.controller.desiredSize ?? 0);
  }

  push(chunk: Uint8Array, now: number): void {
    this.look(now);
    // Copies, since the runtime keeps all that a piece is a part of until it has sent that.
    for (let at = 0; at < chunk.length; at += PIECE) this.controller.enqueue(chunk.slice(at, at + PIECE));
    this.#made += chunk.length;
  }

  /** Finds out whether it has been read from. */
  look(now: number): void {
    const { unread } = this, read = this.#made - unread;
    if (read > this.#read || unread === 0) this.readAt = now;
    this.#read = read;
  }
}

/** All answers of a server that are being sent. */
export class UnreadAnswers {
  readonly #sendings = new Set<Sending>();
  /** It will look again. */
  #looks = false;

  /** @param later calls after so many milliseconds */
  constructor(
    readonly most = MOST,
    readonly patienceMs = PATIENCE_MS,
    readonly clock = () => performance.now(),
    readonly later: (call: () => void, ms: number) => void = (call, ms) => void setTimeout(call, ms),
  ) {}

  /** `response`, which breaks off where nobody reads it while too much is unread. */
  bounded(response: Response): Response {
    if (response.body === null) return response;
    const source = response.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void this.#send(source, new Sending(controller)),
      cancel: (reason) => source.cancel(reason),
    }, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
    return new Response(body, response);
  }

  async #send(source: ReadableStreamDefaultReader<Uint8Array>, sending: Sending): Promise<void> {
    const { controller } = sending;
    this.#sendings.add(sending);
    try {
      for (let next = await source.read(); !next.done; next = await source.read()) {
        sending.push(next.value, this.clock());
        this.#bound();
      }
      controller.close();
    } catch (error) {
      // It comes to no end, or nobody will read it.
      controller.error(error);
      source.cancel(error).catch(() => {});
    }
    sending.open = false;
  }

  /** Gives up those that were read from longest ago, until the others may stay. */
  #bound(): void {
    const now = this.clock();
    for (const sending of this.#sendings) {
      sending.look(now);
      if (!sending.open && sending.unread === 0) this.#sendings.delete(sending);
    }
    const waiting = [...this.#sendings].filter(({ unread }) => unread > 0).sort((a, b) => a.readAt - b.readAt);
    let unread = waiting.reduce((sum, sending) => sum + sending.unread, 0);
    for (const { controller, unread: bytes, readAt } of waiting) {
      if (unread <= this.most) return;
      if (now - readAt < this.patienceMs) return this.#lookIn(readAt + this.patienceMs - now);
      unread -= bytes;
      // The runtime writes it to stderr.
      controller.error("fossick: an answer that nobody reads is given up, since too much is unread");
    }
  }

  /** There may be no further answer for which it would look. */
  #lookIn(ms: number): void {
    if (this.#looks) return;
    this.#looks = true;
    this.later(() => {
      this.#looks = false;
      this.#bound();
    }, ms);
  }
}
