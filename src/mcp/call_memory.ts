/**
 * Bounds the memory of long answers under way, so that many at once do not use it up.
 * @module
 */
import type { Request } from "../model/request.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { WeightedSemaphore } from "./weighted_semaphore.ts";

/** Bytes that the long answers under way may take together, by the reckoning below. */
export const ANSWER_MEMORY_BYTES = 32 * 2 ** 20;
/** A record of a page, in its report, text and fields. */
const RECORD_BYTES = 2 ** 10;
/** Times that what was read is in memory: the report, text, fields, and the line that is sent. */
const COPIES_IN_MEMORY = 4;
/** What takes less waits for nothing, so a small call is not delayed by long ones. */
const SMALL_ANSWER_BYTES = 2 ** 20;

/** The memory of one call, from its first long request until it is answered. */
export class CallMemory {
  #acquired: Promise<void> | undefined;
  #held = 0;
  #isOver = false;

  constructor(readonly semaphore: WeightedSemaphore, readonly signal?: AbortSignal) {}

  /**
   * Resolves once there is memory for the answer to `request`. A call reserves once: were it to wait again, calls that
   * hold some already would wait for each other for ever.
   * @throws the signal's reason once aborted; ToolError `timeout` once the time of `request` has passed
   */
  async reserve(request: Request): Promise<void> {
    const weight = answerBytes(request);
    if (weight >= SMALL_ANSWER_BYTES) await (this.#acquired ??= this.#acquire(weight, request.timeoutMs));
  }

  /** The call is over. */
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

/** Bytes that the answer to `request` takes at most, about. */
function answerBytes(request: Request): number {
  if (request.op === "read") {
    const { range } = request;
    return COPIES_IN_MEMORY * (range.type === "bytes" ? range.max : range.maxBytes);
  }
  const isPage = request.op === "list" || request.op === "search" && request.need !== "total";
  return isPage ? RECORD_BYTES * request.limit : 0;
}
