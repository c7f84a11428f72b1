/**
 * A failure that the caller can correct. It is thrown anywhere, crosses threads as plain data, and is formatted in
 * English or Japanese only when it is answered.
 * @module
 */
import { FAULT_CODES, type FaultKey } from "./faults.ts";
import type { Reason } from "./reasons.ts";

/** The codes of errors, as answers state them. */
export type ErrorCode = typeof FAULT_CODES[FaultKey];

/** The values of a message's placeholders. A value that is a text itself is a `Reason`, so that it can be translated. */
export type FaultParams = Readonly<Record<string, string | number | Reason>>;

/** A fault as it crosses threads: its key and its values. */
export interface FaultData {
  readonly key: FaultKey;
  readonly params: FaultParams;
}

/**
 * An expected failure; its message is `fault.KEY` in en.json and ja.json.
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
  ) {
    super(`${key} ${JSON.stringify(params)}`);
    this.code = FAULT_CODES[key];
  }
  /** A plain object, for `structuredClone`. */
  get data(): FaultData {
    return { key: this.key, params: this.params };
  }
}
