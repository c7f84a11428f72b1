/**
 * Bounds the memory of long answers in progress.
 * @module
 */
import type { Request } from "../model/request.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { WeightedSemaphore } from "./weighted_semaphore.ts";

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
