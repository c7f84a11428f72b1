/**
 * Measurements as the token bench makes them, for tests of its tables and plots.
 * @module
 */
import type { Cost } from "../../../bench/tokens/cost.ts";
import type { Row } from "../../../bench/tokens/measure.ts";

/** A cost in one turn, with an answer of a word. */
export function cost(tokens: number, more: Partial<Cost> = {}): Cost {
  return { tokens, turns: 1, taken: `${tokens} tokens`, ...more };
}

/** Two questions: the second one is answered by few, and missed by the shell. */
export const ROWS: readonly Row[] = [
  {
    words: "Where?",
    wrapping: 10,
    costs: {
      shell: cost(40),
      text: cost(50, { turns: 2 }),
      structured: cost(60),
      ripgrep: cost(100),
      codegraph: cost(2000),
      whole: cost(1000),
    },
  },
  {
    words: "How new?",
    wrapping: 10,
    costs: { shell: cost(8, { missed: true }), text: cost(80), structured: cost(90) },
  },
];
