/**
 * The time limit of a call, and the time that is left of it.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { ToolCall } from "./define_tool.ts";

/** The result of `ask`, and what is left of `timeoutMs`; it may be negative. */
export async function withTimeLeft<T>(timeoutMs: number, ask: () => Promise<T>): Promise<[T, leftMs: number]> {
  const began = performance.now(), result = await ask();
  return [result, timeoutMs - (performance.now() - began)];
}

/** The time limit in milliseconds: the argument, or else the server's; at most the cap. */
export function timeoutOf(given: number | undefined, { context }: ToolCall): number {
  return Math.min(given ?? context.timeoutMs, LIMITS.timeoutMs.cap);
}
