/**
 * Lets what came in through before, in and behind the writing of a long answer.
 * @module
 */
import type { Steps } from "../format/steps.ts";
import type { Report } from "../model/report.ts";
import type { Answer } from "../toolsets/tool.ts";

/** Entries, and characters, that are over in a moment. */
const SHORT = 500, SHORT_TEXT = 64 * 1024;
/** Turns of the event loop in which all that has come is seen: the runtime looks for it in every 61st at the latest. */
const TURNS = 64;
/** Milliseconds of writing without a breath, if no single step takes longer. */
const STRETCH_MS = 12;

/** Whether writing an answer to `report` may take a while. */
export function isLong(report: Report): boolean {
  if (report.op === "list") return report.entries.length > SHORT;
  return report.op === "search" && report.units > SHORT_TEXT;
}

/** Whether sending it may. */
export function isLongAnswer({ text }: Answer): boolean {
  return text.length > SHORT_TEXT;
}

/**
 * Waits until what has come in was seen.
 * @throws the signal's reason once aborted
 */
export async function breathe(signal: AbortSignal | undefined): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/**
 * What `steps` come to; long ones stop for breath now and then.
 * @throws the signal's reason once aborted
 */
export async function finished<T>(steps: Steps<T>, signal: AbortSignal | undefined): Promise<T> {
  let since = performance.now();
  for (let step = steps.next();; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < STRETCH_MS) continue;
    await breathe(signal);
    since = performance.now();
  }
}
