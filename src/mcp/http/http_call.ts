/**
 * An HTTP request and the resources that it holds until its response is read: bytes of its body, slots of its calls, and
 * unread bytes of its response. Its signal cancels its calls.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { whenAborted } from "../when_aborted.ts";

/** The members of a `Request` that are used. A real `Request` can't have some methods that clients send (`TRACE`). */
export type HttpRequest = Pick<Request, "method" | "url" | "headers" | "body" | "signal">;

/** Bytes of bodies, calls in progress, and bytes of responses that clients have not read yet. */
export interface HttpUsage {
  bodies: number;
  calls: number;
  unread: number;
}

/** The most that all requests may hold together. */
const MAX_USAGE: HttpUsage = { bodies: LIMITS.protocolLine, calls: LIMITS.calls, unread: LIMITS.http.unreadBytes };

/** Bytes of a response that are passed on at a time. The next ones follow when the client has read these. */
const PIECE_BYTES = 64 * 2 ** 10;

/** The calls that have not ended. */
export class OpenCalls {
  readonly usage: HttpUsage = { bodies: 0, calls: 0, unread: 0 };
  readonly max: HttpUsage;
  readonly #calls = new Set<HttpCall>();

  constructor(most: Partial<HttpUsage> = {}, readonly stallMs: number = LIMITS.http.stallMs) {
    this.max = { ...MAX_USAGE, ...most };
  }

  /** Opens a call. What it holds is free again when it has ended. */
  open(request: HttpRequest): HttpCall {
    const call = new HttpCall(request, this);
    this.#calls.add(call);
    return call;
  }

  /** Removes a call that has ended. */
  delete(call: HttpCall): void {
    this.#calls.delete(call);
  }

  /** Whether there is room for `more` of a resource. If there is none, it aborts stalled responses first. */
  hasRoom(what: keyof HttpUsage, more: number): boolean {
    const isFull = () => this.usage[what] + more > this.max[what];
    for (const call of this.#calls) if (isFull() && call.isStalled) call.abort();
    return !isFull();
  }

  [Symbol.iterator](): Iterator<HttpCall> {
    return this.#calls.values();
  }
}

/** One HTTP request, until its response is read or aborted. */
export class HttpCall {
  readonly usage: HttpUsage = { bodies: 0, calls: 0, unread: 0 };
  /** Aborted when no client waits for the response any more. */
  readonly signal: AbortSignal;
  /** Fulfilled when the call has ended. */
  readonly ended: Promise<void>;
  readonly #resolve: () => void;
  readonly #stop = new AbortController();
  #isOver = false;
  #lastReadAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly request: HttpRequest, readonly openCalls: OpenCalls) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolve = resolve;
    this.signal = AbortSignal.any([request.signal, this.#stop.signal]);
  }

  /** Whether part of the response is unread, and none of it was read for `stallMs`. */
  get isStalled(): boolean {
    return this.usage.unread > 0 && performance.now() - this.#lastReadAt >= this.openCalls.stallMs;
  }

  /** Sets what the call holds of a resource to at least `amount`. Returns false if there is no room. */
  reserve(what: "bodies" | "calls", amount: number): boolean {
    const more = Math.max(0, amount) - this.usage[what];
    if (more > 0 && !this.openCalls.hasRoom(what, more)) return false;
    this.#addUsage(what, more);
    return true;
  }

  /**
   * Wraps `coming` in a response that ends the call when it has been read.
   * @throws the error that `coming` rejects with. The call has ended then
   */
  async respond(coming: Promise<Response>): Promise<Response> {
    try {
      const response = await coming;
      if (response.body === null) this.end();
      return response.body === null ? response : new Response(this.#counted(response.body), response);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Cancels the call and aborts its response. */
  abort(): void {
    this.#stop.abort("fossick: an answer is given up: it was not read, or the server stops");
    this.end();
  }

  /** Ends the call and gives back all that it holds. */
  end(): void {
    clearTimeout(this.#timer);
    for (const what of ["bodies", "calls", "unread"] as const) this.#addUsage(what, -this.usage[what]);
    this.#isOver = true;
    this.openCalls.delete(this);
    this.#resolve();
  }

  /** Buffers and counts `body` as it arrives, and passes it on as fast as the client reads. */
  #counted(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const made = new TransformStream<Uint8Array, Uint8Array>(
      { transform: (chunk, controller) => this.#enqueuePieces(chunk, controller) },
      undefined,
      { highWaterMark: Infinity },
    );
    const taken = new TransformStream<Uint8Array, Uint8Array>({
      // An aborted pipe would wait until the client has read the next piece.
      start: (controller) => whenAborted(this.#stop.signal, (reason) => controller.error(reason)),
      transform: (piece, controller) => {
        this.#lastReadAt = performance.now();
        this.#addUsage("unread", -piece.length);
        controller.enqueue(piece);
      },
    });
    const over = () => this.end();
    body.pipeThrough(made).pipeTo(taken.writable).then(over, over);
    return taken.readable;
  }

  /** Enqueues copies of pieces. The runtime would keep the whole chunk until a view of it is sent. */
  #enqueuePieces(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    if (this.usage.unread === 0) this.#lastReadAt = performance.now();
    this.#addUsage("unread", chunk.length);
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) controller.enqueue(chunk.slice(at, at + PIECE_BYTES));
    this.#watchForStall();
  }

  /** Checks at intervals whether too much is unread, since there may be no further request that would check it. */
  #watchForStall(): void {
    if (this.#isOver) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.openCalls.hasRoom("unread", 0);
      if (this.usage.unread > 0) this.#watchForStall();
    }, this.openCalls.stallMs);
  }

  #addUsage(what: keyof HttpUsage, more: number): void {
    if (this.#isOver) return;
    this.usage[what] += more;
    this.openCalls.usage[what] += more;
  }
}
