/**
 * Bounds what calls in progress hold: a semaphore whose permits have weights, and the memory of long answers.
 * @module
 */
import type { Request } from "../model/request.ts";
import { ToolError } from "../model/messages/tool_error.ts";

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

/** The bytes that all long answers in progress may take, by the estimate below. */
export const ANSWER_MEMORY_BYTES = 32 * 2 ** 20;
/** The bytes of a record of a page, in its report, text and fields. */
const RECORD_BYTES = 2 ** 10;
/** The copies of read content in memory: the report, text, fields, and the line that is sent. */
const COPIES_IN_MEMORY = 4;
/** Answers below this size are not counted, so long calls do not delay small ones. */
const SMALL_ANSWER_BYTES = 2 ** 20;

/** The memory that one call holds, from its first long request until it is answered. */
export class CallMemory {
  #acquired: Promise<void> | undefined;
  #held = 0;
  #isOver = false;

  constructor(readonly semaphore: WeightedSemaphore, readonly signal?: AbortSignal) {}

  /**
   * Resolves when there is memory for the answer to `request`. A call that already holds memory never waits for more: two
   * such calls could deadlock.
   * @throws the signal's reason once aborted
   */
  async reserve(request: Request): Promise<void> {
    const weight = answerBytes(request);
    if (weight >= SMALL_ANSWER_BYTES) await (this.#acquired ??= this.#acquire(weight, request.timeoutMs));
  }

  /** Releases the memory when the call has ended. */
  release(): void {
    this.#isOver = true;
    this.semaphore.release(this.#held);
    this.#held = 0;
  }

  async #acquire(weight: number, ms: number): Promise<void> {
    const late = new AbortController(), timer = setTimeout(() => late.abort(new ToolError("timeout", { ms })), ms);
    const signals = this.signal === undefined ? [late.signal] : [late.signal, this.signal];
    try {
      await this.semaphore.acquire(weight, AbortSignal.any(signals));
    } finally {
      clearTimeout(timer);
    }
    if (this.#isOver) this.semaphore.release(weight);
    else this.#held = weight;
  }
}

/** An estimate of the most bytes that the answer to `request` takes. */
function answerBytes(request: Request): number {
  if (request.op === "read") {
    const { range } = request;
    return COPIES_IN_MEMORY * (range.type === "bytes" ? range.max : range.maxBytes);
  }
  const isPage = request.op === "list" ||
    request.op === "search" && (request.need !== "total" || request.breakdown !== undefined);
  return isPage ? RECORD_BYTES * request.limit : 0;
}
