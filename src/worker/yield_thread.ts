/**
 * Lets a thread's waiting events through between two slices.
 * @module
 */
import { setImmediate } from "node:timers";

/** Turns that it takes a line of input from the system to whoever reads it. */
const TURNS = 8;

/** Resolves some turns of the event loop later, after messages and input that were waiting. */
export async function yieldThread(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
