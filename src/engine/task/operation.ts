/**
 * The form of work that runs in time slices.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";

/** A running operation. It yields at the end of each slice, or yields a promise that it has to wait for. */
export type Operation<R> = Generator<Promise<void> | void, R, void>;

/** Whether an error met at a `yield` concerns one step of an operation; a cancellation ends the operation itself. */
export function isRecoverable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.key !== "cancelled";
}
