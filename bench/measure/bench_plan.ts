/**
 * What the bench measures on a tree.
 * @module
 */
import { BENCH_SETUPS, type BenchSetup } from "../programs/setups.ts";

/** Which questions are asked, and of which programs. */
export interface BenchPlan {
  readonly name: string;
  readonly root: string;
  /** The bench generated the tree, so it may change it. */
  readonly isMade: boolean;
  readonly pairs: number;
  readonly seed: number;
  readonly cacheMb: number;
  readonly isQuick: boolean;
  /** Names of set-ups; all when empty. */
  readonly setUps: readonly string[];
  /** Only questions whose name has one of these; all when empty. */
  readonly only: readonly string[];
  /** A compiled fossick whose start is timed too. */
  readonly binary?: string;
  /** main.ts of another checkout, which gets the same questions. */
  readonly before?: string;
  /** The set-up of the other checkout; the same as ours when absent. */
  readonly beforeSetUp?: string;
}

/** Prints a line of progress. */
export type Progress = (line: string) => void;

/** The set-ups of a plan. */
export function chosenSetups({ setUps }: BenchPlan): BenchSetup[] {
  return BENCH_SETUPS.filter(({ name }) => setUps.length === 0 || setUps.includes(name));
}
