/**
 * The deadline of a question: it ends when the caller aborts it, after too long a silence, or after too long in all.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { Clock } from "./clock.ts";

/** Milliseconds between two heartbeats while a model thinks. */
const HEARTBEAT_MS = 5000;

/** The deadline of one question. */
export class Deadline implements Disposable {
  /** Aborted with the caller's reason or a ToolError. */
  readonly signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #over = new AbortController();

  /**
   * @param host the provider, as an error names it
   * @param outer the caller's signal
   */
  constructor(
    private readonly host: string,
    private readonly clock: Clock,
    outer?: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.#stop.signal, ...(outer === undefined ? [] : [outer])]);
    this.#abortAfter(LIMITS.consult.totalMs, this.#over.signal);
  }

  /**
   * Waits at most `idleMs` for `work`, which must end when `signal` is aborted.
   * @throws ToolError `provider_timeout`, the caller's reason, or the reason that `work` is rejected with
   */
  async waitFor<T>(work: Promise<T>, idleMs: number = LIMITS.consult.idleMs): Promise<T> {
    const done = new AbortController();
    this.#abortAfter(idleMs, done.signal);
    try {
      return await work;
    } catch (error) {
      throw this.signal.aborted ? this.signal.reason : error;
    } finally {
      done.abort();
    }
  }

  /** Calls `beat` every few seconds until the deadline is disposed of. */
  startHeartbeat(beat: () => void): void {
    const again = () => {
      beat();
      this.startHeartbeat(beat);
    };
    this.clock.sleep(HEARTBEAT_MS, this.#over.signal).then(again, () => {});
  }

  [Symbol.dispose](): void {
    this.#over.abort();
  }

  #abortAfter(ms: number, unless: AbortSignal): void {
    const timeout = new ToolError("provider_timeout", { host: this.host, seconds: Math.round(ms / 1000) });
    this.clock.sleep(ms, unless).then(() => this.#stop.abort(timeout), () => {});
  }
}
