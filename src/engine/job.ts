/**
 * The conditions a request runs under: its door, its clock, its right to a slice of time.
 * @module
 */
import type { Door } from "../door/door.ts";
import type { Clock } from "./clock.ts";
import type { FinishedSearches } from "./finished_searches.ts";
import type { Guard } from "./guard.ts";
import type { Question } from "./resident/currency.ts";
import type { PathsTaken } from "./paths_taken.ts";
import type { Residence } from "./resident/residence.ts";

/**
 * What an operation is given. Operations are generators: they yield whenever `due()` says that their
 * slice is used up, so that cancellation, progress and other requests get through; a result is returned.
 */
export interface Job extends Clock {
  readonly door: Door;
  readonly guard: Guard;
  /** Milliseconds that it was given; how many are left says `left`. */
  readonly timeoutMs: number;
  /** Nobody waits for it. */
  readonly background: boolean;
  /** What is remembered of the tree, and the question for which it is asked. */
  readonly residence: Residence;
  readonly question: Question;
  /** What this thread's searches found before. */
  readonly finished: FinishedSearches;
  /** How the paths of the request were taken. */
  readonly paths: PathsTaken;
  /** Tells whoever waits how far it has come. */
  progress(done: number, total?: number): void;
}
