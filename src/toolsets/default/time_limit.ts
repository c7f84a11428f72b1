/**
 * How long a call may take.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Call } from "../define_tool.ts";

/** Milliseconds: as given, else the server's; at most the cap. */
export function timeoutOf(given: number | undefined, { context, caps }: Call): number {
  return caps.number("timeout_ms", given, { default: context.timeoutMs, cap: LIMITS.timeoutMs.cap });
}
