/**
 * Owns how long work that serves later questions waits for the answers to those that are asked.
 * @module
 */

/** Milliseconds after which it looks whether it still has to. */
const PAUSE_MS = 20;
/** Pauses after which it is done, whoever asks: where somebody always does, it would never be. */
const PAUSES = 50;

/**
 * One such work, and how long it has waited.
 *
 * @example
 * ```ts
 * const waiting = new Waiting(() => false);
 * while (waiting.on) await waiting.pause();
 * ```
 */
export class Waiting {
  #pauses = 0;

  /** @param isAsked whether somebody waits for an answer, whichever thread is to give it */
  constructor(readonly isAsked: () => boolean) {}

  /** Whether to wait. */
  get on(): boolean {
    return this.#pauses < PAUSES && this.isAsked();
  }

  /** A while in which others work. */
  pause(): Promise<void> {
    this.#pauses++;
    return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
