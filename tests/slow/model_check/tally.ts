/**
 * What a run has done, and how it ends when an answer is wrong.
 * @module
 */

/** How many steps were taken without a wrong answer. */
export interface Tally {
  readonly writes: number;
  readonly answers: number;
  /** Answers that could not be judged in full, by the reason: cut by time on a busy machine, and the like. */
  readonly notes: Map<string, number>;
}

/** One more answer that could not be judged in full. */
export function countNote({ notes }: Tally, reason: string): void {
  notes.set(reason, (notes.get(reason) ?? 0) + 1);
}

/** Thrown when an answer agrees with no state that it may agree with. */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}
