/**
 * Calls in the spelling of hints.
 * @module
 */
import { type Args, CurrentCall, JSON_SPELLING } from "../../src/format/current_call.ts";

/** The call of `tool` with `args`, changed by `changes`. */
export function mendedCall(tool: string, args: Args, changes: Args = {}): string {
  return new CurrentCall(tool, args, JSON_SPELLING, "en").render(changes);
}

/** The same with the changed switches in front. */
export function turnedCall(tool: string, args: Args, changes: Args): string {
  return new CurrentCall(tool, args, JSON_SPELLING, "en").renderFromFirstPage(changes);
}
