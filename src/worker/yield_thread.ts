/**
 * Lets a thread's waiting events through between two slices.
 * @module
 */
import { setImmediate } from "node:timers";

/** Resolves in a later turn of the event loop, after messages and input that were waiting. */
export function yieldThread(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
