/**
 * The time of a call: its limit, and what is left of it.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { ToolCall } from "./define_tool.ts";

/** What `ask` comes to, and the milliseconds of `timeoutMs` that are left then; they may be negative. */
export async function withTimeLeft<T>(timeoutMs: number, ask: () => Promise<T>): Promise<[T, leftMs: number]> {
  const began = performance.now(), asked = await ask();
  return [asked, timeoutMs - (performance.now() - began)];
}

/** Milliseconds: as given, else the server's; at most the cap. */
export function timeoutOf(given: number | undefined, { context, notes: caps }: ToolCall): number {
  return caps.capNumber("timeout_ms", given, { default: context.timeoutMs, cap: LIMITS.timeoutMs.cap });
}
