/**
 * Owns how long what can wait does.
 * @module
 */

/** Milliseconds after which it looks whether it still has to. */
const PAUSE_MS = 20;

/** A while in which others work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
