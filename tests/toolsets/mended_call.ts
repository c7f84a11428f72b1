/**
 * Calls as hints give them.
 * @module
 */
import { type Args, JSON_SPELLING, OwnCall } from "../../src/format/own_call.ts";

/** The call of `tool` with `args`, and `changes` made in it. */
export function mendedCall(tool: string, args: Args, changes: Args = {}): string {
  return new OwnCall(tool, args, JSON_SPELLING, "en").mended(changes);
}

/** The same, with the switches that are changed in front. */
export function turnedCall(tool: string, args: Args, changes: Args): string {
  return new OwnCall(tool, args, JSON_SPELLING, "en").turned(changes);
}
