/**
 * Notes of a call, on what was not taken as given.
 * @module
 */

/** The notes of one call. */
export class CallNotes {
  /** A sentence for each argument that was not taken as given. */
  readonly sentences: string[] = [];

  /** `value`, or its cap with a note. */
  lowered(field: string, value: number, cap: number, given = String(value), shownCap = String(cap)): number {
    if (value <= cap) return value;
    this.sentences.push(`${field} lowered from ${given} to its cap ${shownCap}.`);
    return cap;
  }
}
