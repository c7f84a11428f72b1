/**
 * The failure a caller can mend. Thrown anywhere, carried between threads as plain data, put into
 * words (English or Japanese) only at the border.
 * @module
 */
import { type FaultKey, FAULTS } from "./faults.ts";
import type { Reason } from "./reasons.ts";

/** The contract's error codes. */
export type ErrorCode = typeof FAULTS[FaultKey]["code"];

/** Values named in a message; what is in words itself is a reason, so that it comes in the language of the message. */
export type FaultParams = Readonly<Record<string, string | number | Reason>>;

/** A fault as it crosses a thread: which one, and the values in it. */
export interface FaultData {
  readonly key: FaultKey;
  readonly params: FaultParams;
  /** What mends the call, where whoever refuses it knows: arguments by name, undefined for one to be left out. */
  readonly correctedArgs?: Readonly<Record<string, unknown>>;
}

/**
 * An expected failure: the sentence lives in `faults.ts` under `key`.
 *
 * @example
 * ```ts
 * new ToolError("not_found", { path: "src/nope.ts" }).code; // "NOT_FOUND"
 * ```
 */
export class ToolError extends Error implements FaultData {
  override readonly name = "ToolError";
  readonly code: ErrorCode;
  constructor(
    readonly key: FaultKey,
    readonly params: FaultParams = {},
    readonly correctedArgs?: FaultData["correctedArgs"],
  ) {
    super(`${key} ${JSON.stringify(params)}`);
    this.code = FAULTS[key].code;
  }
  /** What `structuredClone` can carry. */
  get data(): FaultData {
    return { key: this.key, params: this.params };
  }
}
