/**
 * Notes of a call, on arguments that were not taken as given. A value above a hard cap is lowered to it.
 * @module
 */

/** The default of a number, and its cap. */
export interface Bounds {
  readonly default: number;
  readonly cap: number;
}

/** The notes of one call. */
export class CallNotes {
  /** A sentence for each argument that was not taken as given. */
  readonly sentences: string[] = [];

  /** `value` or the default, at most the cap. */
  capNumber(field: string, value: number | undefined, bounds: Bounds): number {
    if (value === undefined) return Math.min(bounds.default, bounds.cap);
    return this.capValue(field, value, bounds.cap, String(value), String(bounds.cap));
  }

  /** The same for a value that callers don't write as a plain number. */
  capValue(field: string, value: number, cap: number, given: string, shownCap: string): number {
    if (value <= cap) return value;
    this.sentences.push(`${field} lowered from ${given} to its cap ${shownCap}.`);
    return cap;
  }
}
