/**
 * Lets a thread's waiting events through between two slices.
 * @module
 */

/** Turns of the event loop in which messages and input that had come before are seen; mostly. */
const TURNS = 8;
/** The runtime looks for news from other threads in every 61st turn at the latest: these are 0.15 ms. */
const ALL_TURNS = 64;

/** Resolves some turns of the event loop later; `thorough`: after everything that was waiting. */
export async function yieldThread(thorough = false): Promise<void> {
  for (let turn = thorough ? ALL_TURNS : TURNS; turn > 0; turn--) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
