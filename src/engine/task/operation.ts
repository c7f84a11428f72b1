/**
 * What runs a slice at a time: see `Job`.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";

/** An operation under way: yields at the end of each slice, or a promise of what it can't go on without. */
export type Operation<R> = Generator<Promise<void> | void, R, void>;

/** Whether an error met at a `yield` is about what was being done; not about the operation, which is to end. */
export function isRecoverable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.key !== "cancelled";
}
