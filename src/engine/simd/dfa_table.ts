/**
 * The table of a deterministic automaton over the bytes of lines, as the kernel runs it.
 * @module
 */

/**
 * For each state and byte the next state: `next[256 * state + byte]`. A line begins in one of the first three, by the
 * result of the line before: `LINE_START_STATES`.
 */
export interface DfaTable {
  readonly next: Uint16Array;
}

/** The states in which a line begins, by the result of the line before: none, a match, or undecided. */
export const LINE_START_STATES = { none: 0, matched: 1, undecided: 2 } as const;

/** The most states: the table must fit in the processor's cache. */
export const MAX_DFA_STATES = 512;
