/**
 * What the bench is to measure on a tree.
 * @module
 */
import type { Installed } from "../programs/fff.ts";
import { BENCH_SETUPS, type BenchSetup } from "../programs/setups.ts";

/** What is asked, and of whom. */
export interface BenchPlan {
  readonly name: string;
  readonly root: string;
  /** It was made for this, so that something may be changed in it. */
  readonly isMade: boolean;
  readonly pairs: number;
  readonly seed: number;
  readonly cacheMb: number;
  readonly isQuick: boolean;
  /** Names of set-ups; all when empty. */
  readonly setUps: readonly string[];
  /** Only questions whose name has one of these; all when empty. */
  readonly only: readonly string[];
  /** A compiled fossick, to be started too. */
  readonly binary?: string;
  /** main.ts of another checkout, which is asked the same. */
  readonly before?: string;
  /** The name of that one's set-up; the same as ours when absent. */
  readonly beforeSetUp?: string;
  readonly fff: Installed;
}

/** What is told while it goes on. */
export type Progress = (line: string) => void;

/** The set-ups of a plan. */
export function chosenSetups({ setUps }: BenchPlan): BenchSetup[] {
  return BENCH_SETUPS.filter(({ name }) => setUps.length === 0 || setUps.includes(name));
}
