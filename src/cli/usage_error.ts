/**
 * A mistake on the command line: said in one sentence, with a line that works.
 * @module
 */
import { inBoth, type Values } from "../model/fill.ts";
import { SpokenError } from "../model/spoken_error.ts";
import { USAGE_FAULTS, type UsageFaultKey } from "./usage_faults.ts";

/** Shown as it is, without a stack: the user can mend it. */
export class UsageError extends SpokenError {
  override readonly name = "UsageError";
  /** @param example a command line that works */
  constructor(readonly key: UsageFaultKey, values: Values, readonly example: string) {
    super(inBoth(USAGE_FAULTS[key], values));
  }
}
