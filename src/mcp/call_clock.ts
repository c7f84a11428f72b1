/**
 * The time of one call, of however many requests its answer is made.
 * @module
 */
import { ToolError } from "../model/tool_error.ts";

/** Milliseconds that are not worth taking off. */
const MOMENT = 20;
/** A request is given at least this part of its time: less would be no answer at all. */
const LEAST = 0.5;

/** Runs from `since` for as long as the longest request of the call may take. */
export class CallClock {
  #most = 0;

  /** @param since when the call began, on the clock `now` (milliseconds) */
  constructor(readonly since: number, readonly now = () => performance.now()) {}

  /**
   * Asks within what is left of the call's time.
   * @param timeoutMs what the request may take were it the first
   */
  async within<T>(timeoutMs: number, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
    this.#most = Math.max(this.#most, timeoutMs);
    const over = this.now() - this.since;
    const left = over < MOMENT ? timeoutMs : Math.min(timeoutMs, Math.ceil(this.#most - over));
    try {
      return await ask(Math.max(left, Math.ceil(timeoutMs * (this.#asked ? 0 : LEAST)), 1));
    } catch (error) {
      // As it was asked for, not as it was left.
      throw error instanceof ToolError && error.key === "timeout" ? new ToolError("timeout", { ms: timeoutMs }) : error;
    } finally {
      this.#asked = true;
    }
  }

  #asked = false;
}
