/**
 * The time limit of a call.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { ToolCall } from "./define_tool.ts";

/** The time limit in milliseconds: the argument, or else the server's; at most the cap. */
export function timeoutOf(given: number | undefined, { context, notes }: ToolCall): number {
  return notes.capNumber("timeout_ms", given, { default: context.timeoutMs, cap: LIMITS.timeoutMs.cap });
}
