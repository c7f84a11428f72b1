/**
 * The counters of a run, and the error for a wrong answer.
 * @module
 */

/** The counters of a run without a wrong answer. */
export interface Tally {
  readonly writes: number;
  readonly answers: number;
  /** Answers that could not be judged completely, by reason, such as a timeout on a busy machine. */
  readonly notes: Map<string, number>;
}

/** Counts an answer that could not be judged completely. */
export function countNote({ notes }: Tally, reason: string): void {
  notes.set(reason, (notes.get(reason) ?? 0) + 1);
}

/** Thrown when an answer agrees with none of the allowed states. */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}
