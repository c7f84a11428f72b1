/**
 * How long a call may take.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { ToolCall } from "../define_tool.ts";

/** Milliseconds: as given, else the server's; at most the cap. */
export function timeoutOf(given: number | undefined, { context, notes: caps }: ToolCall): number {
  return caps.capNumber("timeout_ms", given, { default: context.timeoutMs, cap: LIMITS.timeoutMs.cap });
}
