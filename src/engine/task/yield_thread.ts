/**
 * Lets the events of a thread be handled between two slices of work.
 * @module
 */

/** Turns of the event loop after which messages and input that arrived before have usually been handled. */
const TURNS = 8;
/** Turns (0.15 ms) after which they always have: the runtime checks for other threads' messages in every 61st. */
const ALL_TURNS = 64;

/** Resolves some turns of the event loop later; with `thorough`, after all waiting events have been handled. */
export async function yieldThread(thorough = false): Promise<void> {
  for (let turn = thorough ? ALL_TURNS : TURNS; turn > 0; turn--) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
