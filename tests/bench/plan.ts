/**
 * What the bench is to measure on a tree.
 * @module
 */
import type { Installed } from "./fff.ts";
import { SET_UPS, type SetUp } from "./setups.ts";

/** What is asked, and of whom. */
export interface Plan {
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
export type Tell = (line: string) => void;

/** The set-ups of a plan. */
export function chosenBy({ setUps }: Plan): SetUp[] {
  return SET_UPS.filter(({ name }) => setUps.length === 0 || setUps.includes(name));
}
