/**
 * One HTTP request with all that it holds until its response is taken: bytes of its body, places of its calls, unread bytes
 * of the response, and the signal that cancels its calls.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";

/** The part of a `Request` that is used: no `Request` can be made with some methods that clients send (`TRACE`). */
export type HttpRequest = Pick<Request, "method" | "url" | "headers" | "body" | "signal">;

/** Bytes of bodies, calls under way, bytes of responses that no client has taken yet. */
export interface HttpUsage {
  bodies: number;
  calls: number;
  unread: number;
}

/** The most that all requests hold together. */
const MAX_USAGE: HttpUsage = { bodies: LIMITS.protocolLine, calls: LIMITS.calls, unread: 128 * 2 ** 20 };

/** Milliseconds without a read after which a response is given up where there is too much of what it holds. */
const STALL_MS = 3000;

/** Bytes of a response that are handed over at a time: the next ones are handed over when a client has taken these. */
const PIECE_BYTES = 64 * 2 ** 10;

/** The requests that have not ended. */
export class OpenCalls {
  readonly usage: HttpUsage = { bodies: 0, calls: 0, unread: 0 };
  readonly max: HttpUsage;
  readonly #calls = new Set<HttpCall>();

  constructor(most: Partial<HttpUsage> = {}, readonly stallMs: number = STALL_MS) {
    this.max = { ...MAX_USAGE, ...most };
  }

  /** Begins a call; its part is free again once it has ended. */
  open(request: HttpRequest): HttpCall {
    const call = new HttpCall(request, this);
    this.#calls.add(call);
    return call;
  }

  /** `call` has ended. */
  delete(call: HttpCall): void {
    this.#calls.delete(call);
  }

  /** Whether `more` of something has room; for that, responses are given up that no client has read for some seconds. */
  hasRoom(what: keyof HttpUsage, more: number): boolean {
    const isFull = () => this.usage[what] + more > this.max[what];
    for (const call of this.#calls) if (isFull() && call.isStalled) call.abort();
    return !isFull();
  }

  [Symbol.iterator](): Iterator<HttpCall> {
    return this.#calls.values();
  }
}

/** One HTTP request, until its response is taken or given up. */
export class HttpCall {
  readonly usage: HttpUsage = { bodies: 0, calls: 0, unread: 0 };
  /** Aborted once no client waits for the response any more. */
  readonly signal: AbortSignal;
  /** Fulfilled once it has ended. */
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

  /** Whether some of the response is unread, and none of it was read for some seconds. */
  get isStalled(): boolean {
    return this.usage.unread > 0 && performance.now() - this.#lastReadAt >= this.openCalls.stallMs;
  }

  /** Takes room for `amount` of something, all that the call holds of it from now on; false where there is none. */
  reserve(what: "bodies" | "calls", amount: number): boolean {
    const more = Math.max(0, amount) - this.usage[what];
    if (more > 0 && !this.openCalls.hasRoom(what, more)) return false;
    this.#addUsage(what, more);
    return true;
  }

  /**
   * Gives `coming` as a response that ends the call once it is taken.
   * @throws the error that `coming` rejects with; the call has ended then
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

  /** Cancels its calls, and breaks the response off. */
  abort(): void {
    this.#stop.abort("fossick: an answer is given up: it was not read, or the server stops");
    this.end();
  }

  /** Gives back all that it holds. */
  end(): void {
    clearTimeout(this.#timer);
    for (const what of ["bodies", "calls", "unread"] as const) this.#addUsage(what, -this.usage[what]);
    this.#isOver = true;
    this.openCalls.delete(this);
    this.#resolve();
  }

  /** All of `body` as soon as it comes, which is counted, and handed over as fast as a client takes it. */
  #counted(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const made = new TransformStream<Uint8Array, Uint8Array>(
      { transform: (chunk, controller) => this.#enqueuePieces(chunk, controller) },
      undefined,
      { highWaterMark: Infinity },
    );
    const taken = new TransformStream<Uint8Array, Uint8Array>({
      // A pipe that is aborted would wait until the client has taken the piece that comes next.
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

  /** Copies, since the runtime keeps all that a piece is a part of until it has sent that. */
  #enqueuePieces(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    if (this.usage.unread === 0) this.#lastReadAt = performance.now();
    this.#addUsage("unread", chunk.length);
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) controller.enqueue(chunk.slice(at, at + PIECE_BYTES));
    this.#watchForStall();
  }

  /** Looks now and then whether too much is unread, of which this is: there may be no further request for which to look. */
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

/** Calls `then` with the reason once `signal` is aborted, which it may be already. */
export function whenAborted(signal: AbortSignal, then: (reason: unknown) => void): void {
  if (signal.aborted) then(signal.reason);
  else signal.addEventListener("abort", () => then(signal.reason), { once: true });
}
