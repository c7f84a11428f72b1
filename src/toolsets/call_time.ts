/**
 * The time limit of a call.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { ToolCall } from "./define_tool.ts";

/** The time limit in milliseconds: the argument, or else the server's; at most the cap. */
export function timeoutOf(given: number | undefined, { context }: ToolCall): number {
  return Math.min(given ?? context.timeoutMs, LIMITS.timeoutMs.cap);
}
