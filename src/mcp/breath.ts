/**
 * Lets what came in through before and behind the writing of a long answer, which nothing can interrupt.
 * @module
 */
import { setImmediate } from "node:timers";
import type { Report } from "../model/report.ts";
import type { Answer } from "../toolsets/tool.ts";

/** Lines or entries, and characters, that are over in a moment. */
const SHORT = 500, SHORT_TEXT = 64 * 1024;
/** Turns of the event loop that it takes a line of input from the system to whoever reads it. */
const TURNS = 8;

/** Whether writing an answer to `report` may take a while. */
export function isLong(report: Report): boolean {
  if (report.op === "list") return report.entries.length > SHORT;
  return report.op === "search" && report.files.reduce((sum, { hits }) => sum + hits.length, 0) > SHORT;
}

/** Whether sending it may. */
export function isLongAnswer({ text }: Answer): boolean {
  return text.length > SHORT_TEXT;
}

/**
 * Waits until what has come in was seen.
 * @throws the signal's reason once aborted
 */
export async function breathe(signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}
