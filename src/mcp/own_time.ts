/**
 * The time of one call that waits for what others wait for, too.
 * @module
 */
import { ToolError } from "../model/tool_error.ts";

/** Ends with its call, or `ms` milliseconds from now. */
export class OwnTime {
  readonly #end: number;

  constructor(readonly signal: AbortSignal, readonly ms: number) {
    this.#end = performance.now() + ms;
  }

  /**
   * What is `shared` with other calls, which go on waiting for it whatever becomes of this one.
   * @throws ToolError roots_timeout once the time is over; the signal's reason once that is aborted
   */
  async wait<T>(shared: Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const { promise: over, reject } = Promise.withResolvers<never>();
    const cancel = () => reject(this.signal.reason);
    const late = () => reject(new ToolError("roots_timeout", { ms: this.ms }));
    this.signal.addEventListener("abort", cancel, { once: true });
    const timer = setTimeout(late, Math.max(0, this.#end - performance.now()));
    try {
      return await Promise.race([shared, over]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener("abort", cancel);
    }
  }
}
