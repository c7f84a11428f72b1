/**
 * The table of a deterministic automaton over the bytes of lines, as the kernel runs it.
 * @module
 */

/**
 * For each state and byte the next state: `next[256 * state + byte]`. A line begins in any of the first three, which
 * tell what the line before it came to: `AFTER`.
 */
export interface DfaTable {
  readonly next: Uint16Array;
}

/** The states in which a line begins, by the result of the line before: none, a match, or undecided. */
export const LINE_START_STATES = { none: 0, matched: 1, undecided: 2 } as const;

/** The most states; the table has to stay near the processor. */
export const MAX_DFA_STATES = 512;
